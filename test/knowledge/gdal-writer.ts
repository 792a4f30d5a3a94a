import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';

type Written = { readonly local: string; readonly all?: readonly { readonly local: string }[] };
type Wasm = {
  readonly open: (path: string) => Promise<{ readonly datasets: readonly object[] }>;
  readonly close: (dataset: object) => Promise<void>;
  readonly ogr2ogr: (dataset: object, options: readonly string[]) => Promise<Written>;
  readonly getFileBytes: (file: string) => Promise<Uint8Array>;
};

const requireFrom = createRequire(import.meta.url);
let started: Promise<Wasm> | undefined;

const start = (): Promise<Wasm> => {
  const init: (options: object) => Promise<Wasm> = requireFrom('gdal3.js/node');
  const folder = requireFrom.resolve('gdal3.js').split(sep).slice(0, -1).join(sep);
  started ??= init({ path: relative(process.cwd(), folder), useWorker: false });
  return started;
};

/** A file of features in another format, written by GDAL; several files (`.shp`, `.dbf`, ...) by the ends of their names. */
export async function convertFeatures(path: string, options: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const wasm = await start();
  const { datasets } = await wasm.open(path);
  const [dataset] = datasets;
  if (dataset === undefined) throw new Error('the file holds no layer');
  const written = await wasm.ogr2ogr(dataset, options);
  const files = new Map<string, Uint8Array>();
  for (const { local } of written.all ?? [written])
    files.set(local.slice(local.lastIndexOf('.')), await wasm.getFileBytes(local));
  await wasm.close(dataset);
  return files;
}
