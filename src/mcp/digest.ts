import type { GeomapError } from '../domain/errors/geomap-error.ts';
import { compactJson, formatScalar, oneLine } from './digest-format.ts';
import { unitRows } from './digest-units.ts';

/** A scrubbed payload, before `text_summary` and `resource_links` are added. */
export type Payload = Readonly<Record<string, unknown>>;
type Row = (payload: Payload) => readonly string[];

const record = (value: unknown): Payload | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : undefined;
const records = (value: unknown): readonly Payload[] =>
  Array.isArray(value) ? value.map(record).filter((item) => item !== undefined) : [];
const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const byId = (a: Payload, b: Payload): number => (String(a.id) < String(b.id) ? -1 : 1);
const list = (items: readonly string[]): string => items.map(oneLine).join(', ') || 'not_available';
const numbers = (value: unknown): string => (Array.isArray(value) ? value.map(formatScalar).join(' ') : 'not_available');

const own =
  (key: string): Row =>
  (payload) =>
    key in payload ? [`${key}: ${formatScalar(payload[key])}`] : [];

const providers: Row = (payload) =>
  [...records(payload.providers)]
    .sort(byId)
    .map(({ id, ready, missing_requirements }) =>
      ready === true
        ? `ready_provider: ${formatScalar(id)}`
        : `unready_provider: ${formatScalar(id)} (missing: ${list(strings(missing_requirements))})`,
    );

const requirementLine = (name: string, capability: Payload): string =>
  capability.ready === true
    ? `ready_capability: ${name}`
    : `unready_capability: ${name} (missing: ${list(strings(capability.missing_requirements))})`;

/** Unmet capability requirements, which a text-only host could not see otherwise (D7). */
const capabilities: Row = (payload) => {
  const all = Object.entries(record(payload.capabilities) ?? {});
  const single = ['map_processing', 'knowledge_query'].map((name): [string, unknown] => [name, payload[name]]);
  return [...all, ...single].flatMap(([name, value]) => {
    const capability = record(value);
    return capability && 'ready' in capability ? [requirementLine(name, capability)] : [];
  });
};

const limits: Row = (payload) => {
  const facts = record(payload.limits);
  if (!facts) return [];
  const pairs = Object.keys(facts).sort();
  return [`limits: ${pairs.map((key) => `${key}=${formatScalar(facts[key])}`).join(', ')}`];
};

function regionLine(role: string, region: Payload): string {
  const low = typeof region.confidence === 'number' && region.confidence < 0.5 ? ' low_confidence' : '';
  const caller = region.detector === 'caller' ? ' | detector=caller' : '';
  return `region: ${role} | ${numbers(region.bbox)} | confidence=${formatScalar(region.confidence)}${low} | artifact_uri=${formatScalar(region.artifact_uri)}${caller}`;
}

const regions: Row = (payload) => {
  const byRole = record(payload.regions);
  if (!byRole) return [];
  const lines = Object.entries(byRole).flatMap(([role, found]) =>
    records(found).map((region) => regionLine(oneLine(role), region)),
  );
  const candidates = Array.isArray(payload.legend) ? payload.legend.length : 0;
  return [
    ...lines,
    `legend_region_detected: ${records(byRole.legend).length > 0 ? 'yes' : 'no'}`,
    `legend_extracted_candidates: ${candidates} (not a verified map-unit count)`,
  ];
};

const LEGEND_LINES = 60;

/** Labels that were read, with their colour, and never more of them than a reader takes in. */
const legend: Row = (payload) => {
  const read = records(payload.legend).filter((entry) => typeof entry.label === 'string');
  const shown = read
    .slice(0, LEGEND_LINES)
    .map((entry) => `legend_entry: ${formatScalar(entry.id)} | ${formatScalar(entry.color_hex)} | ${formatScalar(entry.label)}`);
  return read.length > LEGEND_LINES ? [...shown, `legend_entries_not_shown: ${read.length - LEGEND_LINES}`] : shown;
};

/** What was read in the margin of a sheet (D7). */
const printed: Row = (payload) => {
  const { title, scale, crs_text } = record(payload.information) ?? {};
  const line = (name: string, read: Payload | undefined): readonly string[] =>
    read ? [`${name}: ${formatScalar(read.text)} | confidence=${formatScalar(read.confidence)}`] : [];
  return [
    ...line('printed_title', record(title)),
    ...line('printed_scale', record(scale)),
    ...records(crs_text).flatMap((read) => line('printed_crs', read)),
  ];
};

const detector: Row = (payload) => {
  const facts = record(payload.detector);
  return facts ? [`detector: ${formatScalar(facts.id)}`] : [];
};

const WHOLE_SHEET = new Set(['lonlat_corner_crop', 'detection_overlay', 'index_map_annotated']);

