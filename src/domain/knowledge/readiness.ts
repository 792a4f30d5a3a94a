import type { ProviderRecord } from '../documents/catalog.ts';
import { type Gates, providerRemedy } from '../errors/routes.ts';
import { earthEngineNeeds } from './live/earth-engine-needs.ts';
import { PROVIDER_FACTS, type ProviderFacts, type ProviderId } from './provider-table.ts';

/** Which knowledge files exist, and which packages and settings are there. Existence only: nothing is opened or asked. */
export type KnowledgeFacts = {
  /** The configured CSV, or a mirror of the USGS catalogue. */
  readonly earthquakes: boolean;
  /** The configured GeoJSON, or a mirror of the GEM traces. */
  readonly faults: boolean;
  readonly rockDetail: boolean;
  readonly usage: boolean;
  readonly expertise: boolean;
  /** The package that signs requests to Earth Engine can be found. */
  readonly earthEnginePackage: boolean;
  readonly earthEngineProject: boolean;
  /** The key file exists. */
  readonly earthEngineCredentials: boolean;
};

type State = { readonly installed: boolean; readonly configured: boolean; readonly missing: readonly string[] };

const READY: State = { installed: true, configured: true, missing: [] };

/**
 * The ten provider records in registration order (contract/knowledge.md 2.1). A necessary condition for an answer, not a
 * sufficient one. Rock lookups have a built-in dictionary (D32), text providers need no model (D33), HTTP is built in.
 */
export function providerReadiness(facts: KnowledgeFacts, gates: Gates): readonly ProviderRecord[] {
  const peace = (exists: boolean): State =>
    exists ? READY : { installed: true, configured: false, missing: [providerRemedy('PEACE knowledge base', gates)] };
  const states = {
    rock_type: READY,
    rock_age: READY,
    earthquake_history: facts.earthquakes
      ? READY
      : { installed: true, configured: false, missing: [providerRemedy('USGS earthquake data', gates)] },
    active_faults: facts.faults
      ? READY
      : { installed: true, configured: false, missing: [providerRemedy('GEM active-fault data', gates)] },
    mineral_occurrences: READY,
    landcover_distribution: earthEngine(facts),
    population_density: earthEngine(facts),
    rock_knowledge: peace(facts.rockDetail),
    component_usage_knowledge: peace(facts.usage),
    downstream_task_knowledge: peace(facts.expertise),
  } as const satisfies Record<ProviderId, State>;
  const stateOf = new Map<string, State>(Object.entries(states));
  return PROVIDER_FACTS.map((provider) => record(provider, stateOf.get(provider.id) ?? READY));
}

function earthEngine(facts: KnowledgeFacts): State {
  const [installed, configured] = [facts.earthEnginePackage, facts.earthEngineProject && facts.earthEngineCredentials];
  const missing = earthEngineNeeds({
    package: installed,
    project: facts.earthEngineProject,
    credentials: facts.earthEngineCredentials,
  });
  return { installed, configured, missing };
}

function record(provider: ProviderFacts, state: State): ProviderRecord {
  return {
    id: provider.id,
    name: provider.name,
    output_keys: [...provider.outputKeys],
    supported_requests: [...provider.requests],
    default_enabled: provider.defaultEnabled,
    registered: true,
    installed: state.installed,
    configured: state.configured,
    ready: state.installed && state.configured && state.missing.length === 0,
    missing_requirements: [...state.missing],
  };
}
