import { dependencyMissing } from '../failures.ts';
import * as say from '../messages.ts';
import { definePlainProvider } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';

/** Land cover shares from Earth Engine (contract/knowledge.md 3.5). Its client is not part of this version: the answer says so. */
export const landcoverDistribution = definePlainProvider({
  ...PROVIDER_TABLE.landcover_distribution,
  defaultLimit: () => 50,
  query: async (_query, { settings }) => {
    throw dependencyMissing(say.earthEngineMissing('landcover_distribution', settings.earthengine_project !== null));
  },
});
