import { type ErrorCause, GeomapError } from './geomap-error.ts';

/** Whether the prepare tools are exposed to the client of this call (`Settings.gates`). */
export type Gates = { readonly detectors: boolean; readonly knowledge: boolean };

/** What a requirement is decides who can meet it: an asset through a prepare tool, a package or library only the operator (D26). */
export type Requirement = {
  readonly kind: 'asset' | 'package' | 'shared_library' | 'setting';
  /** Whole sentence or phrase, shown verbatim in `missing_requirements` and in the error's message. */
  readonly text: string;
};

const DETECTOR_COMMAND = 'stratigraphic-amenity-assets peace-layout-detectors --root "$GEOMAP_DATA_ROOT"';
const REPLACE_COMMAND = DETECTOR_COMMAND.replace(' --root', ' --force --root');

/** Never install from the client's side: said with every remedy that names a command. Wording of the published articles. */
export const OWN_SHELL_HINT =
  'Do not run installer commands in your own shell. It is a different environment from the server, so its PATH may lack the command and anything it installs lands in the wrong data root.';
const PACKAGE_HINT =
  'Requirements that are npm packages or system libraries cannot be installed by any tool here; report those to the operator.';

/** Requirement for one of the two weight files of PEACE (contract 8.3, D37). The variable's name is kept, never its value. */
export const weightsRequirement = (which: 'component' | 'legend'): Requirement => ({
  kind: 'asset',
  text: `The ${which} detector weights are not installed: run \`${DETECTOR_COMMAND}\` in the server environment.`,
});

/** Requirement for weights that are there and are not used; `reason` is a clause that continues "because". */
export const refusedWeights = (which: 'component' | 'legend', reason: string): Requirement => ({
  kind: 'asset',
  text: `The ${which} detector weights were refused because ${reason}: replace them with \`${REPLACE_COMMAND}\` in the server environment.`,
});

/** What went wrong when a package was loaded in the probe (contract 8.2). */
export type ImportFailure =
  | { readonly package: string; readonly reason: 'missing' }
  | { readonly package: string; readonly reason: 'shared_library'; readonly library: string }
  | { readonly package: string; readonly reason: 'error'; readonly errorName: string };

/** Requirement for a package that did not load, in the three published forms. */
export function packageRequirement(failure: ImportFailure): Requirement {
  switch (failure.reason) {
    case 'missing':
      return { kind: 'package', text: `${failure.package} is missing` };
    case 'shared_library':
      return { kind: 'shared_library', text: `${failure.package} import failed: missing shared library ${failure.library}` };
    case 'error':
      return { kind: 'package', text: `${failure.package} import failed (${failure.errorName})` };
    default:
      return failure satisfies never;
  }
}

/** The cause that a peer may see of a package that did not load; none for other exceptions (contract 3.2). */
export function importCause(failure: ImportFailure): ErrorCause | undefined {
  switch (failure.reason) {
    case 'missing':
      return { type: 'missing_node_module', module: failure.package };
    case 'shared_library':
      return { type: 'missing_shared_library', library: failure.library };
    case 'error':
      return undefined;
    default:
      return failure satisfies never;
  }
}

/** The hints of a detector that is not ready (contract 3.4), for these requirements and gates. */
export function detectorHints(missing: readonly Requirement[], gates: Gates): readonly string[] {
  const first = gates.detectors
    ? "Call `geomap_prepare_detectors` to install the approved runtime and weights into the server's data root. Confirm with the user first: it downloads about 200 MiB and writes to disk."
    : 'Ask the server operator to run `stratigraphic-amenity-assets --all --root "$GEOMAP_DATA_ROOT"` in the server environment, or to re-expose `geomap_prepare_detectors`.';
  const forOperator = missing.some((item) => item.kind === 'package' || item.kind === 'shared_library');
  return forOperator ? [first, OWN_SHELL_HINT, PACKAGE_HINT] : [first, OWN_SHELL_HINT];
}

/**
 * `missing_extra` of `geomap_process_image` (contract 3.4): the message alone holds every requirement and the remedy.
 * `detectorError` is the loader's own text; it appears in the details only, after scrubbing.
 */
