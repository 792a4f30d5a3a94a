/** What a provider can be asked with. */
export type RequestKind = 'bounds' | 'legend_labels' | 'query_text';

/** What everybody may know about a provider without running it (contract/knowledge.md 2). */
export type ProviderFacts = {
  readonly id: string;
  readonly name: string;
  readonly outputKeys: readonly string[];
  readonly requests: readonly RequestKind[];
  /** Asked without being named. */
  readonly defaultEnabled: boolean;
};

const facts = (id: string, name: string, request: RequestKind, defaultEnabled: boolean) =>
  ({ id, name, outputKeys: [id], requests: [request], defaultEnabled }) satisfies ProviderFacts;

/** The ten providers in registration order, which is also the order of execution and of the capability list. */
export const PROVIDER_TABLE = {
  rock_type: facts('rock_type', 'Rock type', 'legend_labels', true),
  rock_age: facts('rock_age', 'Rock age', 'legend_labels', true),
  earthquake_history: facts('earthquake_history', 'Earthquake history', 'bounds', true),
  active_faults: facts('active_faults', 'Active faults', 'bounds', true),
  mineral_occurrences: facts('mineral_occurrences', 'Mineral occurrences', 'bounds', false),
  landcover_distribution: facts('landcover_distribution', 'Landcover distribution', 'bounds', false),
  population_density: facts('population_density', 'Population density', 'bounds', false),
  rock_knowledge: facts('rock_knowledge', 'K2 semantic rock knowledge', 'query_text', false),
  component_usage_knowledge: facts('component_usage_knowledge', 'K2 component usage knowledge', 'query_text', false),
  downstream_task_knowledge: facts('downstream_task_knowledge', 'K2 downstream task knowledge', 'query_text', false),
} as const satisfies Record<string, ProviderFacts>;

export type ProviderId = keyof typeof PROVIDER_TABLE;

/** The same facts as a list, in order. */
export const PROVIDER_FACTS: readonly ProviderFacts[] = Object.values(PROVIDER_TABLE);
