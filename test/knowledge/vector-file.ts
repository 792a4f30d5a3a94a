import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { box, SHARED } from './knowledge-kit.ts';

const FILE = join(SHARED, 'vectors/knowledge.jsonl');
const vectorSchema = z.object({
  area: z.string(),
  name: z.string(),
  input: z.looseObject({}).or(z.array(z.unknown())),
  expected: z.unknown(),
  note: z.string().optional(),
});
export type Vector = z.infer<typeof vectorSchema>;

/** Cases recorded from the reference; none where the shared data are absent. */
export const vectors: readonly Vector[] = existsSync(FILE)
  ? readFileSync(FILE, 'utf8')
      .trim()
      .split('\n')
      .map((line) => vectorSchema.parse(JSON.parse(line)))
  : [];

/** Recorded behaviour that a decision replaces without the note saying so; each with the decision. */
const REPLACED: Readonly<Record<string, string>> = {
  'rock.match_fixture sand': 'D32: whole words',
  'rock.match_peace_both till': 'D32: whole words',
  'faults.dedupe_key source_id_beats_name': 'D30: identity',
  'faults.dedupe_key zero_id_falls_through': 'D30: identity',
  'faults.dedupe_key bbox': 'D30: geometry, not its box',
  'earthquake.options empty_sources_selection': 'tested in selection of sources, the vector names no configured sources',
  'bounds numeric_strings': 'D12: the schema of the tools wants numbers',
  'bounds not_number': 'D12: the schema of the tools refuses it with invalid_arguments',
  'bounds cache_rounding': 'KW-28: the cache keys exact boxes',
  'earthquake.coerce nan': 'KW-33: null',
  'earthquake.coerce abc ': 'texts are read as texts, not coerced',
  'earthquake.query_fixture source_all': 'the second source is live: live-sources.test.ts',
  'faults.bbox geometry_bbox': 'KW-24: a box that a file states is not trusted',
  'adapter.errors query_map_nothing': 'handlers.test.ts',
};

/** Areas that other tests or no part of this project answer for; each with the place or the decision. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  base: 'versions: answer-cache.test.ts; missing files: selection.test.ts',
  config: 'test/platform (environment)',
  cache: 'hashes need not equal those of the reference (contract 5)',
  'fdsn.params': 'D34: paging and one floor for both services, live-services.test.ts',
  'fdsn.profile_usgs': 'sync profiles',
  'fdsn.windows': 'sync windows',
  'fdsn.normalize': 'live-sources.test.ts',
  'fdsn.live': 'D34: no count request, live-services.test.ts',
  'gem.profile': 'sync profiles',
  'diss.calls': 'D34: side by side, live-services.test.ts',
  'ogs.call': 'D34: paging, live-sources.test.ts',
  'semantic.device': 'D33: no model, so no device',
  'semantic.query': 'D33: full-text ranking, text-search.test.ts',
  earthengine: 'live-earth-engine.test.ts',
  'registry.resolve': 'D34: sources are chosen per provider, selection and option tests',
  manifest: 'mirrors.test.ts',
  'service.query': 'answer-cache.test.ts and selection.test.ts',
  'overlay.project': 'D35: drawn in the pixel space of the map, test/overlay',
  'overlay.ticks': 'D35, test/overlay',
  'overlay.hex': 'test/overlay',
  'overlay.label': 'test/overlay',
  'overlay.point': 'test/overlay',
  'overlay.bounds_from_any': 'test/overlay',
  'overlay.extract': 'test/overlay',
  'overlay.pixel_extent': 'test/overlay',
  'adapter.scrub': 'D6: test/text-safety',
  'adapter.redaction': 'D6: test/text-safety and no-paths.test.ts',
  'adapter.capability': 'readiness: appendix-b.test.ts',
  sync: 'tests of the sync command',
};

export const isDefect = ({ note }: Vector): boolean => note?.startsWith('DEFECT') ?? false;
export const replacedBy = ({ area, name }: Vector): string | undefined => REPLACED[`${area} ${name}`];

/** The vectors of an area that hold literally. */
export const of = (area: string): readonly Vector[] => {
  return vectors.filter((vector) => vector.area === area && !isDefect(vector) && replacedBy(vector) === undefined);
};

const messageSchema = z.looseObject({ $raises: z.string() });
export const isError = (expected: unknown): boolean => messageSchema.safeParse(expected).success;
export const field = (vector: Vector, name: string): unknown => (Array.isArray(vector.input) ? undefined : vector.input[name]);
export const textField = (vector: Vector, name: string): string => z.string().parse(field(vector, name));
/** `[west, south, east, north]` as bounds. */
export const fourNumbers = z
  .array(z.number())
  .length(4)
  .transform(([a = 0, b = 0, c = 0, d = 0]) => box(a, b, c, d));
