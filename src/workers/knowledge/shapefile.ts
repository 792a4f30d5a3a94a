import { readFile } from 'node:fs/promises';
import * as shapefile from 'shapefile';
import type { Asset } from '../../domain/knowledge/ports.ts';
import { wrongShape } from './json-file.ts';

const FILE_CODE = 9994;
const HEAD_BYTES = 100;

/** True for content that begins as the main file of a shapefile (ESRI, July 1998). */
export const isShapefile = (content: Buffer): boolean => content.length >= HEAD_BYTES && content.readInt32BE(0) === FILE_CODE;

const beside = (path: string, ending: string): string => path.replace(/\.shp$/i, ending);

/** Files beside a shapefile that say where it is and what its traces are called. */
export const shapefileCompanions = (path: string): readonly string[] =>
  /\.shp$/i.test(path) ? ['.prj', '.dbf'].map((ending) => beside(path, ending)) : [];

/** WGS 84 in degrees from Greenwich, as ESRI and OGC write it. */
const isWgs84 = (prj: string): boolean =>
  /^\s*GEOGCS\s*\[/i.test(prj) &&
  /DATUM\s*\[\s*"(?:D_)?WGS[_ ]?(?:19)?84"/i.test(prj) &&
  /PRIMEM\s*\[\s*"Greenwich"\s*,\s*0(?:\.0*)?\s*[\],]/i.test(prj) &&
  /UNIT\s*\[\s*"degree"/i.test(prj);

const companion = async (file: string): Promise<Buffer | null> => readFile(file).catch(() => null);

/** Throws `unknown_provider` (provider_failed) unless the coordinates are degrees on WGS 84; without a .prj their range has to fit. */
function checkPlace(content: Buffer, prj: Buffer | null, asset: Asset): void {
  if (prj !== null) {
    if (isWgs84(prj.toString('utf8'))) return;
    throw wrongShape(asset, 'its .prj names another coordinate system than WGS 84; convert it to EPSG:4326');
  }
  const [west, south, east, north] = [36, 44, 52, 60].map((at) => content.readDoubleLE(at));
  const fits =
    [west, east].every((lon = 999) => Math.abs(lon) <= 360) && [south, north].every((lat = 999) => Math.abs(lat) <= 90);
  if (!fits) throw wrongShape(asset, 'it has no .prj and its coordinates are no degrees; convert it to EPSG:4326');
}

async function readGeometries(content: Buffer): Promise<readonly unknown[]> {
  const source = await shapefile.openShp(content);
  const features: unknown[] = [];
  for (let next = await source.read(); !next.done; next = await source.read())
    features.push({ type: 'Feature', properties: null, geometry: next.value });
  return features;
}

async function readWithAttributes(content: Buffer, dbf: Buffer): Promise<readonly unknown[]> {
  const source = await shapefile.open(content, dbf, { encoding: 'utf-8' });
  const features: unknown[] = [];
  for (let next = await source.read(); !next.done; next = await source.read()) features.push(next.value);
  return features;
}

/**
 * The features of a shapefile as GeoJSON; attributes only when there is a .dbf beside it. Throws `unknown_provider` (provider_failed)
 * for a file that is cut off and for another coordinate system than WGS 84.
 */
export async function readShapefile(content: Buffer, path: string, asset: Asset): Promise<readonly unknown[]> {
  // The head gives the length in words of 16 bits.
  if (content.readInt32BE(24) * 2 !== content.length) throw wrongShape(asset, 'it is a shapefile that was cut off');
  const [prj, dbf] = await Promise.all(['.prj', '.dbf'].map((ending) => companion(beside(path, ending))));
  checkPlace(content, prj ?? null, asset);
  try {
    return dbf ? await readWithAttributes(content, dbf) : await readGeometries(content);
  } catch {
    throw wrongShape(asset, 'it is no readable shapefile');
  }
}
