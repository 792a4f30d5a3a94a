import type { KnowledgeItem } from '../../documents/knowledge.ts';
import { call, constant, expressionOf, requireEarthEngine } from '../live/earth-engine.ts';
import { reduceRegion, scaleFor } from '../live/earth-engine-region.ts';
import { isObject } from '../live/json-answer.ts';
import { className, landcoverClass } from '../live/landcover-classes.ts';
import * as live from '../live/live-messages.ts';
import { definePlainProvider } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';

const ID = 'landcover_distribution';
const BAND = 'Map';

/** Counts by class code of the histograms of all parts; a part without pixels has null in place of its histogram. */
function addCounts(results: readonly unknown[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const result of results) {
    const histogram = isObject(result) && isObject(result[BAND]) ? result[BAND] : {};
    for (const [code, count] of Object.entries(histogram))
      if (typeof count === 'number' && count > 0) counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return counts;
}

const byCode = ([a]: readonly [string, number], [b]: readonly [string, number]): number => Number(a) - Number(b);

/** Shares of the pixels in percent, by ascending class code (contract/knowledge.md 3.5). */
function sharesOf(counts: ReadonlyMap<string, number>) {
  const total = Math.max(
    1,
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  );
  return [...counts].sort(byCode).map(([code, count]) => ({
    code: Number(code),
    name: className(code),
    name_zh: landcoverClass(code)?.zh ?? null,
    percent: Math.round((count / total) * 100_000) / 1000,
  }));
}

/** Land cover shares of an area by Earth Engine (contract/knowledge.md 3.5). */
export const landcoverDistribution = definePlainProvider({
  ...PROVIDER_TABLE.landcover_distribution,
  defaultLimit: () => 50,
  query: async ({ parts, signal }, ports) => {
    requireEarthEngine(ID, ports.earthEngine);
    const { settings } = ports;
    const dataset = settings.earthengine_landcover_dataset;
    const maxPixels = settings.earthengine_max_pixels;
    const scale = scaleFor(parts, settings.earthengine_scale, maxPixels);
    const image = call('ImageCollection.mosaic', { collection: call('ImageCollection.load', { id: constant(dataset) }) });
    const reduction = { image, reducer: 'Reducer.frequencyHistogram', scale, maxPixels };
    const results = await Promise.all(
      parts.map((box) => ports.earthEngine.compute({ expression: expressionOf(reduceRegion(box, reduction)), signal })),
    );
    const shares = sharesOf(addCounts(results));
    const item: KnowledgeItem = {
      id: `${ID}:${ID}`,
      key: ID,
      provider: ID,
      value: Object.fromEntries(shares.map(({ name, percent }) => [name, percent])),
      summary: shares.length > 0 ? live.landcoverFound(shares.length) : live.landcoverNone(),
      source: dataset,
      record_count: shares.length,
      returned_count: shares.length,
      truncated: false,
      provenance: {
        dataset_id: dataset,
        project: settings.earthengine_project,
        scale,
        max_pixels: maxPixels,
        classes: shares,
        share_of: 'pixels of a grid of equal degrees',
        retrieved_at: ports.now(),
        source_mode: 'live',
      },
    };
    const warnings = [
      ...(scale > settings.earthengine_scale ? [live.coarserScale(scale, settings.earthengine_scale)] : []),
      ...(shares.length === 0 ? [live.landcoverNone()] : []),
    ];
    return { items: [item], warnings, version: `1@earthengine:${dataset}` };
  },
});
