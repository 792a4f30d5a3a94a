import { mapProcessing, type ProbedPackage } from '../../domain/catalog/capabilities.ts';
import { configurationMismatch, preparationDisabled, refusedWeights } from '../../domain/errors/routes.ts';
import { installAsset } from '../assets/install-asset.ts';
import { managedPaths } from '../assets/managed-paths.ts';
import { type Asset, LAYOUT_DETECTORS } from '../assets/manifest.ts';
import { capabilityFacts } from '../catalog/capability-facts.ts';
import type { Handler } from '../handler.ts';
import { convertInstalled } from '../peace/convert-installed.ts';
import type { Preflight } from '../preflight.ts';

export type DetectorsPrepareDeps = { readonly preflight: Preflight<ProbedPackage>; readonly asset?: Asset };

/** `detectors.prepare`: install the approved weights into the data root, never by force. */
export const detectorsPrepare =
  (deps: DetectorsPrepareDeps): Handler<'detectors.prepare'> =>
  async (_input, context) => {
    const { settings, signal, progress } = context;
    if (!settings.gates.detectors) throw preparationDisabled('detectors');
    if (!managedPaths(settings).detectors) throw configurationMismatch('detectors');
    const asset = deps.asset ?? LAYOUT_DETECTORS;
    const status = await installAsset(asset, { dataRoot: settings.data_root, signal, progress });
    // Now rather than at the first map; what is refused is said, and the installation stands.
    progress({ share: 0.99, message: 'Converting the networks' });
    const refused = await convertInstalled(settings, signal);
    const facts = await capabilityFacts(settings, deps.preflight);
    const capability = mapProcessing(facts, settings.detector);
    const notReady = capability.ready
      ? []
      : ['The assets are installed, but map processing is not ready; what is still missing is for the server operator.'];
    const warnings = [...notReady, ...refused.map(({ which, reason }) => refusedWeights(which, reason).text)];
    const payload = {
      assets: [{ asset_id: asset.id, status }],
      map_processing: capability,
      performs_network_access: true as const,
      warnings,
    };
    return { payload, links: [], preview_file: null };
  };
