import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { z } from 'zod';
import type { RasterPort } from '../domain/documents/raster.ts';
import type { GlyphSource } from '../domain/text/glyph-source.ts';
import { earthquakeCsv, faultGeoJson } from './knowledge-files.ts';
import { type DemoLink, openSession, type Session } from './session.ts';
import { drawSheet } from './sheet-drawing.ts';
import type { SheetPlan } from './sheet-plan.ts';
import { planSheet } from './sheet-planner.ts';
import { createStepPrinter, type StepPrinter } from './step-printer.ts';
import { type Check, checkGeoreference, checkLayout, checkOverlay, checkQuery } from './truth-checks.ts';
import { openWorkspace, type Workspace, writeIfChanged } from './workspace.ts';

export type DemoDeps = {
  readonly raster: RasterPort;
  readonly glyphs: GlyphSource;
  /** Writes one line for the person. */
  readonly line: (text: string) => void;
};

const MAX_PIXELS = 400_000_000;
const TOOLS = 10;

const registeredSchema = z.object({ map_id: z.string() });
const queriedSchema = z.object({ bundle_uri: z.string() });
const legendSchema = z.object({ legend: z.array(z.object({ label: z.string().nullable() })) });

const rasterOf = (path: string) => ({ path, page: 0, maxPixels: MAX_PIXELS });

/** Draws the sheet and writes its knowledge files. Returns the path of the picture. */
const prepareSheet = async (
  plan: SheetPlan,
  { root, maps, knowledge }: Workspace,
  { raster, glyphs }: DemoDeps,
): Promise<string> => {
  const { width, height } = plan;
  const [blank, drawn, sheet] = [join(root, 'cache/blank.png'), join(root, 'cache/drawn.png'), join(maps, 'demo-sheet.png')];
  const svg = drawSheet(plan, glyphs);
  await writeIfChanged(join(root, 'sheet.svg'), svg);
  await writeIfChanged(join(root, 'sheet-truth.json'), `${JSON.stringify(plan, null, 1)}\n`);
  await writeIfChanged(join(knowledge, 'earthquake_1970_4.5mag.csv'), earthquakeCsv(plan));
  await writeIfChanged(join(knowledge, 'gem_active_faults_harmonized.geojson'), faultGeoJson(plan));
  await raster.writeRgb({ width, height, data: new Uint8Array(width * height * 3).fill(255) }, blank);
  await raster.writeAnnotated(rasterOf(blank), svg, drawn);
  await writeIfChanged(sheet, await readFile(drawn));
  return sheet;
};

/** Control points from the printed grid, read to a whole pixel as a person would. */
const controlPoints = ({ ticks }: SheetPlan) =>
  ticks.map(({ pixel: [x, y], world: [lon, lat] }) => ({
    pixel_x: Math.round(x),
    pixel_y: Math.round(y),
    world_x: lon,
    world_y: lat,
  }));

const greet = async (session: Session, steps: StepPrinter): Promise<Check> => {
  const names = await session.toolNames();
  await steps.tool('capabilities', 'geomap_list_capabilities', {});
  return { name: 'tools', passed: names.length >= TOOLS, detail: `${names.length} listed` };
};

/** Reads linked products into files that carry their kind. */
const readLinks = async (steps: StepPrinter, links: readonly DemoLink[], prefix: string): Promise<void> => {
  for (const [index, link] of links.entries()) {
    const kind = link.name.replaceAll(/[^a-z]+/gi, '-').replace(/-$/, '');
    await steps.resource(link.uri, `${prefix}-${index + 1}-${kind}${extname(link.uri) || '.json'}`);
  }
};

