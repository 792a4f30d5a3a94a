import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type Writable, writePickle } from './pickle-writer.ts';

/** Collects storages of half-precision numbers while a checkpoint is put together. */
export type Storages = { readonly data: Map<string, Uint8Array>; readonly random: () => number };

/** Random numbers that are the same for the same seed, -1..1. */
export function newStorages(seed: number): Storages {
  let state = (seed * 2654435761 + 1) >>> 0;
  return {
    data: new Map(),
    random: () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 31 - 1;
    },
  };
}

const product = (size: readonly number[]): number => size.reduce((all, side) => all * side, 1);

/** Single-precision tensor of given numbers, in a storage of its own. */
export function tensorOf(storages: Storages, size: readonly number[], numbers: ArrayLike<number>): Writable {
  const key = String(storages.data.size);
  storages.data.set(key, new Uint8Array(Float32Array.from(numbers).buffer));
  return tensor({ key, type: 'FloatStorage', length: product(size) }, size);
}

type Place = { readonly key: string; readonly type: string; readonly length: number };

export function tensor({ key, type, length }: Place, size: readonly number[], offset = 0): Writable {
  const stride = size.map((_, axis) => product(size.slice(axis + 1)));
  const storage: Writable = { persistent: ['storage', { global: ['torch', type] }, key, 'cpu', length] };
  const args: Writable[] = [storage, offset, { tuple: size }, { tuple: stride }, false, { ordered: [] }];
  return { call: { global: ['torch._utils', '_rebuild_tensor_v2'] }, args };
}

/** A storage of zero halves, for weights whose values do not matter. */
export function zeroHalves(storages: Storages, size: readonly number[]): Writable {
  const key = String(storages.data.size);
  storages.data.set(key, new Uint8Array(2 * product(size)));
  return tensor({ key, type: 'HalfStorage', length: product(size) }, size);
}

export type CheckpointBytes = { readonly pickle: Uint8Array; readonly storages: ReadonlyMap<string, Uint8Array> };

export const checkpointBytes = (root: Writable, storages: Storages): CheckpointBytes => ({
  pickle: writePickle(root),
  storages: storages.data,
});

/** Writes the archive as PyTorch does: members below one folder, stored or, on wish, deflated. */
export async function writeCheckpoint(file: string, { pickle, storages }: CheckpointBytes, compress = false): Promise<void> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(pickle), 'archive/data.pkl', { compress });
  for (const [key, data] of storages) zip.addBuffer(Buffer.from(data), `archive/data/${key}`, { compress });
  zip.addBuffer(Buffer.from('3\n'), 'archive/version', { compress });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}
