import type { Layer } from 'gdal-async';
import type { ExportFeature, ExportGeometry, PropertyValue } from '../../domain/export/features.ts';
import type { GeoVectorPort, VectorFacts } from '../../domain/export/geo-vector.ts';
import { type Gdal, loadGdal } from './gdal-binding.ts';

const WGS84 = 4326;
/** Columns that a GeoPackage has already. */
const TAKEN: ReadonlySet<string> = new Set(['fid', 'geom', 'feature_id', 'name']);

type Column = { readonly member: string; readonly column: string; readonly numeric: boolean };

/** One column per member; SQLite does not tell upper from lower case, so that a second spelling gets a number. */
function columnsOf(features: readonly ExportFeature[]): readonly Column[] {
  const members = new Set(features.flatMap(({ properties }) => Object.keys(properties)));
  const used = new Set<string>(TAKEN);
  return [...members].map((member) => {
    let column = member;
    for (let at = 2; used.has(column.toLowerCase()); at += 1) column = `${member}_${at}`;
    used.add(column.toLowerCase());
    const values = features.map(({ properties }) => properties[member]).filter((value) => value !== undefined);
    return { member, column, numeric: values.every((value) => typeof value === 'number') };
  });
}

const textOf = (value: PropertyValue): string => (typeof value === 'string' ? value : String(value));

const kindOf = (gdal: Gdal, features: readonly ExportFeature[]): number => {
  const kinds = new Set<ExportGeometry['type']>(features.map(({ geometry }) => geometry.type));
  const [only] = kinds;
  if (kinds.size !== 1 || only === undefined) return gdal.wkbUnknown;
  return { Point: gdal.wkbPoint, MultiLineString: gdal.wkbMultiLineString, MultiPolygon: gdal.wkbMultiPolygon }[only];
};

function addFeature(gdal: Gdal, layer: Layer, feature: ExportFeature, columns: readonly Column[]): void {
  const row = new gdal.Feature(layer);
  row.fields.set('feature_id', feature.id);
  row.fields.set('name', feature.name);
  for (const { member, column, numeric } of columns) {
    const value = feature.properties[member];
    if (value !== undefined) row.fields.set(column, numeric ? value : textOf(value));
  }
  row.setGeometry(gdal.Geometry.fromGeoJson(feature.geometry));
  layer.features.add(row);
}

async function write(path: string, name: string, features: readonly ExportFeature[]): Promise<void> {
  const gdal = loadGdal();
  const dataset = await gdal.drivers.get('GPKG').createAsync(path, 0, 0, 0, gdal.GDT_Unknown);
  try {
    const layer = dataset.layers.create(name, gdal.SpatialReference.fromEPSG(WGS84), kindOf(gdal, features));
    const columns = columnsOf(features);
    layer.fields.add(new gdal.FieldDefn('feature_id', gdal.OFTString));
    layer.fields.add(new gdal.FieldDefn('name', gdal.OFTString));
    for (const { column, numeric } of columns) {
      layer.fields.add(new gdal.FieldDefn(column, numeric ? gdal.OFTReal : gdal.OFTString));
    }
    for (const feature of features) addFeature(gdal, layer, feature, columns);
    layer.flush();
  } finally {
    dataset.close();
  }
}

async function read(path: string): Promise<VectorFacts> {
  const gdal = loadGdal();
  const dataset = await gdal.openAsync(path, 'r', ['GPKG']);
  try {
    const layer = dataset.layers.get(0);
    const count = layer.features.count();
    const { minX, minY, maxX, maxY } = count > 0 ? layer.getExtent() : { minX: 0, minY: 0, maxX: 0, maxY: 0 };
    const code = layer.srs?.getAuthorityCode('GEOGCS');
    return { count, extent: count > 0 ? [minX, minY, maxX, maxY] : null, epsg: code ? Number(code) : null };
  } finally {
    dataset.close();
  }
}

/** The vector port over gdal-async, which is loaded at the first use. */
export const createGdalVector = (): GeoVectorPort => ({ write, read });
