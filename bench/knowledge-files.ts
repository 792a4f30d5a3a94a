import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openShp } from 'shapefile';
import { createRandomSource } from '../src/demo/random-source.ts';

/** Real data beside the repository. */
const SHARED = join(import.meta.dirname, '../../shared/data/knowledge');
export const EARTHQUAKES = 'earthquake_1970_4.5mag.csv';
export const FAULTS = 'gem_active_faults_harmonized.geojson';
const COPIED = [
  EARTHQUAKES,
  'k2_rock_type.json',
  'k2_rock_age.json',
  'k2_rock_detail.json',
  'k2_usage.json',
  'k2_expertise.json',
];
const SLIPS = ['Normal', 'Reverse', 'Dextral', 'Sinistral', 'Thrust', 'Strike-Slip', 'Subduction_Thrust', 'Dextral_Transform'];

export const hasKnowledgeData = (): boolean => existsSync(SHARED);

/** Traces of the real shapefile with the field names of the GEM file (contract/knowledge.md 8.5) and invented attributes of a fixed seed. */
async function inventFaults(): Promise<string> {
  const random = createRandomSource(5);
  const whole = (low: number, high: number): string => String(random.whole(low, high));
  const source = await openShp(join(SHARED, 'gem_faults_geometry.shp'));
  const features: string[] = [];
  for (let next = await source.read(); !next.done; next = await source.read()) {
    const id = features.length + 1;
    const properties = {
      ogc_fid: id,
      catalog_id: `BENCH_${id}`,
      catalog_name: `Catalogue ${whole(1, 12)}`,
      name: random.between(0, 1) < 0.4 ? null : `Fault ${whole(1, 6000)}`,
      slip_type: SLIPS[random.whole(0, SLIPS.length - 1)] ?? null,
      average_dip: `(${whole(30, 90)},,)`,
      average_rake: `(${whole(-180, 180)},,)`,
      dip_dir: ['N', 'E', 'S', 'W'][random.whole(0, 3)] ?? null,
      upper_seis_depth: '(0.0,,)',
      lower_seis_depth: `(${whole(8, 25)}.0,,)`,
      net_slip_rate: `(${whole(0, 9)}.${whole(0, 9)},${whole(0, 3)}.0,${whole(9, 12)}.0)`,
      activity_confidence: whole(1, 4),
      reference: `Author ${whole(1, 400)} (${whole(1980, 2020)}), invented`,
      notes: null,
    };
    features.push(JSON.stringify({ type: 'Feature', properties, geometry: next.value }));
  }
  return `{"type":"FeatureCollection","features":[${features.join(',\n')}]}`;
}

/** Puts the knowledge files into the folder of managed assets below the data root. Returns that folder. */
export async function installKnowledge(dataRoot: string): Promise<string> {
  const folder = join(dataRoot, 'assets/knowledge');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of COPIED) copyFileSync(join(SHARED, name), join(folder, name));
  writeFileSync(join(folder, FAULTS), await inventFaults());
  return folder;
}
