import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CapabilityFacts, ProbedPackage } from '../../domain/catalog/capabilities.ts';
import { type KnowledgeFacts, providerReadiness } from '../../domain/knowledge/readiness.ts';
import type { KnowledgeSettings, Settings } from '../../domain/settings/settings.ts';
import { textReadiness } from '../adapters/tesseract-reader.ts';
import { managedPaths } from '../assets/managed-paths.ts';
import { hasAuthPackage } from '../knowledge/earth-engine.ts';
import type { Preflight } from '../preflight.ts';

/** Looks at files and packages; opens none of the files and asks no network. */
export async function capabilityFacts(settings: Settings, preflight: Preflight<ProbedPackage>): Promise<CapabilityFacts> {
  const { failures, problem } = await preflight.check();
  const weights = (name: string): boolean => isFile(join(settings.model_root, name, 'weights/best.pt'));
  return {
    failures,
    probeProblem: problem,
    weights: { component: weights('det_component'), legend: weights('det_legend') },
    managed: managedPaths(settings),
    providers: providerReadiness(knowledgeFacts(settings.knowledge), settings.gates),
    textReading: await textReadiness(settings.ocr),
  };
}

function knowledgeFacts(knowledge: KnowledgeSettings): KnowledgeFacts {
  return {
    earthquakes: isFile(knowledge.earthquake_csv) || hasMirror(knowledge, 'usgs_fdsn_events'),
    faults: isFile(knowledge.active_fault_geojson) || hasMirror(knowledge, 'gem_global_active_faults'),
    rockDetail: isFile(knowledge.k2_rock_detail_json),
    usage: isFile(knowledge.k2_usage_json),
    expertise: isFile(knowledge.k2_expertise_json),
    earthEnginePackage: hasAuthPackage(),
    earthEngineProject: knowledge.earthengine_project !== null,
    earthEngineCredentials: isFile(knowledge.earthengine_credentials),
  };
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** A synced copy of a source, in any version. */
function hasMirror(knowledge: KnowledgeSettings, source: string): boolean {
  const folder = join(knowledge.sources_root, source);
  try {
    return readdirSync(folder).some((version) => isFile(join(folder, version, 'manifest.json')));
  } catch {
    return false;
  }
}