/** Pictures of no single region: the corner mosaic and the overlay of all boxes (D7). */
const artifacts: Row = (payload) =>
  records(payload.artifacts)
    .filter((item) => typeof item.role === 'string' && WHOLE_SHEET.has(item.role))
    .map(
      (item) =>
        `artifact: ${formatScalar(item.role)} | artifact_uri=${formatScalar(item.uri)} | mime_type=${formatScalar(item.mime_type)}`,
    );

const FIT_FIELDS = ['residual', 'residual_units', 'residual_m', 'residual_diagnostic', 'fit_method', 'gcp_count', 'crs'] as const;

const fit: Row = (payload) => {
  const affine = record(payload.affine);
  if (!affine) return [];
  const six = Array.isArray(affine.coefficients) ? affine.coefficients : ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => affine[key]);
  const given = (key: string, line: string): readonly string[] =>
    payload[key] === undefined || payload[key] === null ? [] : [line];
  return [
    `affine: ${numbers(six)}`,
    ...FIT_FIELDS.map((key) => `${key}: ${formatScalar(payload[key])}`),
    `holdout_error_m: ${formatScalar(payload.holdout_error)}`,
    ...given('gcp_pixel_errors', `gcp_pixel_errors: ${numbers(payload.gcp_pixel_errors)}`),
    ...given('bounds', `bounds: ${compactJson(payload.bounds)}`),
    ...given('pixel_extent', `pixel_extent: ${numbers(payload.pixel_extent)}`),
    ...given('datum_operation', `datum_operation: ${compactJson(payload.datum_operation)}`),
  ];
};

const TRANSFORM_FIELDS = ['rmse_px', 'standard_error_px', 'standard_error_m', 'holdout_rmse_px', 'holdout_rmse_m'] as const;

/** Not of an affine, whose errors are `gcp_pixel_errors` above. */
const ERROR_LISTS = ['gcp_errors_px', 'gcp_holdout_errors_px'] as const;

/** The transform in use with its own errors, what they mean, and which transform the points would bear (D7). */
const transform: Row = (payload) => {
  const used = record(payload.transform);
  if (!used) return [];
  const advice = record(payload.transform_recommendation);
  return [
    `transform: ${formatScalar(used.type)}`,
    ...TRANSFORM_FIELDS.map((key) => `transform_${key}: ${formatScalar(used[key])}`),
    ...(used.type === 'affine'
      ? []
      : ERROR_LISTS.flatMap((key) => (key in used ? [`transform_${key}: ${numbers(used[key])}`] : []))),
    ...('statement' in used ? [`transform_statement: ${formatScalar(used.statement)}`] : []),
    ...(advice ? [`recommended_transform: ${formatScalar(advice.type)} | ${formatScalar(advice.reason)}`] : []),
  ];
};

const POINT_LINES = 40;
const both = (point: Payload, keys: readonly [string, string]): string => keys.map((key) => formatScalar(point[key])).join(' ');

/** The first points of a transformation in both frames, how many there are, and what was cut. */
const points: Row = (payload) => {
  const used = record(payload.georef_used);
  if (!used || !Array.isArray(payload.points)) return [];
  const all = records(payload.points);
  const facts = record(payload.point_counts) ?? {};
  const lines = all.slice(0, POINT_LINES).map((point) => {
    const frames = `pixel=${both(point, ['pixel_x', 'pixel_y'])} | world=${both(point, ['world_x', 'world_y'])} | lonlat=${both(point, ['lon', 'lat'])}`;
    return `point: ${formatScalar(point.from)} ${formatScalar(point.index)} | ${frames} | ${formatScalar(point.status)}`;
  });
  return [
    `world_crs: ${formatScalar(payload.crs)} | unit=${formatScalar(payload.units)}`,
    `georef_used: ${['revision', 'transform', 'crs'].map((key) => `${key}=${formatScalar(used[key])}`).join(' | ')}`,
    `inverse_bound_px: ${formatScalar(payload.inverse_bound_px)}`,
    `points: ${Object.entries(facts)
      .map(([key, value]) => `${oneLine(key)}=${formatScalar(value)}`)
      .join(', ')}`,
    ...lines,
    ...(all.length > POINT_LINES ? [`points_not_shown: ${all.length - POINT_LINES} (all are in the structured result)`] : []),
  ];
};

const MAPPING_FIELDS = ['scale_x', 'scale_y', 'offset_x', 'offset_y'] as const;

