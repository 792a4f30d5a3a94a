import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { WEIGHT_FILES } from '../../src/workers/peace/peace-source.ts';
import { checkpointBytes, newStorages, writeCheckpoint } from './checkpoint-writer.ts';
import { type DetectorSizes, detectorRoot } from './network-writer.ts';

/** A folder of the test's own, gone after it. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sa-peace-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function writeDetector(file: string, sizes: DetectorSizes): Promise<void> {
  const storages = newStorages(sizes.seed);
  mkdirSync(dirname(file), { recursive: true });
  await writeCheckpoint(file, checkpointBytes(detectorRoot(storages, sizes), storages));
}

/** Both weight files below a model root. */
export async function writeWeights(modelRoot: string, sizes: Omit<DetectorSizes, 'seed'> = {}): Promise<void> {
  await writeDetector(join(modelRoot, WEIGHT_FILES.component), { classes: 8, ...sizes, seed: 1 });
  await writeDetector(join(modelRoot, WEIGHT_FILES.legend), { ...sizes, classes: 2, seed: 2 });
}
