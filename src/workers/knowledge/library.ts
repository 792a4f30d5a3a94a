import { createHash } from 'node:crypto';
import type { EventCatalogue, FaultCatalogue, HttpGet, ProviderPorts, TextSource } from '../../domain/knowledge/ports.ts';
import type { KnowledgeSettings } from '../../domain/settings/settings.ts';
import type { TextReader } from '../../platform/store/knowledge/text-store.ts';
import { createAssetCache } from './asset-file.ts';
import { parseDictionaryFile } from './dictionary-file.ts';
import { createEarthEngine } from './earth-engine.ts';
import { EVENT_FILES } from './event-file.ts';
import { FAULT_FILES } from './fault-file.ts';
import { createHttpClient, type HttpSend } from './http-client.ts';
import { locateSource } from './located-source.ts';
import { createStoredAssets, type StoreCall, type StoredAssets } from './stored-assets.ts';
import { QUESTION_FILES, ROCK_TEXT_FILES } from './text-file.ts';

/** All knowledge files of this process, whichever host asks: large ones by their store below the cache root, dictionaries in memory. */
export type KnowledgeLibrary = {
  /** The ports of one call, bound to the files that its settings name. */
  portsFor(settings: KnowledgeSettings, call: StoreCall): ProviderPorts;
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
  const events = createStoredAssets(EVENT_FILES);
  const faults = createStoredAssets(FAULT_FILES);
  const rocks = createStoredAssets(ROCK_TEXT_FILES);
  const questions = createStoredAssets(QUESTION_FILES);
  const client = deps.http === undefined ? createHttpClient() : null;
  const now = deps.now ?? (() => new Date());
  const dictionary = (path: string) => ({ open: () => dictionaries.open(path) });
  const earthEngine = createEarthEngine();
  /** One budget for everything that a call asks the network. */
  const networkPorts = (settings: KnowledgeSettings) => {
    const http: HttpSend = deps.http ?? client?.session() ?? failNever;
    return { http, earthEngine: earthEngine.portFor(settings, http) };
  };
  return {
    portsFor: (settings, call) => ({
      settings,
      dictionaries: { rock_type: dictionary(settings.k2_rock_type_json), rock_age: dictionary(settings.k2_rock_age_json) },
      events: (sourceId) => {
        const file = sourceId === 'usgs_fdsn_events' ? settings.earthquake_csv : null;
        const place = { sourceId, sourcesRoot: settings.sources_root, preferred: null, file };
        return locateSource(place, async (path, expected): Promise<EventCatalogue> => {
          const { asset, use } = await events.open(path, call, expected);
          const columns = use((reader) => reader.columns);
          return {
            asset,
            mirror: null,
            warnings: [],
            columns,
            search: (query) => use((reader) => reader.search(query, sourceId)),
          };
        });
      },
      faults: (sourceId) => {
        const gem = sourceId === 'gem_global_active_faults';
        const file = gem ? settings.active_fault_geojson : null;
        const preferred = gem ? settings.gem_active_fault_version : null;
        const place = { sourceId, sourcesRoot: settings.sources_root, preferred, file };
        return locateSource(place, async (path, expected): Promise<FaultCatalogue> => {
          const { asset, use } = await faults.open(path, call, expected);
          const search: FaultCatalogue['search'] = (parts, limit) => use((reader) => reader.search(parts, limit));
          return { asset, mirror: null, warnings: [], search };
        });
      },
      texts: {
        rock_knowledge: textSource(rocks, settings.k2_rock_detail_json, call),
        component_usage_knowledge: textSource(questions, settings.k2_usage_json, call),
        downstream_task_knowledge: textSource(questions, settings.k2_expertise_json, call),
      },
      ...networkPorts(settings),
      sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
      now: () => now().toISOString(),
    }),
    close: async () => {
      for (const assets of [events, faults, rocks, questions]) assets.close();
      await client?.close();
    },
  };
}

const textSource = (assets: StoredAssets<TextReader>, path: string, call: StoreCall): TextSource => ({
  open: async () => {
    const { asset, use } = await assets.open(path, call);
    const corpusCount = use((reader) => reader.corpusCount);
    return { asset, corpusCount, search: (text, limit) => use((reader) => reader.search(text, limit)) };
  },
});

const failNever: HttpSend = () => Promise.reject(new Error('no HTTP client'));
