import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CheckpointRefusal } from '../../domain/layout/peace/checkpoint-refusal.ts';
import { writeAtomic } from '../../platform/files/atomic-write.ts';
import { digestFile } from '../assets/tree-digest.ts';
import { type ConvertedNetwork, convertCheckpoint } from './convert-checkpoint.ts';
import { pruneConverted } from './prune-converted.ts';

/** Raised with every change of the conversion, so that files of an older one are not used. */
const CONVERSION = 1;

/** A converted network on disk, checked. */
export type PreparedNetwork = ConvertedNetwork & {
  readonly file: string;
  /** SHA-256 of the checkpoint, hex. */
  readonly sourceSha256: string;
};

export type WeightWish = {
  readonly cacheRoot: string;
  readonly signal?: AbortSignal | undefined;
  /** SHA-256 that the checkpoint had when it was installed; null when nobody knows (D38). */
  readonly installedSha256?: string | null;
  /** Tries the network; asked once per converted file. Without it the network is not tried yet. */
  readonly prove?: (network: PreparedNetwork) => Promise<void>;
};

/** Converted networks by checkpoint: made at the first wish, kept below the cache root, checked by digest before use. */
export type WeightFiles = {
  /** Throws `CheckpointRefusal` for a checkpoint that is not used, and the signal's reason. */
  readonly prepare: (checkpoint: string, wish: WeightWish) => Promise<PreparedNetwork>;
};

const noteSchema = z.object({
  conversion: z.literal(CONVERSION),
  classes: z.int(),
  input_size: z.tuple([z.int(), z.int()]),
  outputs: z.array(z.object({ name: z.string(), stride: z.int() })),
  bytes: z.int(),
  sha256: z.string(),
  /** Whether the runtime has run it. */
  proved: z.boolean(),
});

export function createWeightFiles(): WeightFiles {
  const digests = createDigestMemory();
  // Calls that wish for the same network at the same time share one conversion.
  const running = new Map<string, Promise<Kept>>();
  const convertOnce = (conversion: Conversion, signal?: AbortSignal): Promise<Kept> => {
    const made = convertInto(conversion, signal).finally(() => running.delete(conversion.file));
    running.set(conversion.file, made);
    return made;
  };
  return {
    prepare: async (checkpoint, { cacheRoot, signal, prove, installedSha256 = null }) => {
      const sourceSha256 = await digests(checkpoint).catch(() => {
        throw new CheckpointRefusal('unreadable', 'the server may not read the file');
      });
      if (installedSha256 !== null && installedSha256 !== sourceSha256)
        throw new CheckpointRefusal('changed', 'the file is not the one that was installed');
      const file = join(cacheRoot, 'peace', `${sourceSha256}.onnx`);
      const conversion = { checkpoint, file };
      const kept =
        (await readKept(file, digests)) ??
        // An aborted conversion of another call is no answer to this one.
        (await running.get(file)?.catch(() => undefined)) ??
        (await convertOnce(conversion, signal));
      const network = { ...kept.network, file, sourceSha256 };
      if (prove !== undefined && !kept.proved) {
        await prove(network);
        writeNote(file, kept.network, true);
      }
      return network;
    },
  };
}

type Kept = { readonly network: ConvertedNetwork; readonly proved: boolean };
type Conversion = { readonly checkpoint: string; readonly file: string };

const noteFile = (file: string): string => `${file}.json`;

function writeNote(file: string, network: ConvertedNetwork, proved: boolean): void {
  const { classes, inputSize: input_size, outputs, bytes, sha256 } = network;
  writeAtomic(noteFile(file), JSON.stringify({ conversion: CONVERSION, classes, input_size, outputs, bytes, sha256, proved }));
}

/** The network that was converted before; undefined when it is absent, of an older conversion, cut off or altered. */
async function readKept(file: string, digests: DigestMemory): Promise<Kept | undefined> {
  const text = await readFile(noteFile(file), 'utf8').catch(() => '');
  const note = noteSchema.safeParse(parsed(text)).data;
  if (note === undefined) return undefined;
  const found = await stat(file).catch(() => undefined);
  if (found?.size !== note.bytes || (await digests(file).catch(() => '')) !== note.sha256) return undefined;
  const { classes, input_size: inputSize, outputs, bytes, sha256, proved } = note;
  return { network: { classes, inputSize, outputs, bytes, sha256 }, proved };
}

async function convertInto({ checkpoint, file }: Conversion, signal?: AbortSignal): Promise<Kept> {
  const network = await convertCheckpoint(checkpoint, file, signal);
  writeNote(file, network, false);
  await pruneConverted(file);
  return { network, proved: false };
}

type DigestMemory = (file: string) => Promise<string>;

/** SHA-256 of files, remembered while size, times and place of the file stay the same. */
function createDigestMemory(): DigestMemory {
  const known = new Map<string, { readonly stamp: string; readonly digest: string }>();
  return async (file) => {
    const { size, mtimeNs, ctimeNs, ino } = await stat(file, { bigint: true });
    const stamp = `${size}:${mtimeNs}:${ctimeNs}:${ino}`;
    const held = known.get(file);
    if (held?.stamp === stamp) return held.digest;
    const digest = await digestFile(file);
    known.set(file, { stamp, digest });
    return digest;
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Part of the key of kept results: both checkpoints and the versions of conversion and decoding (D28). */
export const detectorDigest = (component: PreparedNetwork, legend: PreparedNetwork, version: number): string =>
  `peace-${version}.${CONVERSION}-${createHash('sha256').update(`${component.sourceSha256}/${legend.sourceSha256}`).digest('hex')}`;
