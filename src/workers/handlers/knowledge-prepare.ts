import { capabilitiesPayload, type ProbedPackage } from '../../domain/catalog/capabilities.ts';
import { configurationMismatch, preparationDisabled } from '../../domain/errors/routes.ts';
import { installAsset } from '../assets/install-asset.ts';
import { managedPaths } from '../assets/managed-paths.ts';
import { type Asset, KNOWLEDGE_BASE } from '../assets/manifest.ts';
import { capabilityFacts } from '../catalog/capability-facts.ts';
import type { Handler } from '../handler.ts';
import type { Preflight } from '../preflight.ts';

export type KnowledgePrepareDeps = { readonly preflight: Preflight<ProbedPackage>; readonly asset?: Asset };

/** `knowledge.prepare`: install the approved knowledge files into the data root, never by force. */
export const knowledgePrepare =
  (deps: KnowledgePrepareDeps): Handler<'knowledge.prepare'> =>
  async (_input, context) => {
    const { settings, signal, progress } = context;
    if (!settings.gates.knowledge) throw preparationDisabled('knowledge');
    if (!managedPaths(settings).knowledge) throw configurationMismatch('knowledge');
    const asset = deps.asset ?? KNOWLEDGE_BASE;
    const status = await installAsset(asset, { dataRoot: settings.data_root, signal, progress });
    const { providers, capabilities } = capabilitiesPayload(await capabilityFacts(settings, deps.preflight), settings);
    const blocked = providers.filter((provider) => !provider.ready).map((provider) => provider.id);
    const warnings =
      blocked.length === 0
        ? []
        : [
            `The asset is installed, but these providers still need packages, credentials, mirrors or other configuration: ${blocked.join(', ')}.`,
          ];
    const payload = {
      assets: [{ asset_id: asset.id, status }],
      providers,
      knowledge_query: capabilities.knowledge_query,
      performs_network_access: true as const,
      warnings,
    };
    return { payload, links: [], preview_file: null };
  };
