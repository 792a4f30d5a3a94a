import type { KnowledgeItem } from '../../documents/knowledge.ts';
import type { Box } from '../../geo/wrap.ts';
import { providerFailed } from '../failures.ts';
import { call, constant, dictionary, type EarthEngineNode, expressionOf, requireEarthEngine } from '../live/earth-engine.ts';
import { boxAreaKm2, reduceRegion, scaleFor } from '../live/earth-engine-region.ts';
import { isObject } from '../live/json-answer.ts';
import * as live from '../live/live-messages.ts';
import { definePlainProvider } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';

const ID = 'population_density';
const BAND = 'population';

/** Collections that hold one image per country and year: the year that is asked for, and the pixel of their own grid, m (KW-36). */
const KNOWN: Readonly<Record<string, { readonly year: number; readonly pixel: number }>> = {
  'WorldPop/GP/100m/pop': { year: 2020, pixel: 92.766_242_327_727_97 },
};

/** The images of one year, or all when the dataset is not known. */
function collectionOf(dataset: string): EarthEngineNode {
  const collection = call('ImageCollection.load', { id: constant(dataset) });
  const year = KNOWN[dataset]?.year;
  if (year === undefined) return collection;
  const filter = call('Filter.equals', { leftField: constant('year'), rightValue: constant(year) });
  return call('Collection.filter', { collection, filter });
}

const select = (input: EarthEngineNode): EarthEngineNode => call('Image.select', { input, bandSelectors: constant([BAND]) });

/** People per pixel summed over a box, and the pixel of the dataset's own grid: a coarser sum counts each pixel for several. */
function questionOf(box: Box, dataset: string, terms: { readonly scale: number; readonly maxPixels: number }): EarthEngineNode {
  const collection = collectionOf(dataset);
  const image = select(call('ImageCollection.mosaic', { collection }));
  const first = select(call('Collection.first', { collection }));
  return dictionary({
    sum: reduceRegion(box, { image, reducer: 'Reducer.sum', ...terms }),
    pixel: call('Projection.nominalScale', { proj: call('Image.projection', { image: first }) }),
  });
}

/** People in one box. Throws `unknown_provider` (provider_failed) for an answer without the two numbers. */
function peopleOf(result: unknown, scale: number): number {
  const sum = isObject(result) && isObject(result.sum) ? (result.sum[BAND] ?? 0) : undefined;
  const pixel = isObject(result) ? result.pixel : undefined;
  if (typeof sum !== 'number' || typeof pixel !== 'number' || !(pixel > 0)) throw providerFailed(live.cutAnswer('Earth Engine'));
  return sum * (scale / pixel) ** 2;
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Population of an area by Earth Engine (contract/knowledge.md 3.6). */
export const populationDensity = definePlainProvider({
  ...PROVIDER_TABLE.population_density,
  defaultLimit: () => 50,
  query: async ({ parts, signal }, ports) => {
    requireEarthEngine(ID, ports.earthEngine);
    const { settings } = ports;
    const dataset = settings.earthengine_population_dataset;
    const maxPixels = settings.earthengine_max_pixels;
    const known = KNOWN[dataset];
    // The dataset's own grid sums exactly; a scale near it would only blur it.
    const wanted = known !== undefined && settings.earthengine_scale < 2 * known.pixel ? known.pixel : settings.earthengine_scale;
    const scale = scaleFor(parts, wanted, maxPixels);
    const results = await Promise.all(
      parts.map((box) =>
        ports.earthEngine.compute({ expression: expressionOf(questionOf(box, dataset, { scale, maxPixels })), signal }),
      ),
    );
    const people = results.reduce<number>((sum, result) => sum + peopleOf(result, scale), 0);
    const area = Math.max(
      1e-6,
      parts.reduce((sum, box) => sum + boxAreaKm2(box), 0),
    );
    const density = round(people / area, 2);
    const label = `${density} people/km^2`;
    const item: KnowledgeItem = {
      id: `${ID}:${ID}`,
      key: ID,
      provider: ID,
      value: { population_total: people, area_km2: round(area, 6), density_people_per_km2: density, label },
      summary: live.populationFound(label),
      source: dataset,
      record_count: 1,
      returned_count: 1,
      truncated: false,
      provenance: {
        dataset_id: dataset,
        project: settings.earthengine_project,
        scale,
        max_pixels: maxPixels,
        year: known?.year ?? null,
        retrieved_at: ports.now(),
        source_mode: 'live',
      },
    };
    const warnings = [
      ...(known === undefined ? [live.mixedYears(dataset)] : []),
      ...(scale > wanted ? [live.coarserScale(scale, wanted)] : []),
    ];
    return { items: [item], warnings, version: `1@earthengine:${dataset}` };
  },
});
