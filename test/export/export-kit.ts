import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { GeorefRecord, MapRecord } from '../../src/domain/catalog/records.ts';
import type { ExportRequest } from '../../src/domain/documents/export.ts';
import { georeferenceRequestSchema } from '../../src/domain/documents/georef.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { loadGdal } from '../../src/workers/adapters/gdal-binding.ts';
import { createGdalRaster } from '../../src/workers/adapters/gdal-raster.ts';
import { createGdalVector } from '../../src/workers/adapters/gdal-vector.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import type { ExportDeps } from '../../src/workers/export/export-call.ts';
import type { HandlerContext } from '../../src/workers/handler.ts';
import { georefFit } from '../../src/workers/handlers/georef-fit.ts';
import { mapExport } from '../../src/workers/handlers/map-export.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { workspace } from '../catalog/handler-context.ts';

/** Why the tests of the formats that need GDAL are left out, or null. */
export const gdalAbsent = ((): string | null => {
  try {
    loadGdal();
    return null;
  } catch (error) {
    return `gdal-async does not load here (${error instanceof Error ? error.message.split('\n')[0] : 'unknown'}); run STRATIGRAPHIC_SETUP_GDAL=try npm run setup`;
  }
})();

if (gdalAbsent !== null) console.warn(`skipped: ${gdalAbsent}`);

export type GcpRow = readonly [pixelX: number, pixelY: number, worldX: number, worldY: number];

const definitions = createEpsgDefinitions();

/** Folders, a store, and the handlers that an export needs, all real. */
export function exportKit(change: Partial<ExportDeps> = {}) {
  const { maps, context, with: withSettings } = workspace();
  const deps: ExportDeps = {
    header: sharpHeader,
    raster: createSharpRaster(),
    definitions,
    geoRaster: createGdalRaster(),
    geoVector: createGdalVector(),
    loadGdal,
    ...change,
  };
  const handler = mapExport(deps);
  const folder = join(context.settings.cache_root, 'mcp/v1/exports');
  return {
    maps,
    context,
    withSettings,
    folder,
    files: (): readonly string[] => {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
    async register(name: string, bytes: Uint8Array): Promise<MapRecord> {
      writeFileSync(join(maps, name), bytes);
      const { payload } = await mapRegister({ header: sharpHeader })({ path: join(maps, name) }, context);
      const map = context.store.findMap(payload.map_id);
      if (map === undefined) throw new Error('the map was registered');
      return map;
    },
    async fit(map: MapRecord, crs: string, rows: readonly GcpRow[], transform?: string): Promise<GeorefRecord> {
      const gcps = rows.map(([pixel_x, pixel_y, world_x, world_y]) => ({ pixel_x, pixel_y, world_x, world_y }));
      const request = {
        crs,
        gcps,
        map_id: map.id,
        pixel_extent: [0, 0, map.width, map.height],
        ...(transform === undefined ? {} : { transform }),
      };
      await georefFit({ definitions })(georeferenceRequestSchema.parse(request), context);
      const record = context.store.findGeoref(map.id);
      if (record === undefined) throw new Error('the fit was stored');
      return record;
    },
    run: async (input: ExportRequest, over: HandlerContext = context) => handler(input, over),
    async path(input: ExportRequest): Promise<string> {
      const { payload } = await handler(input, context);
      return context.store.findExport(payload.export_uri)?.path ?? '';
    },
  };
}

export type ExportKit = ReturnType<typeof exportKit>;

/** Four quarters of different colours, each with a gradient, so that any turn, mirroring or shift shows. */
export async function quarters(width: number, height: number): Promise<Uint8Array> {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      data[(y * width + x) * 3] = x < width / 2 ? 40 : 200;
      data[(y * width + x) * 3 + 1] = y < height / 2 ? 60 : 180;
      data[(y * width + x) * 3 + 2] = Math.floor((x / width) * 200);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** The failure of a call, or null. */
export const refusal = (
  call: Promise<unknown>,
): Promise<{ code?: string; message?: string; facts?: { details?: object } } | null> =>
  call.then(
    () => null,
    (error: { code?: string; message?: string }) => error,
  );