const drawnMainJob = async (
  plan: SheetPlan,
  sheet: string,
  steps: StepPrinter,
  { raster }: DemoDeps,
  folder: string,
): Promise<readonly Check[]> => {
  const registered = await steps.tool('register', 'geomap_register_map', { path: sheet });
  const { map_id } = registeredSchema.parse(registered.payload);
  const processed = await steps.tool('process', 'geomap_process_image', { map_id });
  const fitted = await steps.tool('georeference', 'geomap_georeference', {
    map_id,
    crs: plan.frame.crs,
    gcps: controlPoints(plan),
  });
  const include = ['earthquake_history', 'active_faults', 'rock_type', 'rock_age'];
  const legend_labels = plan.legend.rows.map(({ unit }) => unit.label);
  const queried = await steps.tool('query', 'geomap_query_map', { map_id, include, legend_labels });
  await steps.tool('enrich', 'geomap_enrich_legend', { label: legend_labels[2] });
  const { bundle_uri } = queriedSchema.parse(queried.payload);
  const rendered = await steps.tool('render', 'geomap_render_knowledge_overlay', { map_id, bundle_uri });
  steps.line('\nRead back as resources');
  await readLinks(steps, processed.links, 'layout');
  await readLinks(steps, fitted.links, 'georef');
  await readLinks(steps, queried.links, 'bundle');
  const picture = rendered.links.find(({ uri }) => uri.endsWith('.png'));
  const drawing = rendered.links.find(({ uri }) => uri.endsWith('.svg'));
  if (drawing) await steps.resource(drawing.uri, 'overlay.svg');
  if (picture) await steps.resource(picture.uri, 'overlay.png');
  const [before, after] = [
    await raster.readRgb(rasterOf(sheet)),
    picture ? await raster.readRgb(rasterOf(join(folder, 'overlay.png'))) : null,
  ];
  return [
    ...checkLayout(plan, processed.payload),
    ...checkGeoreference(plan, fitted.payload),
    ...checkQuery(plan, queried.payload),
    ...checkOverlay(plan, rendered.payload, before, after ?? { width: 0, height: 0, data: new Uint8Array() }),
  ];
};

/** What can be done with any scan while nobody has read control points off it. */
const scanMainJob = async (map: string, steps: StepPrinter): Promise<readonly Check[]> => {
  const registered = await steps.tool('register', 'geomap_register_map', { path: map });
  const { map_id } = registeredSchema.parse(registered.payload);
  const processed = await steps.tool('process', 'geomap_process_image', { map_id });
  const label = legendSchema.parse(processed.payload).legend.find((entry) => entry.label !== null)?.label;
  if (label) await steps.tool('enrich', 'geomap_enrich_legend', { label });
  steps.line('\nRead back as resources');
  await readLinks(steps, processed.links, 'layout');
  steps.line('\nNext: read at least four grid ticks off the scan and call geomap_georeference; query and overlay need it.');
  return [];
};

const report = (checks: readonly Check[], line: (text: string) => void): number => {
  line('\nChecks');
  for (const { name, passed, detail } of checks) line(`   ${passed ? 'ok    ' : 'FAILED'}  ${name}: ${detail}`);
  const failed = checks.filter(({ passed }) => !passed).length;
  line(
    failed === 0 ? `\nChecks passed: ${checks.length} of ${checks.length}.` : `\n${failed} of ${checks.length} checks failed.`,
  );
  return failed === 0 ? 0 : 1;
};

/**
 * Draws a sheet and takes it through the whole server as an MCP client, or takes `map`, a scan of the user, as far as no control
 * points are needed. Results lie in `output`. Returns the exit code: 1 when a check fails. Rejects when a call is refused.
 */
export const runDemo = async (
  options: { readonly output: string; readonly seed: number; readonly map: string | null },
  deps: DemoDeps,
): Promise<number> => {
  const { map, seed } = options;
  const folder = map === null ? options.output : join(options.output, basename(map, extname(map)));
  const workspace = await openWorkspace(folder, map === null ? [] : [dirname(map)]);
  const plan = planSheet(seed);
  const source = map ?? (await prepareSheet(plan, workspace, deps));
  deps.line(
    map === null
      ? `Drew a geologic sheet of ${plan.width} x ${plan.height} px, seed ${seed}`
      : `Taking ${basename(map)} through the server`,
  );
  const session = await openSession(workspace.environment, workspace.log);
  try {
    const steps = createStepPrinter(session, workspace.root, deps.line);
    const first = await greet(session, steps);
    const rest = map === null ? await drawnMainJob(plan, source, steps, deps, workspace.root) : await scanMainJob(source, steps);
    const code = report([first, ...rest], deps.line);
    await writeFile(join(workspace.root, 'checks.json'), `${JSON.stringify([first, ...rest], null, 2)}\n`);
    deps.line(`Results and the server's own log lines (server.log) are in ${workspace.root}`);
    return code;
  } finally {
    await session.close();
  }
};
