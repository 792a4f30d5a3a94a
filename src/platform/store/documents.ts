import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { bundleUri, georefUri } from '../../domain/catalog/handles.ts';
import { writeAtomic } from '../files/atomic-write.ts';

/** 32 lower-case hex characters. */
export const newId = (): string => randomBytes(16).toString('hex');

type Written = { readonly uri: string; readonly path: string; readonly bytes: number };

const toText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

/** `<state>/maps/<map id>/georef/<revision>.json` */
export function writeGeoref(
  stateRoot: string,
  georef: { readonly mapId: string; readonly revision: number; readonly document: unknown },
): Written {
  const path = join(stateRoot, 'maps', georef.mapId, 'georef', `${georef.revision}.json`);
  return { uri: georefUri(georef.mapId, georef.revision), path, bytes: writeAtomic(path, toText(georef.document)) };
}

/** `<state>/bundles/<id>.json` under a fresh ID; `make` gets the URI. */
export function writeBundle(stateRoot: string, make: (uri: string) => unknown): Written & { readonly id: string } {
  const id = newId();
  const uri = bundleUri(id);
  const path = join(stateRoot, 'bundles', `${id}.json`);
  return { id, uri, path, bytes: writeAtomic(path, toText(make(uri))) };
}
