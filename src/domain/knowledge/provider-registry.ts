import type { Provider } from './provider.ts';
import { activeFaults } from './providers/active-faults.ts';
import { componentUsageKnowledge } from './providers/component-usage-knowledge.ts';
import { downstreamTaskKnowledge } from './providers/downstream-task-knowledge.ts';
import { earthquakeHistory } from './providers/earthquake-history.ts';
import { landcoverDistribution } from './providers/landcover-distribution.ts';
import { mineralOccurrences } from './providers/mineral-occurrences.ts';
import { populationDensity } from './providers/population-density.ts';
import { rockAge } from './providers/rock-age.ts';
import { rockKnowledge } from './providers/rock-knowledge.ts';
import { rockType } from './providers/rock-type.ts';

/** All providers in the order of `PROVIDER_TABLE`: one file and one line each. */
export const PROVIDERS: readonly Provider[] = [
  rockType,
  rockAge,
  earthquakeHistory,
  activeFaults,
  mineralOccurrences,
  landcoverDistribution,
  populationDensity,
  rockKnowledge,
  componentUsageKnowledge,
  downstreamTaskKnowledge,
];
