import { join } from 'node:path';
import type { LayoutDetector } from '../../domain/layout/layout-detector.ts';
import { CheckpointRefusal } from '../../domain/layout/peace/checkpoint-refusal.ts';
import type { Settings } from '../../domain/settings/settings.ts';
import { openOnnxSession } from '../adapters/onnx-session.ts';
import { LAYOUT_DETECTORS } from '../assets/manifest.ts';
import { installedDigest } from '../assets/receipt.ts';
import { createPreflight, type Preflight } from '../preflight.ts';
import { createNetworkRunner, type NetworkRunner } from './network-runner.ts';
import { createPeaceDetector } from './peace-detector.ts';
import { createWeightFiles, type PreparedNetwork, type WeightFiles } from './weight-files.ts';

/** The two checkpoints, in the order in which they are used. */
export const WEIGHT_FILES = {
  component: join('det_component', 'weights', 'best.pt'),
  legend: join('det_legend', 'weights', 'best.pt'),
} as const;
export type WeightName = keyof typeof WEIGHT_FILES;

/** Why one of the weight files is not used: a clause that continues "because". */
export type RefusedWeights = { readonly which: WeightName; readonly reason: string };

export type PeaceSource = {
  /** Whether the inference runtime loads, found out in a disposable process. */
  readonly preflight: Preflight<'onnxruntime-node'>;
  /** The detector for the installed weights, converted if they were not, or what was refused. Throws the signal's reason. */
  readonly load: (
    settings: Pick<Settings, 'model_root' | 'cache_root'>,
    signal?: AbortSignal,
  ) => Promise<LayoutDetector | readonly RefusedWeights[]>;
};

export type PeaceSourceDeps = {
  readonly preflight?: Preflight<'onnxruntime-node'>;
  readonly weights?: WeightFiles;
  readonly runner?: NetworkRunner;
};

export function createPeaceSource(deps: PeaceSourceDeps = {}): PeaceSource {
  const weights = deps.weights ?? createWeightFiles();
  const runner = deps.runner ?? createNetworkRunner({ open: openOnnxSession });
  return {
    preflight: deps.preflight ?? createPreflight(['onnxruntime-node']),
    load: async ({ model_root, cache_root }, signal) => {
      const refused: RefusedWeights[] = [];
      const one = async (which: WeightName): Promise<PreparedNetwork | undefined> => {
        try {
          const path = WEIGHT_FILES[which];
          const installedSha256 = await installedDigest(model_root, LAYOUT_DETECTORS, path);
          const tried = (network: PreparedNetwork) => prove(runner, network);
          return await weights.prepare(join(model_root, path), { cacheRoot: cache_root, signal, installedSha256, prove: tried });
        } catch (error) {
          if (!(error instanceof CheckpointRefusal)) throw error;
          refused.push({ which, reason: error.message });
          return undefined;
        }
      };
      const [component, legend] = [await one('component'), await one('legend')];
      return component && legend ? createPeaceDetector({ component, legend, runner }) : refused;
    },
  };
}

/** A run over a small grey picture: whatever does not fit together shows here, and not in the middle of somebody's call. */
async function prove(runner: NetworkRunner, network: PreparedNetwork): Promise<void> {
  const [width, height] = [96, 64];
  await runner.run(network, { tensor: new Float32Array(3 * width * height).fill(0.5), width, height });
}
