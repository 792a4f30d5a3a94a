import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EventCatalogue, FaultCatalogue, ProviderPorts } from '../../src/domain/knowledge/ports.ts';
import { createKnowledgeLibrary, type KnowledgeLibrary } from '../../src/workers/knowledge/library.ts';
import type { StoreCall } from '../../src/workers/knowledge/stored-assets.ts';
import { refusing, settingsIn, temporaryFolder } from './knowledge-kit.ts';

export type StoreDesk = {
  readonly folder: string;
  readonly library: KnowledgeLibrary;
  write(name: string, content: string | Uint8Array): string;
  ports(call?: Partial<StoreCall>): ProviderPorts;
  events(call?: Partial<StoreCall>): Promise<EventCatalogue>;
  faults(call?: Partial<StoreCall>): Promise<FaultCatalogue>;
  /** Names of the store files that are whole. */
  stores(): readonly string[];
  readonly storeFolder: string;
};

/** A folder of knowledge files with a library of its own; `faultFile` names the file of faults. */
export function storeDesk(options: { readonly folder?: string; readonly faultFile?: string } = {}): StoreDesk {
  const folder = options.folder ?? temporaryFolder();
  const settings = settingsIn(folder, { active_fault_geojson: join(folder, options.faultFile ?? 'faults.geojson') });
  const library = createKnowledgeLibrary({ http: refusing });
  onTestFinished(() => library.close());
  const storeFolder = join(folder, 'cache/knowledge/v2/stores');
  const ports = (call: Partial<StoreCall> = {}) =>
    library.portsFor(settings, {
      cacheRoot: join(folder, 'cache'),
      signal: new AbortController().signal,
      report: () => undefined,
      ...call,
    });
  const opened = async <T>(source: Promise<{ open(): Promise<T> } | null>): Promise<T> => {
    const found = await source;
    if (found === null) throw new Error('the source has no file');
    return found.open();
  };
  return {
    folder,
    library,
    storeFolder,
    write: (name, content) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    ports,
    events: (call) => opened(ports(call).events('usgs_fdsn_events')),
    faults: (call) => opened(ports(call).faults('gem_global_active_faults')),
    stores: () => (existsSync(storeFolder) ? readdirSync(storeFolder).filter((name) => name.endsWith('.sqlite')) : []),
  };
}
