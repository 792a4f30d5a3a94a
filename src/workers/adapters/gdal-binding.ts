import { createRequire } from 'node:module';
import type { SpatialReference } from 'gdal-async';
import type { ExportCrs } from '../../domain/export/map-frame.ts';

/** The package as it is loaded: never at start, because it is optional. */
export type Gdal = typeof import('gdal-async');

const requireFrom = createRequire(import.meta.url);

let loaded: Gdal | undefined;

/** By `require`: the package is CommonJS, and an import statement of something optional would fail at start. */
function load(): Gdal {
  const gdal: Gdal = requireFrom('gdal-async');
  // Nothing is written beside a file, and no file is opened over a network.
  gdal.config.set('GDAL_PAM_ENABLED', 'NO');
  gdal.config.set('GDAL_DISABLE_READDIR_ON_OPEN', 'EMPTY_DIR');
  gdal.config.set('GDAL_CACHEMAX', '192');
  return gdal;
}

/** Loads the binding once; throws the loader's own error where it is not there, and tries again at the next call. */
export function loadGdal(): Gdal {
  loaded ??= load();
  return loaded;
}

/** Reference of a CRS by its EPSG code, so that GDAL looks up nothing else; by its PROJ text where it has none. */
export function referenceOf(gdal: Gdal, crs: ExportCrs): SpatialReference {
  return crs.epsg === null ? gdal.SpatialReference.fromProj4(crs.proj) : gdal.SpatialReference.fromEPSG(crs.epsg);
}