/** A part of a picture: where it lies, how large it is shown, and how its pixels go back (D7). */
const regionView: Row = (payload) => {
  const mapping = record(payload.mapping);
  if (!mapping || payload.coordinate_frame !== 'region') return [];
  const line = (facts: Payload): string =>
    `to=${formatScalar(facts.to)} | ${MAPPING_FIELDS.map((key) => `${key}=${formatScalar(facts[key])}`).join(' | ')}`;
  const size = (value: unknown): string => {
    const facts = record(value) ?? {};
    return `${formatScalar(facts.width)} ${formatScalar(facts.height)}`;
  };
  const tile = record(payload.tile);
  const further = record(payload.source_mapping);
  return [
    `read_uri: ${formatScalar(payload.read_uri)}`,
    `picture_size: ${size(payload.picture_size)}`,
    `read_bbox: ${numbers(payload.bbox)}`,
    ...(tile ? [`tile: ${['rows', 'columns', 'index'].map((key) => `${key}=${formatScalar(tile[key])}`).join(' | ')}`] : []),
    `region_size: ${size(payload.size)}`,
    `mapping: ${line(mapping)}`,
    ...(further ? [`source_mapping: ${line(further)}`, `source_bbox: ${numbers(payload.source_bbox)}`] : []),
  ];
};

const counts: Row = (payload) => {
  const found = record(payload.record_counts);
  if (!found) return [];
  const pairs = Object.keys(found)
    .sort()
    .map((key) => `${oneLine(key)}=${formatScalar(found[key])}`);
  return [`provider_records: ${pairs.join(', ') || 'none'}`];
};

const ITEM_LINES = 40;
const SUMMARY_LENGTH = 400;
const cut = (text: string): string => (text.length > SUMMARY_LENGTH ? `${text.slice(0, SUMMARY_LENGTH)} [cut]` : text);

/** One line per item of a query: what was found, in the provider's own words (D7). */
const items: Row = (payload) => {
  const all = records(payload.items);
  const shown = all.slice(0, ITEM_LINES).map((item) => {
    const returned = item.returned_count ?? (Array.isArray(item.value) ? item.value.length : undefined);
    const figures = `found=${formatScalar(item.record_count)} | returned=${formatScalar(returned)}`;
    return `item: ${formatScalar(item.id)} | ${figures} | ${cut(formatScalar(item.summary))}`;
  });
  return all.length > ITEM_LINES ? [...shown, `items_not_shown: ${all.length - ITEM_LINES}`] : shown;
};

/** Numbers of drawn and hidden annotations of an overlay. */
const overlay: Row = (payload) => {
  const drawn = record(payload.overlay);
  if (!drawn) return [];
  const hidden = Array.isArray(drawn.out_of_bounds) ? drawn.out_of_bounds.length : 0;
  return [`annotations_out_of_bounds: ${hidden}`];
};

const resources: Row = (payload) =>
  records(payload.resources)
    .filter((item) => typeof item.uri === 'string')
    .map((item) => `resource_uri: ${formatScalar(item.uri)} | mime_type=${formatScalar(item.mime_type)}`);

const assets: Row = (payload) =>
  records(payload.assets).map((item) => `asset: ${formatScalar(item.asset_id)} | ${formatScalar(item.status)}`);

const warnings: Row = (payload) => strings(payload.warnings).map((warning) => `warning: ${oneLine(warning)}`);

/** The lines of a success, in their published order (contract 2.4) with the additions of D7 beside what they belong to. */
export const DIGEST_ROWS: readonly Row[] = [
  own('trace_id'),
  ...['map_id', 'map_uri', 'source_uri', 'mime_type', 'georef_uri'].map(own),
  providers,
  capabilities,
  limits,
  assets,
  detector,
  regions,
  legend,
  printed,
  artifacts,
  fit,
  transform,
  points,
  regionView,
  own('bundle_uri'),
  unitRows,
  counts,
  ...['total_records_found', 'total_records_returned', 'truncated'].map(own),
  items,
  own('lithology'),
  own('stratigraphic_age'),
  overlay,
  resources,
  warnings,
];

const MARKER = '\n\nEvidence digest:\n';

/** Text block of a result: the sentence, one empty line, the marker, the lines. No line end at the end. */
export const composeText = (summary: string, lines: readonly string[]): string => `${summary}${MARKER}${lines.join('\n')}`;

export const digestOf = (payload: Payload): readonly string[] => DIGEST_ROWS.flatMap((row) => row(payload));

/** Digest of a failure (contract 2.5), of facts that have been scrubbed. */
export function errorDigest(code: GeomapError['code'], facts: Payload): readonly string[] {
  const filled = (key: string): boolean => Object.keys(record(facts[key]) ?? {}).length > 0;
  return [
    `error.code: ${code}`,
    `trace_id: ${formatScalar(facts.trace_id)}`,
    ...(filled('details') ? [`details: ${compactJson(facts.details)}`] : []),
    ...strings(facts.recovery_hints).map((hint) => `recovery_hint: ${oneLine(hint)}`),
    ...(filled('cause') ? [`cause: ${compactJson(facts.cause)}`] : []),
  ];
}

/** UTF-8 length of a text after its first marker, for the log. */
export function digestBytes(text: string): number {
  const at = text.indexOf(MARKER);
  return at < 0 ? 0 : Buffer.byteLength(text.slice(at + MARKER.length), 'utf8');
}
