import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';

/*
 * GDAL compiled to WebAssembly (npm gdal3.js): another build, another version and other libraries than the binding that writes the
 * exports. Starting it takes about two seconds, so that a file of tests shares one.
 */

const infoSchema = z.looseObject({
  size: z.array(z.int()).length(2),
  geoTransform: z.array(z.number()).length(6).optional(),
  coordinateSystem: z.looseObject({ wkt: z.string() }).optional(),
  gcps: z
    .looseObject({
      coordinateSystem: z.looseObject({ wkt: z.string() }),
      gcpList: z.array(z.looseObject({ pixel: z.number(), line: z.number(), x: z.number(), y: z.number() })),
    })
    .optional(),
  metadata: z.record(z.string(), z.record(z.string(), z.string())),
  bands: z.array(
    z.looseObject({
      type: z.string(),
      colorInterpretation: z.string(),
      noDataValue: z.unknown().optional(),
      overviews: z.array(z.unknown()).optional(),
    }),
  ),
});

const layersSchema = z.looseObject({
  layers: z.array(
    z.looseObject({
      name: z.string(),
      featureCount: z.int(),
      geometryFields: z.array(z.looseObject({ type: z.string(), extent: z.array(z.number()) })),
      fields: z.array(z.looseObject({ name: z.string(), type: z.string() })),
    }),
  ),
});

type Opened = { readonly datasets: readonly (object & { readonly info: unknown })[] };
type Written = { readonly local: string };
type Wasm = {
  readonly open: (path: string) => Promise<Opened>;
  readonly close: (dataset: object) => Promise<void>;
  readonly gdal_translate: (dataset: object, options: readonly string[]) => Promise<Written>;
  readonly ogr2ogr: (dataset: object, options: readonly string[]) => Promise<Written>;
  readonly gdaltransform: (places: readonly (readonly number[])[], options: readonly string[]) => Promise<unknown>;
  readonly getFileBytes: (file: Written) => Promise<Uint8Array>;
};

const requireFrom = createRequire(import.meta.url);
let started: Promise<Wasm> | undefined;

const start = (): Promise<Wasm> => {
  const init: (options: object) => Promise<Wasm> = requireFrom('gdal3.js/node');
  const folder = requireFrom.resolve('gdal3.js').split(sep).slice(0, -1).join(sep);
  started ??= init({ path: relative(process.cwd(), folder), useWorker: false });
  return started;
};

const placesSchema = z.array(z.array(z.number()));

/** What another program says of a picture, with its samples: red, green, blue and, where there is one, alpha. */
export async function readRaster(path: string) {
  const wasm = await start();
  const { datasets } = await wasm.open(path);
  const [dataset] = datasets;
  if (dataset === undefined) throw new Error('the file holds no picture');
  const info = infoSchema.parse(dataset.info);
  const png = await wasm.getFileBytes(await wasm.gdal_translate(dataset, ['-of', 'PNG']));
  await wasm.close(dataset);
  const { data, info: shape } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): readonly number[] => {
    const start = (Math.floor(y) * shape.width + Math.floor(x)) * shape.channels;
    return [...data.subarray(start, start + shape.channels)];
  };
  return { ...info, width: shape.width, height: shape.height, channels: shape.channels, at };
}

/** A picture written by another program as a TIFF, with its options, such as `-gcp` and `-a_srs`. */
export async function translatedTiff(path: string, options: readonly string[]): Promise<Uint8Array> {
  const wasm = await start();
  const { datasets } = await wasm.open(path);
  const [dataset] = datasets;
  if (dataset === undefined) throw new Error('the file holds no picture');
  const bytes = await wasm.getFileBytes(await wasm.gdal_translate(dataset, ['-of', 'GTiff', ...options]));
  await wasm.close(dataset);
  return bytes;
}

/** Layers of a file of features, and its features as GeoJSON. */
export async function readVector(path: string) {
  const wasm = await start();
  const { datasets } = await wasm.open(path);
  const [dataset] = datasets;
  if (dataset === undefined) throw new Error('the file holds no layer');
  const info = layersSchema.parse(dataset.info);
  const text = Buffer.from(await wasm.getFileBytes(await wasm.ogr2ogr(dataset, ['-f', 'GeoJSON']))).toString('utf8');
  await wasm.close(dataset);
  return { ...info, collection: collectionSchema.parse(JSON.parse(text)) };
}

const collectionSchema = z.looseObject({
  features: z.array(
    z.looseObject({
      properties: z.record(z.string(), z.unknown()),
      geometry: z.looseObject({ type: z.string(), coordinates: z.unknown() }),
    }),
  ),
});

/** Places of one CRS in another, x first in both. */
export async function project(places: readonly (readonly number[])[], from: string, to: string): Promise<number[][]> {
  const wasm = await start();
  return placesSchema.parse(await wasm.gdaltransform(places, ['-s_srs', from, '-t_srs', to, '-output_xy']));
}
