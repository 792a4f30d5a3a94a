import { capabilitiesList } from './capabilities-list.ts';
import { detectorsPrepare } from './detectors-prepare.ts';
import { georefFit } from './georef-fit.ts';
import { knowledgePrepare } from './knowledge-prepare.ts';
import { knowledgeQuery } from './knowledge-query.ts';
import { legendEnrich } from './legend-enrich.ts';
import { mapExport } from './map-export.ts';
import { mapProcess } from './map-process.ts';
import { mapQuery } from './map-query.ts';
import { mapRegister } from './map-register.ts';
import { overlayRender } from './overlay-render.ts';
import { pointsTransform } from './points-transform.ts';
import { regionRead } from './region-read.ts';
import { resourceList } from './resource-list.ts';
import { resourceResolve } from './resource-resolve.ts';
import { unitsQuery } from './units-query.ts';

/** Every kind of job by name: one file and one line each. */
export const JOBS = {
  'capabilities.list': capabilitiesList,
  'detectors.prepare': detectorsPrepare,
  'georef.fit': georefFit,
  'knowledge.prepare': knowledgePrepare,
  'knowledge.query': knowledgeQuery,
  'legend.enrich': legendEnrich,
  'map.export': mapExport,
  'map.process': mapProcess,
  'map.query': mapQuery,
  'map.register': mapRegister,
  'overlay.render': overlayRender,
  'points.transform': pointsTransform,
  'region.read': regionRead,
  'resource.list': resourceList,
  'resource.resolve': resourceResolve,
  'units.query': unitsQuery,
} as const;

export type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
