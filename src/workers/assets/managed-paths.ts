import { join } from 'node:path';
import type { Settings } from '../../domain/settings/settings.ts';
import { canonicalPath } from '../../platform/environment-values.ts';

/** Whether the configured paths are those that the prepare tools install to (contract 3.3, 4.4, 4.5). */
export function managedPaths(settings: Settings): { readonly detectors: boolean; readonly knowledge: boolean } {
  const same = (configured: string, managed: string): boolean =>
    canonicalPath(configured) === canonicalPath(join(settings.data_root, managed));
  const { knowledge } = settings;
  const files = [
    [knowledge.root, ''],
    [knowledge.earthquake_csv, 'earthquake_1970_4.5mag.csv'],
    [knowledge.active_fault_geojson, 'gem_active_faults_harmonized.geojson'],
    [knowledge.k2_rock_type_json, 'k2_rock_type.json'],
    [knowledge.k2_rock_age_json, 'k2_rock_age.json'],
    [knowledge.k2_rock_detail_json, 'k2_rock_detail.json'],
    [knowledge.k2_usage_json, 'k2_usage.json'],
    [knowledge.k2_expertise_json, 'k2_expertise.json'],
  ] as const;
  return {
    detectors: same(settings.model_root, 'assets/models'),
    knowledge: files.every(([configured, name]) => same(configured, join('assets/knowledge', name))),
  };
}