export function detectorNotReady(
  facts: { readonly missing: readonly Requirement[]; readonly detectorError: string; readonly cause?: ErrorCause | undefined },
  gates: Gates,
): GeomapError {
  const remedy = gates.detectors
    ? 'Call `geomap_prepare_detectors` on this server, after confirming with the user, to install what is approved.'
    : 'Report this to the server operator; do not run the quoted commands in your own shell, which is a different environment.';
  const texts = facts.missing.map((item) => item.text);
  const outstanding =
    texts.length > 0 ? `Outstanding requirements: ${texts.join('; ')}` : 'Which requirement is unmet could not be determined.';
  return new GeomapError('missing_extra', {
    message: `The map detector is not ready in the server environment. ${remedy} ${outstanding}`,
    details: { missing_requirements: texts, detector_error: facts.detectorError },
    hints: detectorHints(facts.missing, gates),
    ...(facts.cause ? { cause: facts.cause } : {}),
  });
}

/** Names of knowledge assets as providers and messages use them. */
export type KnowledgeAssetName = 'PEACE knowledge base' | 'USGS earthquake data' | 'GEM active-fault data';

const knowledgeRemedy = (gates: Gates): string =>
  gates.knowledge
    ? 'Call `geomap_prepare_knowledge` on this server after confirming with the user; it downloads the approved assets and writes to disk.'
    : 'Ask the server operator to install `peace-knowledge-base` in the server environment, or to re-expose the tool that prepares knowledge.';

/** `missing_requirements` text of a provider whose asset is absent (contract 3.5). A mirror may stand in for the two catalogues. */
export function providerRemedy(asset: KnowledgeAssetName, gates: Gates): string {
  const remedy = gates.knowledge
    ? 'call `geomap_prepare_knowledge` with user confirmation'
    : 'ask the server operator to install `peace-knowledge-base` in the server environment';
  const mirror = asset === 'PEACE knowledge base' ? '' : '; a synced source mirror does as well';
  return `${asset}: ${remedy}${mirror}`;
}

/** `missing_requirements` text of a provider that waits for a setting or a package: only the operator can act. */
export const providerSettingRemedy = (what: string): string => `${what}: the server operator sets this in the server environment`;

/** `missing_knowledge_asset`: every named provider lacks its file. `knowledgeError` is the provider's own text. */
export function knowledgeAssetMissing(
  facts: { readonly providers: readonly string[]; readonly knowledgeError: string },
  gates: Gates,
): GeomapError {
  const remedy = knowledgeRemedy(gates);
  return new GeomapError('missing_knowledge_asset', {
    message: `A knowledge asset that ${listed(facts.providers)} needs is not available on the server. ${remedy}`,
    details: { knowledge_error: facts.knowledgeError, providers: sorted(facts.providers) },
    hints: [remedy, OWN_SHELL_HINT],
  });
}

/** `missing_extra` of a knowledge call: every named provider lacks a package or a setting. */
export function knowledgeDependencyMissing(facts: {
  readonly providers: readonly string[];
  readonly knowledgeError: string;
}): GeomapError {
  const remedy =
    'The server operator has to install or configure it in the server environment; the prepare tools install assets only.';
  return new GeomapError('missing_extra', {
    message: `A package or setting that ${listed(facts.providers)} needs is not available on the server. ${remedy}`,
    details: { knowledge_error: facts.knowledgeError, providers: sorted(facts.providers) },
    hints: [remedy],
  });
}

const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].sort();
const listed = (ids: readonly string[]): string => (ids.length > 0 ? sorted(ids).join(', ') : 'this call');

/** Warning on a query that went on without providers whose asset is absent. */
export const missingAssetsNotice = (providers: readonly string[], gates: Gates): string =>
  `Providers without their knowledge asset: ${listed(providers)}. ${knowledgeRemedy(gates)}`;

/** Warning on a query that went on without providers that need a package or setting. */
export const missingDependenciesNotice = (providers: readonly string[]): string =>
  `Providers that need a package or setting on the server: ${listed(providers)}. The server operator has to provide it; the prepare tools install assets only.`;

/** Warning for a provider that could have answered and is off by default. */
export const notConsultedNotice = (provider: string): string =>
  `${provider} was not consulted because it is off by default; pass include=["${provider}"] to ask it.`;

/** The two things that a prepare tool installs. */
export type Preparation = 'detectors' | 'knowledge';

