import type { Settings } from '../settings/settings.ts';
import { visibleText, withoutDigestMarker } from './characters.ts';
import { type PathRules, REDACTED, withoutPaths } from './paths.ts';

/** Makes texts and JSON values safe to show to a peer (D6). Both are idempotent and never throw. */
export type Scrubber = {
  readonly text: (text: string) => string;
  /** Every string of a JSON value, keys too; values that JSON cannot write become null. */
  readonly value: (value: unknown) => unknown;
};

/** Visible ASCII without either slash, in which nothing but a forged marker can stand. */
const HARMLESS = /^[ -.0-[\]-~]*$/;
const mayHoldMarker = (text: string): boolean => /digest/i.test(text);
/** Keys repeat from record to record; this many are remembered as they come out. */
const MOST_KEYS = 2000;

const PATH_KEYS = new Set(['asset_path', 'artifact_path', 'image_path', 'local_path', 'path', 'source_path']);
const ADDRESS = /^(?:geomap|https?):\/\//;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Folders and files that must never be shown, as they stand in the settings of this process. */
export function rootsOf(settings: Settings): readonly string[] {
  const { root, sources_root, earthquake_csv, active_fault_geojson, ...k2 } = settings.knowledge;
  const k2Files = [k2.k2_rock_type_json, k2.k2_rock_age_json, k2.k2_rock_detail_json, k2.k2_usage_json, k2.k2_expertise_json];
  const model = k2.semantic_model === null ? [] : [k2.semantic_model];
  const { home, folder } = settings.launch;
  const folders = [
    home,
    folder,
    settings.data_root,
    settings.cache_root,
    settings.model_root,
    ...settings.allowed_roots,
    root,
    sources_root,
    settings.knowledge.earthengine_credentials,
  ];
  return [...folders, earthquake_csv, active_fault_geojson, ...k2Files, ...model];
}

/** Pattern of known roots, longest first, each with whatever path follows it; undefined when there is none worth a pattern. */
function knownPattern(roots: readonly string[]): RegExp | undefined {
  const known = [...new Set(roots)].filter((root) => root.length > 2 && /[/\\]./.test(root)).sort((a, b) => b.length - a.length);
  if (known.length === 0) return undefined;
  return new RegExp(
    `(?<![\\p{L}\\p{N}_.-])(?:${known.map(escaped).join('|')})(?![\\p{L}\\p{N}_-])(?:[/\\\\][^\\s"'\`,;<>|]*)?`,
    'gu',
  );
}

/**
 * One scrubber per process: `roots` are removed by value wherever they stand (blanks in them included), other paths by
 * their form. `pointers` names the first segments of JSON pointers that may stand in messages.
 */
export function createScrubber(options: { readonly roots: readonly string[]; readonly pointers?: Iterable<string> }): Scrubber {
  const rules: PathRules = { pointers: new Set(options.pointers ?? []), known: knownPattern(options.roots) };
  const text = (input: string): string =>
    HARMLESS.test(input) && !mayHoldMarker(input) ? input : withoutDigestMarker(withoutPaths(visibleText(input), rules));
  const keys = new Map<string, string>();
  const keyText = (key: string): string => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const clean = text(key);
    if (keys.size < MOST_KEYS) keys.set(key, clean);
    return clean;
  };
  const value = (input: unknown): unknown => {
    if (typeof input === 'string') return text(input);
    if (typeof input === 'number') return Number.isFinite(input) ? input : null;
    if (typeof input === 'boolean' || input === null) return input;
    if (Array.isArray(input)) return input.map((item) => (item === undefined ? null : value(item)));
    if (typeof input !== 'object') return null;
    const entries = Object.entries(input).filter(([, item]) => item !== undefined && typeof item !== 'function');
    return Object.fromEntries(entries.map(([key, item]) => [keyText(key), PATH_KEYS.has(key) ? redactField(item) : value(item)]));
  };
  const redactField = (item: unknown): unknown =>
    typeof item === 'string' ? (ADDRESS.test(item) ? text(item) : REDACTED) : value(item);
  return { text, value };
}
