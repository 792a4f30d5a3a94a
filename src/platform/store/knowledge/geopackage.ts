import Sqlite from 'better-sqlite3';
import { providerFailed } from '../../../domain/knowledge/failures.ts';
import * as say from '../../../domain/knowledge/messages.ts';
import { readGeoPackageGeometry } from '../../../domain/knowledge/wkb.ts';

type LayerRow = {
  readonly table_name: string;
  readonly column_name: string;
  readonly organization: string;
  readonly code: number;
};

const LAYERS = `SELECT c.table_name, g.column_name, s.organization, s.organization_coordsys_id AS code
  FROM gpkg_contents c JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
  JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id WHERE c.data_type = 'features' ORDER BY c.table_name`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const isWgs84 = ({ organization, code }: LayerRow): boolean =>
  (organization.toUpperCase() === 'EPSG' && code === 4326) || (organization.toUpperCase() === 'OGC' && code === 84);

function* featuresOf(database: Sqlite.Database, { table_name, column_name }: LayerRow): Iterable<unknown> {
  const rows = database.prepare<[], Readonly<Record<string, unknown>>>(`SELECT * FROM ${quoted(table_name)}`);
  for (const row of rows.iterate()) {
    const { [column_name]: blob, ...properties } = row;
    const geometry = Buffer.isBuffer(blob) ? readGeoPackageGeometry(blob) : null;
    const attributes = Object.entries(properties).filter(([, value]) => !Buffer.isBuffer(value));
    yield { type: 'Feature', properties: Object.fromEntries(attributes), geometry };
  }
}

/**
 * The features of a GeoPackage as GeoJSON, its feature tables in the order of their names. Throws `unknown_provider` (provider_failed)
 * for a file that is none, is cut off, or has another coordinate system than WGS 84.
 */
export function readGeoPackage(content: Buffer, name: string): readonly unknown[] {
  const broken = (problem: string, reason?: string) => providerFailed(say.assetBroken(name, problem), reason);
  let database: Sqlite.Database | null = null;
  try {
    database = new Sqlite(content);
    const layers = database.prepare<[], LayerRow>(LAYERS).all();
    if (layers.length === 0) throw broken('it is a GeoPackage without a table of features');
    const foreign = layers.find((layer) => !isWgs84(layer));
    if (foreign !== undefined) {
      const crs = `${foreign.organization}:${foreign.code}`;
      throw broken(`its coordinates are in ${say.quoted(crs)}; convert it to WGS 84 (EPSG:4326)`);
    }
    const source = database;
    return layers.flatMap((layer) => [...featuresOf(source, layer)]);
  } catch (error) {
    if (error instanceof Sqlite.SqliteError || error instanceof RangeError)
      throw broken('it is no readable GeoPackage, or a part of one', error.message);
    throw error;
  } finally {
    database?.close();
  }
}
