import type { FaultTrace } from '../../domain/knowledge/fault.ts';
import { readFaults } from '../../domain/knowledge/fault-geojson.ts';
import { byName } from '../../domain/knowledge/fault-record.ts';
import type { Asset } from '../../domain/knowledge/ports.ts';
import { FAULT_STORE, type FaultReader } from '../../platform/store/knowledge/fault-store.ts';
import { readGeoPackage } from '../../platform/store/knowledge/geopackage.ts';
import { readUnchanged } from './asset-file.ts';
import { parseJsonFile, wrongShape } from './json-file.ts';
import { isShapefile, readShapefile, shapefileCompanions } from './shapefile.ts';
import type { Collector, StoredKind } from './stored-assets.ts';

function featuresOf(content: Buffer, asset: Asset): readonly unknown[] {
  const value = parseJsonFile(content, asset);
  if (typeof value === 'object' && value !== null && 'features' in value && Array.isArray(value.features)) return value.features;
  throw wrongShape(asset, 'it is no GeoJSON FeatureCollection');
}

/** The features of a file by what it is, whatever it is called. */
async function readFeatures(path: string, asset: Asset): Promise<readonly unknown[]> {
  const content = await readUnchanged(path, asset);
  if (content.subarray(0, 16).toString('latin1') === 'SQLite format 3\0') return readGeoPackage(content, asset.name);
  return isShapefile(content) ? readShapefile(content, path, asset) : featuresOf(content, asset);
}

/** Reads fault traces of GeoJSON, a GeoPackage or a shapefile, one per identity, by name. Throws `unknown_provider` (provider_failed). */
const collectFaults: Collector<readonly FaultTrace[]> = async ({ path, asset }, step) => {
  await step(0);
  // The features are not named: they take as much memory as the faults and are not needed beside them.
  const faults = readFaults(await readFeatures(path, asset));
  await step(0.9);
  return faults.toSorted(byName);
};

export const FAULT_FILES: StoredKind<readonly FaultTrace[], FaultReader> = {
  kind: 'faults',
  format: FAULT_STORE,
  collect: collectFaults,
  companions: shapefileCompanions,
};
