import { dependencyMissing } from '../failures.ts';
import * as say from '../messages.ts';
import { definePlainProvider } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';

/** Population of an area from Earth Engine (contract/knowledge.md 3.6). Its client is not part of this version: the answer says so. */
export const populationDensity = definePlainProvider({
  ...PROVIDER_TABLE.population_density,
  defaultLimit: () => 50,
  query: async (_query, { settings }) => {
    throw dependencyMissing(say.earthEngineMissing('population_density', settings.earthengine_project !== null));
  },
});
