import { createHash, randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CheckpointRefusal } from '../../domain/layout/peace/checkpoint-refusal.ts';
import { planDetector } from '../../domain/layout/peace/detector-network.ts';
import { initializerBytes } from '../../domain/layout/peace/initializer-numbers.ts';
import { encodeModel } from '../../domain/layout/peace/onnx-encoding.ts';
import { readPickle } from '../../domain/layout/peace/pickle-machine.ts';
import { STORAGE_BYTES } from '../../domain/layout/peace/pickle-values.ts';
import { tensorNumbers } from '../../domain/layout/peace/storage-numbers.ts';
import { syncFolder } from '../../platform/files/atomic-write.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { openCheckpoint } from './checkpoint-file.ts';

/** What has to be known of a converted network to run it. */
export type ConvertedNetwork = {
  readonly classes: number;
  /** `[height, width]` in px. */
  readonly inputSize: readonly [number, number];
  /** Names of the raw maps and px per cell of each. */
  readonly outputs: readonly { readonly name: string; readonly stride: number }[];
  readonly bytes: number;
  /** SHA-256 of the converted file, hex. */
  readonly sha256: string;
};

/**
 * Convert a YOLOv10 checkpoint of PyTorch to an ONNX file at `target`, written whole or not at all. Nothing of the checkpoint is
 * run. Throws `CheckpointRefusal` for a file that is not used, and the signal's reason when it is aborted.
 */
export async function convertCheckpoint(file: string, target: string, signal?: AbortSignal): Promise<ConvertedNetwork> {
  const checkpoint = await openCheckpoint(file);
  try {
    const plan = planDetector(readPickle(checkpoint.pickle));
    const { strides } = plan;
    const strideBytes = strides.storage.length * STORAGE_BYTES[strides.storage.dtype];
    const steps = tensorNumbers(strides, await checkpoint.readStorage(strides.storage.key, strideBytes));
    if (!steps.every((step) => Number.isInteger(step) && step >= 1 && step <= 256))
      throw new CheckpointRefusal('inconsistent', 'its head says strides that cannot be');
    const written = await writeWhole(target, async (write) => {
      for (const part of encodeModel(plan.network)) {
        signal?.throwIfAborted();
        await write('bytes' in part ? part.bytes : await initializerBytes(part.initializer, checkpoint.readStorage));
      }
    });
    const outputs = plan.network.outputs.map(({ name }, level) => ({ name, stride: steps[level] ?? 0 }));
    return { classes: plan.classes, inputSize: plan.inputSize, outputs, ...written };
  } finally {
    checkpoint.close();
  }
}

type Fill = (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>;

/** Small parts are gathered, so that a network of many layers is not written in thousands of pieces. */
const GATHERED_BYTES = 1 << 20;

async function writeWhole(target: string, fill: Fill): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const folder = dirname(target);
  makeFolder(folder);
  const draft = join(folder, `.${basename(target)}.${randomBytes(6).toString('hex')}.part`);
  const handle = await open(draft, 'wx', 0o600);
  const hash = createHash('sha256');
  let [bytes, waiting, waitingBytes]: [number, Uint8Array[], number] = [0, [], 0];
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) await handle.writev(waiting);
    [waiting, waitingBytes] = [[], 0];
  };
  try {
    await fill(async (part) => {
      hash.update(part);
      bytes += part.length;
      waiting.push(part);
      waitingBytes += part.length;
      if (waitingBytes >= GATHERED_BYTES) await flush();
    });
    await flush();
    await handle.sync();
    await handle.close();
    await rename(draft, target);
    syncFolder(folder);
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}
