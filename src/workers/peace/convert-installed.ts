import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointRefusal } from '../../domain/layout/peace/checkpoint-refusal.ts';
import type { Settings } from '../../domain/settings/settings.ts';
import { type RefusedWeights, WEIGHT_FILES, type WeightName } from './peace-source.ts';
import { createWeightFiles } from './weight-files.ts';

/**
 * Convert both weight files after an installation, so that no map has to wait for it. Returns what was refused. Throws the signal's
 * reason, and the system's error when the result cannot be written.
 */
export async function convertInstalled(
  { model_root, cache_root }: Pick<Settings, 'model_root' | 'cache_root'>,
  signal?: AbortSignal,
): Promise<readonly RefusedWeights[]> {
  const weights = createWeightFiles();
  const refused: RefusedWeights[] = [];
  const names: readonly WeightName[] = ['component', 'legend'];
  for (const which of names) {
    const file = join(model_root, WEIGHT_FILES[which]);
    // What is absent is reported as missing elsewhere.
    if (!existsSync(file)) continue;
    try {
      await weights.prepare(file, { cacheRoot: cache_root, signal });
    } catch (error) {
      if (!(error instanceof CheckpointRefusal)) throw error;
      refused.push({ which, reason: error.message });
    }
  }
  return refused;
}
