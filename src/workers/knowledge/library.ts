import type { HttpGet, ProviderPorts, Source } from '../../domain/knowledge/ports.ts';
import type { KnowledgeSettings } from '../../domain/settings/settings.ts';
import { createAssetCache } from './asset-file.ts';
import { parseDictionaryFile } from './dictionary-file.ts';
import { parseEventFile } from './event-file.ts';
import { parseFaultFile } from './fault-file.ts';
import { createHttpClient } from './http-client.ts';
import { locateSource } from './located-source.ts';
import { parseTextFile } from './text-file.ts';

/** All knowledge files of this process: parsed once per file stamp, whichever host asks. */
export type KnowledgeLibrary = {
  /** The ports of one call, bound to the files that its settings name. */
  portsFor(settings: KnowledgeSettings): ProviderPorts;
  close(): Promise<void>;
};

export type LibraryDeps = {
  /** Replaces the HTTP client. */
  readonly http?: HttpGet;
  readonly now?: () => Date;
};

/** Creates the library; nothing is read before a provider asks. */
export function createKnowledgeLibrary(deps: LibraryDeps = {}): KnowledgeLibrary {
  const dictionaries = createAssetCache(parseDictionaryFile);
  const events = new Map<string, ReturnType<typeof eventCache>>();
  const eventsOf = (sourceId: string) => {
    const cache = events.get(sourceId) ?? eventCache(sourceId);
    events.set(sourceId, cache);
    return cache;
  };
  const faults = createAssetCache(parseFaultFile);
  const rocks = createAssetCache((content, asset) => parseTextFile(content, asset, 'id'));
  const questions = createAssetCache((content, asset) => parseTextFile(content, asset, 'question'));
  const client = deps.http === undefined ? createHttpClient() : null;
  const now = deps.now ?? (() => new Date());
  const at = <T>(cache: { open(path: string): Promise<T> }, path: string): Source<T> => ({ open: () => cache.open(path) });
  return {
    portsFor: (settings) => ({
      settings,
      dictionaries: {
        rock_type: at(dictionaries, settings.k2_rock_type_json),
        rock_age: at(dictionaries, settings.k2_rock_age_json),
      },
      events: (sourceId) => {
        const file = sourceId === 'usgs_fdsn_events' ? settings.earthquake_csv : null;
        return locateSource({ sourceId, sourcesRoot: settings.sources_root, preferred: null, file }, eventsOf(sourceId));
      },
      faults: (sourceId) => {
        const gem = sourceId === 'gem_global_active_faults';
        const file = gem ? settings.active_fault_geojson : null;
        const preferred = gem ? settings.gem_active_fault_version : null;
        return locateSource({ sourceId, sourcesRoot: settings.sources_root, preferred, file }, faults);
      },
      texts: {
        rock_knowledge: at(rocks, settings.k2_rock_detail_json),
        component_usage_knowledge: at(questions, settings.k2_usage_json),
        downstream_task_knowledge: at(questions, settings.k2_expertise_json),
      },
      // One budget for all live sources of a call.
      http: deps.http ?? client?.session() ?? failNever,
      now: () => now().toISOString(),
    }),
    close: async () => client?.close(),
  };
}

const eventCache = (sourceId: string) => createAssetCache((content, asset) => parseEventFile(content, asset, sourceId));

const failNever: HttpGet = () => Promise.reject(new Error('no HTTP client'));
