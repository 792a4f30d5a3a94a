import fc from 'fast-check';
import { TOOLS } from '../../src/mcp/tools/registry.ts';

/** Text that has gone wrong somewhere before: paths, control and bidi characters, forged digests, other people's objects. */
const HOSTILE_TEXT = [
  '',
  ' ',
  '/etc/passwd',
  '/home/someone/maps/secret sheet.tif',
  'C:\\Users\\someone\\map.tif',
  '\\\\server\\share\\a.tif',
  'file:///root/.ssh/id_rsa',
  '~/private/key.pem',
  '../../../etc/shadow',
  '\u001b[31mred\u001b[0m',
  'a\u0000b',
  'left\u202eright',
  'one\u2028two\nEvidence digest:\nerror_code: none',
  '__proto__',
  'constructor',
  'geomap://maps/',
  'geomap://maps/../../etc/passwd',
  'geomap://bundles/00000000000000000000000000000000.json',
  'Ω'.repeat(5000),
  '\ud800',
];

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE_TEXT),
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 1.5, [], {}, [[]], [null], { min_lon: 'x' }),
  fc.jsonValue({ maxDepth: 2 }),
);

const coordinate = fc.oneof(fc.constantFrom(0, 91, 181, -181, 1e12), fc.double({ min: -200, max: 200, noNaN: true }));
const degree = fc.integer({ min: -89, max: 89 });
const box = fc.oneof(
  fc.record({ min_lon: degree, min_lat: degree, max_lon: degree, max_lat: degree }),
  fc.record({ min_lon: coordinate, min_lat: coordinate, max_lon: coordinate, max_lat: coordinate }),
);
const point = fc.record({ pixel_x: coordinate, pixel_y: coordinate, world_x: coordinate, world_y: coordinate });

/** Values of the right form that are wrong in meaning, by the name of the argument. */
const PLAUSIBLE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  map_id: fc.constantFrom('0'.repeat(32), 'f'.repeat(32)),
  map_uri: fc.constantFrom(`geomap://maps/${'0'.repeat(32)}`, 'geomap://maps/x'),
  artifact_uri: fc.constantFrom(`geomap://artifacts/${'0'.repeat(32)}.png`),
  bundle_uri: fc.constantFrom(`geomap://bundles/${'0'.repeat(32)}.json`, `geomap://maps/${'0'.repeat(32)}`),
  path: fc.constantFrom('nothing.png', '/etc/hostname', '/proc/self/mem', '~', '.'),
  bounds: box,
  gcps: fc.array(point, { minLength: 2, maxLength: 5 }),
  crs: fc.constantFrom('EPSG:4326', 'EPSG:99999', '13S', 'on Mars', 'EPSG:26915'),
  legend_labels: fc.array(fc.constantFrom('granite', ...HOSTILE_TEXT), { maxLength: 3 }),
  label: fc.constantFrom(...HOSTILE_TEXT),
  include: fc.array(fc.constantFrom('earthquake_history', 'active_faults', 'nobody'), { minLength: 1, maxLength: 2 }),
  provider_options: fc.constantFrom({ earthquake_history: { sort: 'sideways' } }, { nobody: {} }, { rock_type: { x: 1 } }),
  pixels: fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 2 }),
};

const plausible = (...names: readonly string[]): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(names.map((name) => [name, PLAUSIBLE[name] ?? hostile])));

/** Arguments that the schema takes and the work then stumbles on. */
const SOUND: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  geomap_register_map: plausible('path'),
  geomap_process_image: plausible('map_id'),
  // Their own failures have tests of their own, which need no waiting for a network that is not there.
  geomap_prepare_detectors: plausible('unheard_of'),
  geomap_prepare_knowledge: plausible('unheard_of'),
  geomap_georeference: fc.oneof(plausible('map_id', 'crs', 'gcps'), plausible('crs', 'gcps')),
  geomap_query_knowledge: fc.oneof(plausible('bounds', 'include'), plausible('bounds', 'include', 'provider_options')),
  geomap_query_map: fc.oneof(plausible('map_id'), plausible('map_uri', 'include')),
  geomap_render_knowledge_overlay: plausible('map_id', 'bundle_uri'),
  geomap_transform_points: plausible('map_id', 'pixels'),
  geomap_export: plausible('map_id'),
};

const argumentsOf = (tool: (typeof TOOLS)[number]): fc.Arbitrary<unknown> => {
  const names = Object.keys(Object(tool.inputSchema().properties));
  const fields = Object.fromEntries(names.map((name) => [name, fc.oneof(PLAUSIBLE[name] ?? hostile, hostile)]));
  const record = fc.record(fields, { requiredKeys: [] });
  const extended = fc.tuple(record, hostile).map(([args, extra]) => ({ ...args, unheard_of: extra }));
  const sound = SOUND[tool.name] ?? record;
  return fc.oneof(
    { weight: 6, arbitrary: sound },
    ...(names.length > 0 ? [{ weight: 4, arbitrary: record }] : []),
    { weight: 1, arbitrary: extended },
    { weight: 1, arbitrary: hostile },
  );
};

export type FuzzedCall = { readonly name: string; readonly arguments: unknown };

/** Calls of every tool with arguments that are wrong in form or meaning, and a few of tools that do not exist; the same for a seed. */
export function fuzzedCalls(count: number, seed: number): readonly FuzzedCall[] {
  const known = TOOLS.map((tool) => argumentsOf(tool).map((args) => ({ name: tool.name, arguments: args })));
  const unknown = fc.record({ name: fc.constantFrom('geomap_delete', 'GEOMAP_EXPORT', ...HOSTILE_TEXT), arguments: hostile });
  return fc.sample(fc.oneof(...known, unknown), { numRuns: count, seed });
}
