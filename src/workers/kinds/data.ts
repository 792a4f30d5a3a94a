import { PROBED_PACKAGES } from '../../domain/catalog/capabilities.ts';
import { createEpsgDefinitions } from '../adapters/epsg-definitions.ts';
import type { Handlers } from '../handler.ts';
import { detectorsPrepare } from '../handlers/detectors-prepare.ts';
import { georefFit } from '../handlers/georef-fit.ts';
import { knowledgePrepare } from '../handlers/knowledge-prepare.ts';
import { knowledgeQuery } from '../handlers/knowledge-query.ts';
import { legendEnrich } from '../handlers/legend-enrich.ts';
import { mapQuery } from '../handlers/map-query.ts';
import { pointsTransform } from '../handlers/points-transform.ts';
import { unitsQuery } from '../handlers/units-query.ts';
import { createHttpClient } from '../knowledge/http-client.ts';
import { createKnowledgeLibrary } from '../knowledge/library.ts';
import { createPreflight } from '../preflight.ts';

/** Numbers, texts and the network: nothing that decodes a picture. */
export function createHandlers(): Handlers {
  const preflight = createPreflight(Object.values(PROBED_PACKAGES));
  const definitions = createEpsgDefinitions();
  const library = createKnowledgeLibrary();
  return {
    'detectors.prepare': detectorsPrepare({ preflight }),
    'georef.fit': georefFit({ definitions }),
    'knowledge.prepare': knowledgePrepare({ preflight }),
    'knowledge.query': knowledgeQuery({ library }),
    'legend.enrich': legendEnrich({ library }),
    'map.query': mapQuery({ library, definitions }),
    'points.transform': pointsTransform({ definitions }),
    'units.query': unitsQuery({ client: createHttpClient() }),
  };
}