const PREPARATION = {
  detectors: {
    tool: 'geomap_prepare_detectors',
    variable: 'GEOMAP_MCP_ENABLE_DETECTOR_PREPARATION',
    asset: 'detector',
    mismatch: 'detector_configuration_mismatch',
  },
  knowledge: {
    tool: 'geomap_prepare_knowledge',
    variable: 'GEOMAP_MCP_ENABLE_KNOWLEDGE_PREPARATION',
    asset: 'knowledge',
    mismatch: 'knowledge_configuration_mismatch',
  },
} as const;

/** `missing_requirements` of the two preparation capabilities, in order (contract 4.1). */
export function preparationRequirements(
  kind: Preparation,
  facts: { readonly exposed: boolean; readonly managedPaths: boolean },
): readonly Requirement[] {
  const { variable, asset } = PREPARATION[kind];
  const off: Requirement = {
    kind: 'setting',
    text: `Disabled by the server operator, who can unset ${variable} or set it to true and restart.`,
  };
  const elsewhere: Requirement = {
    kind: 'setting',
    text: `The ${asset} paths must be the managed destinations below GEOMAP_DATA_ROOT.`,
  };
  return [...(facts.exposed ? [] : [off]), ...(facts.managedPaths ? [] : [elsewhere])];
}

/** A prepare job whose gate is off. Not reachable over MCP, where the tool is then not listed. */
export function preparationDisabled(kind: Preparation): GeomapError {
  const { tool, variable } = PREPARATION[kind];
  return new GeomapError('preparation_disabled', {
    message: `${tool} has been switched off by the server operator.`,
    hints: [`Ask the server operator to unset ${variable}, or to set it to true, and to restart the server.`, OWN_SHELL_HINT],
  });
}

/** Configured paths are not the managed ones, so that an install would go where nothing looks. */
export function configurationMismatch(kind: Preparation): GeomapError {
  const { mismatch, asset, tool } = PREPARATION[kind];
  return new GeomapError(mismatch, {
    message: `The configured ${asset} paths are not the destinations that ${tool} installs to. The server operator has to unset the overriding variables, or to install the assets there by hand.`,
  });
}

/** Why an install failed (D38). */
export type InstallReason = 'network' | 'checksum' | 'disk' | 'incomplete' | 'unsafe_archive';

/** What each reason means for the next step. */
const INSTALL_REASON: Readonly<Record<InstallReason, string>> = {
  network:
    'The download failed or broke off; what has arrived is kept, and another attempt goes on from there. On a machine without a network the operator installs it from a file.',
  checksum: 'What came is not the approved content, so nothing of it was installed.',
  disk: 'There is not enough room, or no right to write, below the data root.',
  incomplete:
    'The archive or the place it goes to is incomplete; where files are in place already, the operator installs the asset by force.',
  unsafe_archive:
    'The archive holds members that could reach outside its folder, or unpacks to too much, so nothing of it was installed.',
};

/** The command with which the operator puts right what each reason stands for. */
const INSTALL_COMMAND: Readonly<Record<InstallReason, (assetId: string) => string>> = {
  network: (id) => `\`stratigraphic-amenity-assets ${id} --from FILE\` with an archive fetched elsewhere`,
  checksum: (id) => `\`stratigraphic-amenity-assets ${id}\`, which shows the digests`,
  disk: (id) => `\`stratigraphic-amenity-assets ${id}\` once there is room`,
  incomplete: (id) => `\`stratigraphic-amenity-assets ${id} --force\``,
  unsafe_archive: (id) => `\`stratigraphic-amenity-assets ${id} --from FILE\` with a sound archive`,
};

/** `asset_install_failed` with its reason; `logReason` goes to the operator's log only. */
export function assetInstallFailed(
  kind: Preparation,
  facts: { readonly assetId: string; readonly reason: InstallReason; readonly logReason: string },
): GeomapError {
  const { assetId, reason } = facts;
  return new GeomapError('asset_install_failed', {
    message: `The approved ${PREPARATION[kind].asset} asset ${assetId} could not be installed (${reason}). ${INSTALL_REASON[reason]} The server operator finds the cause under this trace ID in the server's log.`,
    details: { asset_id: assetId, reason },
    hints: [
      `Ask the server operator to look up the trace_id in the log on stderr, and to repair or reinstall the incomplete asset with ${INSTALL_COMMAND[reason](assetId)} in the server environment.`,
      OWN_SHELL_HINT,
    ],
    logReason: facts.logReason,
  });
}
