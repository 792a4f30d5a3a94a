import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { classifyImportFailure } from '../../domain/catalog/import-failure.ts';
import type { ExportRequest } from '../../domain/documents/export.ts';
import { gdalMissing, notForFormat } from '../../domain/export/export-fault.ts';
import { EXPORT_FORMATS } from '../../domain/export/formats.ts';
import type { ExportCall, ExportDeps, WrittenExport } from '../export/export-call.ts';
import { exportOutput } from '../export/export-output.ts';
import { exportFeatures } from '../export/feature-export.ts';
import { exportGeoreference } from '../export/georeference-export.ts';
import { georeferencedMap } from '../export/georeferenced-map.ts';
import { exportPicture } from '../export/picture-export.ts';
import type { Handler } from '../handler.ts';
import { makeCacheFolder } from '../overlay/write-cache-file.ts';

const newId = (): string => randomBytes(16).toString('hex');

/** `map.export`: write a file for other programs, read it back, and only then give out its handle (field report 9.6). */
export const mapExport =
  (deps: ExportDeps): Handler<'map.export'> =>
  async (input, context) => {
    checkRequest(input);
    const id = newId();
    const folder = join(context.settings.cache_root, 'mcp', 'v1', 'exports');
    const call: ExportCall = { ...deps, input, context, stem: join(folder, id), warnings: [] };
    const write = planWrite(call);
    makeCacheFolder(folder);
    try {
      const written = await write();
      context.signal.throwIfAborted();
      const { size } = await stat(written.path);
      const { path, mimeType, map, record } = written;
      const facts = { id, path, mimeType, bytes: size, format: input.format, mapId: map?.id ?? null };
      return exportOutput(context.store.addExport({ ...facts, revision: record?.revision ?? null }), written, call);
    } catch (error) {
      await removeFiles(call.stem);
      throw error;
    }
  };

/** What fails without a file is found out before anything is written. */
function planWrite(call: ExportCall): () => Promise<WrittenExport> | WrittenExport {
  const { input } = call;
  const { holds, gdal } = EXPORT_FORMATS[input.format];
  if (gdal) checkGdal(call);
  switch (holds) {
    case 'picture': {
      const found = georeferencedMap(call);
      return () => exportPicture(found, call);
    }
    case 'georeference':
      return () => exportGeoreference(call);
    case 'features':
      return () => exportFeatures(call);
    default:
      return holds satisfies never;
  }
}

function checkRequest(input: ExportRequest): void {
  const { holds } = EXPORT_FORMATS[input.format];
  if (input.bundle_uri !== undefined && holds !== 'features') {
    throw notForFormat('bundle_uri', input.format, 'A bundle is exported as geojson, geopackage or kml.');
  }
  if (input.target_crs !== undefined && input.format !== 'geotiff' && input.format !== 'cog') {
    throw notForFormat('target_crs', input.format, 'Only geotiff and cog are warped; features are always in WGS 84.');
  }
}

function checkGdal({ input, loadGdal }: ExportCall): void {
  try {
    loadGdal();
  } catch (error) {
    const link = error instanceof Error ? error : new Error('unknown failure');
    const code = 'code' in link && typeof link.code === 'string' ? link.code : null;
    const chain = [{ name: link.constructor.name, code, message: link.message.slice(0, 4000) }];
    throw gdalMissing(input.format, classifyImportFailure('gdal-async', chain));
  }
}

/** Everything that a failed call has written: the export, its drafts, and what GDAL put beside them. */
async function removeFiles(stem: string): Promise<void> {
  const folder = dirname(stem);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(basename(stem)))) await rm(join(folder, name), { force: true });
}
