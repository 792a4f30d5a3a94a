import { stat } from 'node:fs/promises';
import type { MapRecord } from '../../domain/catalog/records.ts';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import { openSource, resolveSource } from '../../platform/files/source-path.ts';
import type { HandlerContext } from '../handler.ts';
import { digest, sourcePolicy, stamp } from './inspect-source.ts';

/**
 * The map with the digest of its file as it is now, for calls that use a fit and never open the picture: size and time are looked
 * at, and the file is read only when one of them differs (D14). Nothing is stored; the catalogue learns the new facts when the picture is
 * next opened. A file that is gone or may not be read leaves the map as it is known.
 */
export async function watchSource(
  map: MapRecord,
  { settings, signal }: Pick<HandlerContext, 'settings' | 'signal'>,
): Promise<MapRecord> {
  try {
    const path = await resolveSource(map.path, sourcePolicy(settings), { home: '/', folder: '/' });
    const found = stamp(await stat(path));
    if (found.bytes === map.bytes && found.mtimeMs === map.mtimeMs) return map;
    const handle = await openSource(path, sourcePolicy(settings));
    return { ...map, sha256: await digest(handle, signal).finally(() => handle.close()) };
  } catch (error) {
    if (isGeomapError(error) && error.code !== 'cancelled') return map;
    throw error;
  }
}
