import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { assetMissing, providerFailed } from '../../domain/knowledge/failures.ts';
import * as say from '../../domain/knowledge/messages.ts';
import type { Asset } from '../../domain/knowledge/ports.ts';
import { releaseMemory } from '../../platform/release-memory.ts';
import {
  isDamage,
  type KnowledgeStore,
  openKnowledgeStore,
  type StoreFormat,
  type StoreKind,
} from '../../platform/store/knowledge/store-file.ts';
import { digestOf, stampOf } from './asset-file.ts';
import { createSharedWork, type Waiter } from './shared-work.ts';

/** Open store files kept per kind: a few hosts with files of their own can work side by side. */
const KEPT_STORES = 8;
/** Share of the work that is reading; the rest is writing. */
const READING = 0.6;

/** The call that asks: where it keeps its store files, and how it is told and ended. */
export type StoreCall = Waiter & { readonly cacheRoot: string };

/** What reads a file into rows. */
export type Collector<Rows> = (
  file: { readonly path: string; readonly asset: Asset },
  step: (share: number) => Promise<void>,
) => Promise<Rows>;

export type StoredKind<Rows, Reader> = {
  readonly kind: StoreKind;
  readonly format: StoreFormat<Rows, Reader>;
  readonly collect: Collector<Rows>;
  /** Other files that the content depends on, when they are there. */
  readonly companions?: (path: string) => readonly string[];
};

/** An opened asset: `use` reads from its store. */
export type StoredAsset<Reader> = { readonly asset: Asset; readonly use: <T>(read: (reader: Reader) => T) => T };

type Opened<Reader> = { readonly stamp: string; readonly asset: Asset; readonly store: KnowledgeStore<Reader> };

export type StoredAssets<Reader> = {
  /**
   * Opens the file by its store, which is made first when there is none. With `expected` (SHA-256) a file of another content is refused
   * before anything is made from it. Throws `missing_knowledge_asset`, `unknown_provider` (provider_failed), `storage_unavailable`.
   */
  readonly open: (path: string, call: StoreCall, expected?: string) => Promise<StoredAsset<Reader>>;
  readonly close: () => void;
};

async function stampsOf(path: string, companions: readonly string[]): Promise<string> {
  const own = await stampOf(path);
  const others = await Promise.all(companions.map((file) => stampOf(file).catch(() => '-')));
  return [own, ...others].join(';');
}

/** Digest of all that the content depends on; that of the file alone when it stands alone. */
async function materialOf(digest: string, companions: readonly string[], signal: AbortSignal): Promise<string> {
  const others = await Promise.all(companions.map((file) => digestOf(file, signal).catch(() => '-')));
  return others.length === 0
    ? digest
    : createHash('sha256')
        .update([digest, ...others].join(';'))
        .digest('hex');
}

/** Files of one kind, each taken into its store once, whichever call or process asks. */
export function createStoredAssets<Rows, Reader>(spec: StoredKind<Rows, Reader>): StoredAssets<Reader> {
  const opened = new Map<string, Opened<Reader>>();
  const shared = createSharedWork<Opened<Reader>>();

  const load = async (path: string, call: StoreCall, known: { readonly stamp: string; readonly expected?: string }) => {
    const { signal, report } = call;
    const name = basename(path);
    const companions = spec.companions?.(path) ?? [];
    const digest = await digestOf(path, signal);
    if (known.expected !== undefined && digest !== known.expected)
      throw assetMissing(name, 'unusable', 'not the content expected');
    const asset: Asset = { name, digest };
    let isNew = false;
    const step = async (share: number): Promise<void> => {
      isNew = true;
      report(share, say.storeIngesting(name, Math.round(share * 100)));
      await breathe();
      signal.throwIfAborted();
    };
    const store = await openKnowledgeStore({
      folder: join(call.cacheRoot, 'knowledge', 'v2', 'stores'),
      kind: spec.kind,
      digest: await materialOf(digest, companions, signal),
      signal,
      onWait: () => report(0, say.storeWaiting(name)),
      format: spec.format,
      collect: () => spec.collect({ path, asset }, (share) => step(share * READING)),
      step: (share) => step(READING + share * (1 - READING)),
    });
    if (isNew) setImmediate(releaseMemory);
    return { stamp: known.stamp, asset, store };
  };

  /** Remembers the newest state of a file; what was made from its former content is removed unless another file has that content. */
  const remember = (key: string, entry: Opened<Reader>): void => {
    const former = opened.get(key);
    opened.delete(key);
    opened.set(key, entry);
    const isUsed = [...opened.values()].some(({ asset }) => asset.digest === former?.asset.digest);
    if (former !== undefined && !isUsed) void former.store.remove().catch(() => undefined);
    const [oldest] = opened.keys();
    // Closed by the collector of garbage: a call may still read from it.
    if (opened.size > KEPT_STORES && oldest !== undefined) opened.delete(oldest);
  };

  const current = async (path: string, call: StoreCall, expected: string | undefined): Promise<Opened<Reader>> => {
    const key = `${call.cacheRoot}\0${path}`;
    const stamp = await stampsOf(path, spec.companions?.(path) ?? []);
    const known = opened.get(key);
    if (known?.stamp === stamp && (await known.store.isWhole())) return known;
    return shared.join(`${key}\0${stamp}\0${expected ?? ''}`, call, async ({ signal, report }) => {
      const entry = await load(path, { ...call, signal, report }, { stamp, ...(expected === undefined ? {} : { expected }) });
      remember(key, entry);
      return entry;
    });
  };

  return {
    open: async (path, call, expected) => {
      const entry = await current(path, call, expected);
      const { asset, store } = entry;
      if (expected !== undefined && asset.digest !== expected)
        throw assetMissing(asset.name, 'unusable', 'not the content expected');
      return {
        asset,
        use: (read) => {
          try {
            return read(store.reader);
          } catch (error) {
            if (!isDamage(error)) throw error;
            for (const [key, one] of opened) if (one === entry) opened.delete(key);
            void store.remove().catch(() => undefined);
            throw providerFailed(say.storeDamaged(asset.name), String(error));
          }
        },
      };
    },
    close: () => {
      for (const { store } of opened.values()) store.close();
      opened.clear();
    },
  };
}
