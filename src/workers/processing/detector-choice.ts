import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCause } from '../../domain/errors/geomap-error.ts';
import {
  detectorNotReady,
  importCause,
  packageRequirement,
  type Requirement,
  refusedWeights,
  weightsRequirement,
} from '../../domain/errors/routes.ts';
import type { LayoutDetector } from '../../domain/layout/layout-detector.ts';
import type { Settings } from '../../domain/settings/settings.ts';
import { type PeaceSource, type RefusedWeights, WEIGHT_FILES, type WeightName } from '../peace/peace-source.ts';

/** The detector that runs, and what the result says about the choice (D25). */
export type DetectorChoice = { readonly detector: LayoutDetector; readonly note: string };

/** The detectors there are: one that needs no download, and PEACE's networks. */
export type Detectors = { readonly builtin: LayoutDetector; readonly peace: PeaceSource };

/**
 * The detector for this call: what `GEOMAP_DETECTOR` asks for, travelling in the job's settings. `auto` takes PEACE where it is
 * ready. Throws `missing_extra` for `peace` that is not ready, and the signal's reason.
 */
export async function chooseDetector(settings: Settings, detectors: Detectors, signal?: AbortSignal): Promise<DetectorChoice> {
  const { builtin } = detectors;
  switch (settings.detector) {
    case 'builtin':
      return { detector: builtin, note: 'The built-in detector ran because the server is configured for it.' };
    case 'auto': {
      const missing = await missingWeights(settings);
      if (missing.length > 0) return { detector: builtin, note: `The built-in detector ran. ${howToGetPeace(settings)}` };
      const found = await readyPeace(settings, detectors.peace, signal);
      return 'detector' in found ? found : { detector: builtin, note: `The built-in detector ran. ${whyNotPeace(found)}` };
    }
    case 'peace': {
      const missing = await missingWeights(settings);
      const found =
        missing.length > 0 ? await absentPeace(missing, detectors.peace) : await readyPeace(settings, detectors.peace, signal);
      if ('detector' in found) return found;
      throw notReady(found, settings);
    }
    default:
      return settings.detector satisfies never;
  }
}

/** What stands between this server and PEACE's networks. */
type Obstacles = {
  readonly packages: readonly Requirement[];
  readonly cause: ErrorCause | undefined;
  readonly missing: readonly WeightName[];
  readonly refused: readonly RefusedWeights[];
};

async function missingWeights(settings: Settings): Promise<readonly WeightName[]> {
  const names: readonly WeightName[] = ['component', 'legend'];
  const there = await Promise.all(
    names.map((which) =>
      stat(join(settings.model_root, WEIGHT_FILES[which])).then(
        (found) => found.isFile(),
        () => false,
      ),
    ),
  );
  return names.filter((_, at) => !there[at]);
}

/** Everything that is missing is named at once, so that nobody installs the weights and meets the next obstacle then. */
const absentPeace = async (missing: readonly WeightName[], peace: PeaceSource): Promise<Obstacles> => ({
  ...(await runtimeObstacles(peace)),
  missing,
  refused: [],
});

async function readyPeace(settings: Settings, peace: PeaceSource, signal?: AbortSignal): Promise<DetectorChoice | Obstacles> {
  const runtime = await runtimeObstacles(peace);
  if (runtime.packages.length > 0) return { ...runtime, missing: [], refused: [] };
  const loaded = await peace.load(settings, signal);
  if ('detect' in loaded) return { detector: loaded, note: "PEACE's detector networks ran." };
  return { ...runtime, missing: [], refused: loaded };
}

async function runtimeObstacles(peace: PeaceSource): Promise<Pick<Obstacles, 'packages' | 'cause'>> {
  const { failures, problem } = await peace.preflight.check();
  const [failure] = failures;
  return {
    packages: problem ? [problem] : failures.map(packageRequirement),
    cause: problem || !failure ? undefined : importCause(failure),
  };
}

function notReady({ packages, cause, missing, refused }: Obstacles, { gates }: Settings) {
  const requirements = [
    ...packages,
    ...missing.map(weightsRequirement),
    ...refused.map(({ which, reason }) => refusedWeights(which, reason)),
  ];
  // The prepare tool leaves files that are there alone, so that weights that were refused are for the operator.
  const onlyOperator = missing.length === 0 && refused.length > 0;
  return detectorNotReady(
    { missing: requirements, detectorError: errorText({ packages, missing, refused }), cause },
    onlyOperator ? { ...gates, detectors: false } : gates,
  );
}

function errorText({ packages, missing, refused }: Omit<Obstacles, 'cause'>): string {
  if (missing.length > 0) return 'The PEACE detector weights are not installed.';
  if (packages.length > 0) return 'The inference runtime of the PEACE detector does not load.';
  return `The PEACE detector weights were refused: ${refused.map(({ which, reason }) => `${which}: ${reason}`).join('; ')}.`;
}

function whyNotPeace({ packages, refused }: Obstacles): string {
  const why = [...packages, ...refused.map(({ which, reason }) => refusedWeights(which, reason))].map(({ text }) => text);
  return `The PEACE weights are installed but cannot be used: ${why.join('; ').replace(/\.$/, '')}. Report this to the server operator.`;
}

function howToGetPeace({ gates }: Settings): string {
  return gates.detectors
    ? 'The PEACE weights, which may find more classes, can be installed with geomap_prepare_detectors after confirming with the user.'
    : 'The PEACE weights, which may find more classes, can be installed by the server operator.';
}
