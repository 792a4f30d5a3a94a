import { PROBED_PACKAGES } from '../../domain/catalog/capabilities.ts';
import { createEpsgDefinitions } from '../adapters/epsg-definitions.ts';
import { createGlyphSource } from '../adapters/font.ts';
import { loadGdal } from '../adapters/gdal-binding.ts';
import { createGdalRaster } from '../adapters/gdal-raster.ts';
import { createGdalVector } from '../adapters/gdal-vector.ts';
import { sharpHeader } from '../adapters/sharp-header.ts';
import { createSharpRaster } from '../adapters/sharp-raster.ts';
import type { Handlers } from '../handler.ts';
import { capabilitiesList } from '../handlers/capabilities-list.ts';
import { mapExport } from '../handlers/map-export.ts';
import { mapRegister } from '../handlers/map-register.ts';
import { overlayRender } from '../handlers/overlay-render.ts';
import { regionRead } from '../handlers/region-read.ts';
import { resourceList } from '../handlers/resource-list.ts';
import { resourceResolve } from '../handlers/resource-resolve.ts';
import { createPreflight } from '../preflight.ts';

/** Catalogue and rendering: what reads headers and draws pictures. */
export const createHandlers = (): Handlers => ({
  'capabilities.list': capabilitiesList({ preflight: createPreflight(Object.values(PROBED_PACKAGES)) }),
  'map.export': mapExport({
    header: sharpHeader,
    raster: createSharpRaster(),
    definitions: createEpsgDefinitions(),
    geoRaster: createGdalRaster(),
    geoVector: createGdalVector(),
    loadGdal,
  }),
  'map.register': mapRegister({ header: sharpHeader }),
  'overlay.render': overlayRender({
    header: sharpHeader,
    raster: createSharpRaster(),
    glyphs: createGlyphSource(),
    definitions: createEpsgDefinitions(),
  }),
  'region.read': regionRead({ header: sharpHeader, raster: createSharpRaster() }),
  'resource.list': resourceList(),
  'resource.resolve': resourceResolve(),
});
