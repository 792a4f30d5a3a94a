import Flatbush from 'flatbush';
import type { FaultTrace } from '../../domain/knowledge/fault.ts';
import { readFaults } from '../../domain/knowledge/fault-geojson.ts';
import { faultIndexBoxes, faultMeets } from '../../domain/knowledge/fault-match.ts';
import { byName } from '../../domain/knowledge/fault-record.ts';
import type { Asset, FaultCatalogue } from '../../domain/knowledge/ports.ts';
import { parseJsonFile, wrongShape } from './json-file.ts';

function featuresOf(content: unknown): readonly unknown[] | null {
  if (typeof content !== 'object' || content === null || !('features' in content)) return null;
  return Array.isArray(content.features) ? content.features : null;
}

/** A catalogue of faults, sorted once, with a static R-tree over their boxes; one that wraps has two. */
export function catalogueOfFaults(given: readonly FaultTrace[], asset: Asset): FaultCatalogue {
  const faults = given.toSorted(byName);
  const boxes = faults.flatMap((fault, at) => faultIndexBoxes(fault).map((box) => ({ at, box })));
  const index = boxes.length > 0 ? new Flatbush(boxes.length) : null;
  for (const { box } of boxes) index?.add(box.min_lon, box.min_lat, box.max_lon, box.max_lat);
  index?.finish();
  return {
    asset,
    mirror: null,
    warnings: [],
    search: (parts) => {
      const near = new Set<number>();
      for (const part of parts) {
        for (const at of index?.search(part.min_lon, part.min_lat, part.max_lon, part.max_lat) ?? [])
          near.add(boxes[at]?.at ?? -1);
        // The meridian of 180 is one line: what ends on its other side touches a part that ends on it.
        for (const edge of part.max_lon === 180 ? [-180] : part.min_lon === -180 ? [180] : []) {
          for (const at of index?.search(edge, part.min_lat, edge, part.max_lat) ?? []) near.add(boxes[at]?.at ?? -1);
        }
      }
      return faults.filter((fault, at) => near.has(at) && faultMeets(fault, parts));
    },
  };
}

/** Parses a GeoJSON FeatureCollection of fault traces. Throws `unknown_provider` (provider_failed). */
export function parseFaultFile(content: Buffer, asset: Asset): FaultCatalogue {
  const features = featuresOf(parseJsonFile(content, asset));
  if (features === null) throw wrongShape(asset, 'it is no GeoJSON FeatureCollection');
  return catalogueOfFaults(readFaults(features), asset);
}
