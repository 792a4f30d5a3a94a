import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import { firstUseWarnings, staleWarnings } from '../../domain/catalog/map-reference.ts';
import type { MapRecord } from '../../domain/catalog/records.ts';
import { type HeldSource, holdSource } from '../../platform/files/held-source.ts';
import { resolveSource } from '../../platform/files/source-path.ts';
import type { HandlerContext } from '../handler.ts';
import { digest, inspectHeld, sourcePolicy, stamp } from './inspect-source.ts';

export type CheckedSource = {
  /** With the facts of the file as it is now. */
  readonly map: MapRecord;
  /** `source_changed: …` when the stored processing or georeference came from another content, or the file is another than the registered one. */
  readonly warnings: readonly string[];
};

/** A checked source whose pixels are read: `path` names the held file, `checkUnchanged` is asked before a result is kept. */
export type OpenMap = CheckedSource & Pick<HeldSource, 'path' | 'checkUnchanged' | 'close'>;

/**
 * To be called before the pixels of a map are used: checks roots and links again (D17), then size and time, and reads the
 * digest only when one of them differs (D14). New facts are stored. The file is held until the caller closes it, so that all reading
 * sees one content. Throws what `inspectSource` throws.
 */
export async function openMap(map: MapRecord, context: HandlerContext, header: ImageHeaderPort): Promise<OpenMap> {
  const policy = sourcePolicy(context.settings);
  // The path was canonical when it was registered; by now a link may stand there, which has to lead inside too.
  const held = await holdSource(await resolveSource(map.path, policy, { home: '/', folder: '/' }), policy);
  try {
    const current = await currentFacts(map, held, { context, header });
    const run = current.runId === null ? undefined : context.store.findRun(current.runId);
    const stale = staleWarnings(current, { run, georef: context.store.findGeoref(current.id) });
    const warnings = stale.length > 0 ? stale : firstUseWarnings(map, current);
    const { path, checkUnchanged, close } = held;
    return { map: current, warnings, path, checkUnchanged, close };
  } catch (error) {
    await held.close();
    throw error;
  }
}

/** The same, for calls that only want to know. */
export async function checkSource(map: MapRecord, context: HandlerContext, header: ImageHeaderPort): Promise<CheckedSource> {
  const { map: current, warnings, close } = await openMap(map, context, header);
  await close();
  return { map: current, warnings };
}

type Checking = { readonly context: HandlerContext; readonly header: ImageHeaderPort };

async function currentFacts(map: MapRecord, held: HeldSource, { context, header }: Checking): Promise<MapRecord> {
  const { settings, signal, store } = context;
  const found = stamp(held.stats);
  if (found.bytes === map.bytes && found.mtimeMs === map.mtimeMs) return map;
  const sha256 = await digest(held.handle, signal);
  if (sha256 === map.sha256) {
    await held.checkUnchanged();
    return store.updateSource(map.id, { ...map, ...found });
  }
  const facts = await inspectHeld(held, { page: map.page, settings, signal }, header);
  return store.updateSource(map.id, { ...facts, path: map.path });
}
