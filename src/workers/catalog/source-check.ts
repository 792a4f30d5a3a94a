import { stat } from 'node:fs/promises';
import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import { staleWarnings } from '../../domain/catalog/map-reference.ts';
import type { MapRecord } from '../../domain/catalog/records.ts';
import { openSource, resolveSource } from '../../platform/files/source-path.ts';
import type { HandlerContext } from '../handler.ts';
import { digest, inspectSource, sourcePolicy, stamp } from './inspect-source.ts';

export type CheckedSource = {
  /** With the facts of the file as it is now. */
  readonly map: MapRecord;
  /** `source_changed: …` when the stored processing or georeference came from another content; else empty. */
  readonly warnings: readonly string[];
};

/**
 * To be called before the pixels of a map are used: checks roots and links again (D17), then size and time, and reads the
 * digest only when one of them differs (D14). New facts are stored. Throws what `inspectSource` throws.
 */
export async function checkSource(map: MapRecord, context: HandlerContext, header: ImageHeaderPort): Promise<CheckedSource> {
  const current = await currentFacts(map, context, header);
  const run = current.runId === null ? undefined : context.store.findRun(current.runId);
  const georef = context.store.findGeoref(current.id);
  return { map: current, warnings: staleWarnings(current, { run, georef }) };
}

async function currentFacts(map: MapRecord, context: HandlerContext, header: ImageHeaderPort): Promise<MapRecord> {
  const { settings, signal, store } = context;
  // The path was canonical when it was registered; by now a link may stand there, which has to lead inside too.
  const path = await resolveSource(map.path, sourcePolicy(settings), { home: '/', folder: '/' });
  const found = stamp(await stat(path));
  if (found.bytes === map.bytes && found.mtimeMs === map.mtimeMs) return map;
  const handle = await openSource(path, sourcePolicy(settings));
  const sha256 = await digest(handle, signal).finally(() => handle.close());
  if (sha256 === map.sha256) return store.updateSource(map.id, { ...map, ...found });
  const facts = await inspectSource({ path, page: map.page, settings, signal }, header);
  return store.updateSource(map.id, { ...facts, path: map.path });
}
