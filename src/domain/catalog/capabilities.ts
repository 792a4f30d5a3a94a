import type { CapabilitiesPayload, Capability, ProviderRecord } from '../documents/catalog.ts';
import {
  type ImportFailure,
  packageRequirement,
  preparationRequirements,
  type Requirement,
  weightsRequirement,
} from '../errors/routes.ts';
import { formatReadiness } from '../export/formats.ts';
import type { Settings } from '../settings/settings.ts';
import type { TextReadiness } from '../text/text-reader.ts';

/** Packages with native parts that the probe tries to load, by the name that `installed` gives them. */
export const PROBED_PACKAGES = {
  sharp: 'sharp',
  onnxruntime_node: 'onnxruntime-node',
  better_sqlite3: 'better-sqlite3',
  gdal_async: 'gdal-async',
} as const satisfies Record<string, string>;
export type ProbedPackage = (typeof PROBED_PACKAGES)[keyof typeof PROBED_PACKAGES];

/** What was found out about this server; the rest follows from the settings. */
export type CapabilityFacts = {
  /** Packages that did not load. */
  readonly failures: readonly (ImportFailure & { readonly probed: ProbedPackage })[];
  /** The probe itself did not come to an end; then nothing is known of any package. */
  readonly probeProblem: Requirement | null;
  readonly weights: { readonly component: boolean; readonly legend: boolean };
  /** Configured paths are those that the prepare tools install to. */
  readonly managed: { readonly detectors: boolean; readonly knowledge: boolean };
  readonly providers: readonly ProviderRecord[];
  readonly textReading: TextReadiness;
};

const SCHEMA_VERSIONS = {
  map_processing: 'map-processing/v1',
  knowledge: 'knowledge/v2',
  georef: 'georef/v1',
  mcp_registry: 'mcp-registry/v1',
};

/** The payload of `geomap_list_capabilities` (contract 4.1); roots are labels, never paths. */
export function capabilitiesPayload(facts: CapabilityFacts, settings: Settings): CapabilitiesPayload {
  const { max_source_bytes, max_source_pixels, max_resource_read_bytes } = settings.limits;
  return {
    schema_versions: SCHEMA_VERSIONS,
    installed: {
      mcp: true,
      proj4: true,
      http: true,
      ...Object.fromEntries(Object.entries(PROBED_PACKAGES).map(([key, name]) => [key, loads(facts, name)])),
    },
    detectors: {
      component_model_present: facts.weights.component,
      legend_model_present: facts.weights.legend,
      runtime_available: loads(facts, 'onnxruntime-node'),
      configured: settings.detector,
    },
    capabilities: capabilities(facts, settings),
    providers: [...facts.providers],
    allowed_roots: settings.allowed_roots.map((_, at) => ({ label: `root_${at + 1}` })),
    limits: { max_source_bytes, max_resource_read_bytes, max_source_pixels },
  };
}

function capabilities(facts: CapabilityFacts, settings: Settings): Record<string, Capability> {
  const ready = facts.providers.filter((provider) => provider.ready).length;
  const raster = packageProblems(facts, ['sharp']);
  const gdal = packageProblems(facts, ['gdal-async']);
  const noRoot: Requirement[] =
    settings.allowed_roots.length > 0
      ? []
      : [{ kind: 'setting', text: 'At least one allowed filesystem root in GEOMAP_MCP_ALLOWED_ROOTS.' }];
  const noProvider: Requirement[] = ready > 0 ? [] : [{ kind: 'asset', text: 'At least one ready knowledge provider.' }];
  return {
    map_registration: capability({
      installed: raster.length === 0,
      configured: noRoot.length === 0,
      missing: [...noRoot, ...raster],
    }),
    // Labels, title and scale need OCR; without it processing works and says what it did not read.
    map_processing: { ...mapProcessing(facts, settings.detector), text_reading: facts.textReading },
    detector_preparation: preparation('detectors', facts, settings),
    knowledge_preparation: preparation('knowledge', facts, settings),
    georeferencing: capability({ installed: true, configured: true, missing: [] }),
    knowledge_query: {
      ...capability({ installed: true, configured: ready > 0, missing: noProvider }),
      ready_provider_count: ready,
      registered_provider_count: facts.providers.length,
    },
    // SVG needs no native package; the picture on the map does, and its absence is said apart (W-69).
    overlay_rendering: {
      ...capability({ installed: true, configured: true, missing: [] }),
      formats: { svg: true, png: raster.length === 0 },
    },
    // Text formats need no package; `formats` says which of the others can be written.
    export: {
      ...capability({ installed: gdal.length === 0, configured: true, missing: gdal }),
      formats: formatReadiness(gdal.length === 0),
    },
  };
}

/** The built-in detector needs no asset; `auto` uses PEACE when it is there (D25). */
export function mapProcessing(
  facts: Pick<CapabilityFacts, 'failures' | 'probeProblem' | 'weights'>,
  detector: Settings['detector'],
): Capability {
  const peace = detector === 'peace';
  const packages = packageProblems(facts, peace ? ['sharp', 'onnxruntime-node'] : ['sharp']);
  const weights: Requirement[] = peace
    ? [
        ...(facts.weights.component ? [] : [weightsRequirement('component')]),
        ...(facts.weights.legend ? [] : [weightsRequirement('legend')]),
      ]
    : [];
  return capability({ installed: packages.length === 0, configured: weights.length === 0, missing: [...packages, ...weights] });
}

function preparation(kind: 'detectors' | 'knowledge', facts: CapabilityFacts, settings: Settings): Capability {
  const exposed = settings.gates[kind];
  const managedPaths = facts.managed[kind];
  const missing = preparationRequirements(kind, { exposed, managedPaths });
  return { ...capability({ installed: true, configured: managedPaths, missing }), registered: exposed };
}

function packageProblems(
  facts: Pick<CapabilityFacts, 'failures' | 'probeProblem'>,
  needed: readonly ProbedPackage[],
): Requirement[] {
  if (facts.probeProblem !== null) return [facts.probeProblem];
  return facts.failures.filter((failure) => needed.includes(failure.probed)).map(packageRequirement);
}

const loads = (facts: CapabilityFacts, name: ProbedPackage): boolean =>
  facts.probeProblem === null && facts.failures.every((failure) => failure.probed !== name);

function capability(state: {
  readonly installed: boolean;
  readonly configured: boolean;
  readonly missing: readonly Requirement[];
}): Capability {
  const { installed, configured, missing } = state;
  return {
    registered: true,
    installed,
    configured,
    ready: installed && configured && missing.length === 0,
    missing_requirements: missing.map((item) => item.text),
  };
}
