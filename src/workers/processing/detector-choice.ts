import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { detectorNotReady, type Requirement, weightsRequirement } from '../../domain/errors/routes.ts';
import type { LayoutDetector } from '../../domain/layout/layout-detector.ts';
import type { Settings } from '../../domain/settings/settings.ts';

/** The detector that runs, and what the result says about the choice (D25). */
export type DetectorChoice = { readonly detector: LayoutDetector; readonly note: string };

/** Where the managed weights of PEACE lie (contract 7.1). */
const WEIGHTS = { component: 'det_component', legend: 'det_legend' } as const;

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};

/** What has to be installed before PEACE's networks can run; empty when both weight files are there. */
async function missingWeights(settings: Settings): Promise<readonly Requirement[]> {
  const missing: Requirement[] = [];
  for (const which of ['component', 'legend'] as const) {
    const present = await isFile(join(settings.model_root, WEIGHTS[which], 'weights', 'best.pt'));
    if (!present) missing.push(weightsRequirement(which));
  }
  return missing;
}

const NOT_BUILT: Requirement = {
  kind: 'package',
  text: 'The inference of the PEACE weights is missing in this build: set GEOMAP_DETECTOR to auto or builtin.',
};

/**
 * The detector for this call: what `GEOMAP_DETECTOR` asks for, travelling in the job's settings. Throws `missing_extra` for
 * `peace`, which this build cannot run yet, whatever is installed.
 */
export async function chooseDetector(settings: Settings, builtin: LayoutDetector): Promise<DetectorChoice> {
  const missing = await missingWeights(settings);
  switch (settings.detector) {
    case 'builtin':
      return { detector: builtin, note: 'The built-in detector ran because the server is configured for it.' };
    case 'auto':
      return { detector: builtin, note: `The built-in detector ran. ${betterDetector(missing.length > 0, settings)}` };
    case 'peace':
      throw detectorNotReady(
        {
          missing: missing.length > 0 ? missing : [NOT_BUILT],
          detectorError:
            missing.length > 0
              ? 'The PEACE detector weights are not installed.'
              : 'This build has no inference for the PEACE weights.',
        },
        settings.gates,
      );
    default:
      return settings.detector satisfies never;
  }
}

function betterDetector(missing: boolean, settings: Settings): string {
  if (!missing) return 'The PEACE weights are installed, but this build cannot run them yet.';
  return settings.gates.detectors
    ? 'The PEACE weights, which may find more classes, can be installed with geomap_prepare_detectors after confirming with the user.'
    : 'The PEACE weights, which may find more classes, can be installed by the server operator.';
}
