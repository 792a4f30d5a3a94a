import type {
  EventCatalogue,
  EventSource,
  FaultCatalogue,
  FaultSource,
  HttpGet,
  ProviderPorts,
  Source,
} from '../../domain/knowledge/ports.ts';
import type { KnowledgeSettings } from '../../domain/settings/settings.ts';
import { createAssetCache } from './asset-file.ts';
import { parseDictionaryFile } from './dictionary-file.ts';
import { parseEventFile } from './event-file.ts';
import { parseFaultFile } from './fault-file.ts';
import { createHttpClient } from './http-client.ts';
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
  const events = createAssetCache((content, asset) =>
    parseEventFile(content, asset, { sourceId: 'usgs_fdsn_events', mirror: null }),
  );
  const faults = createAssetCache((content, asset) => parseFaultFile(content, asset, null));
  const rocks = createAssetCache((content, asset) => parseTextFile(content, asset, 'id'));
  const questions = createAssetCache((content, asset) => parseTextFile(content, asset, 'question'));
  const client = deps.http === undefined ? createHttpClient() : null;
  const http = deps.http ?? client?.get;
  const now = deps.now ?? (() => new Date());
  const at = <T>(cache: { open(path: string): Promise<T> }, path: string): Source<T> => ({ open: () => cache.open(path) });
  return {
    portsFor: (settings) => ({
      settings,
      dictionaries: {
        rock_type: at(dictionaries, settings.k2_rock_type_json),
        rock_age: at(dictionaries, settings.k2_rock_age_json),
      },
      events: (id): EventSource | null =>
        id === 'usgs_fdsn_events' ? at<EventCatalogue>(events, settings.earthquake_csv) : null,
      faults: (id): FaultSource | null =>
        id === 'gem_global_active_faults' ? at<FaultCatalogue>(faults, settings.active_fault_geojson) : null,
      texts: {
        rock_knowledge: at(rocks, settings.k2_rock_detail_json),
        component_usage_knowledge: at(questions, settings.k2_usage_json),
        downstream_task_knowledge: at(questions, settings.k2_expertise_json),
      },
      http: http ?? failNever,
      now: () => now().toISOString(),
    }),
    close: async () => client?.close(),
  };
}

const failNever: HttpGet = () => Promise.reject(new Error('no HTTP client'));
