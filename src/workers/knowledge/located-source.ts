import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import { assetMissing } from '../../domain/knowledge/failures.ts';
import * as say from '../../domain/knowledge/messages.ts';
import type { Asset, MirrorFacts, Source } from '../../domain/knowledge/ports.ts';
import { findMirrors, type Mirror } from './mirror.ts';

type Located = { readonly asset: Asset; readonly mirror: MirrorFacts | null; readonly warnings: readonly string[] };
/** Opens a file; with `expected` (SHA-256) only when it has that content. */
type Open<T> = (path: string, expected?: string) => Promise<T>;

/** Codes of a mirror that is no good; what ends a call is none of the mirror's doing. */
const REFUSED: ReadonlySet<string> = new Set(['missing_knowledge_asset', 'unknown_provider']);

export type Place = {
  readonly sourceId: string;
  readonly sourcesRoot: string;
  /** The only version of the mirror that may be used; null for the best one. */
  readonly preferred: string | null;
  /** Configured file that stands in when there is no mirror; null for none. */
  readonly file: string | null;
};

/** The data of a mirror, or null when they cannot be read or are not those of its manifest. */
async function openMirror<T extends Located>({ file, sha256, facts }: Mirror, open: Open<T>): Promise<T | null> {
  try {
    return { ...(await open(file, sha256)), mirror: facts };
  } catch (error) {
    if (isGeomapError(error) && REFUSED.has(error.code)) return null;
    throw error;
  }
}

/**
 * Where the data of a source lie on this machine: its best sound mirror, else the configured file; null when the source has
 * neither. Its `open` throws what the given one throws for the configured file, and `missing_knowledge_asset` when no mirror is sound and there is no such file.
 */
export async function locateSource<T extends Located>(place: Place, open: Open<T>): Promise<Source<T> | null> {
  const { sourceId, file } = place;
  const { mirrors, refused } = await findMirrors(place.sourcesRoot, sourceId, place.preferred);
  if (mirrors.length === 0 && file === null) return null;
  return {
    open: async () => {
      const warnings = refused.map((version) => say.mirrorRefused(sourceId, version));
      for (const mirror of mirrors) {
        const opened = await openMirror(mirror, open);
        if (opened !== null) return { ...opened, warnings };
        warnings.push(say.mirrorRefused(sourceId, mirror.facts.sourceVersion));
      }
      // Data that do not match their manifest are never served, not even when there is nothing else.
      if (file === null) throw assetMissing(`mirror of ${sourceId}`, 'unusable');
      return { ...(await open(file)), warnings };
    },
  };
}
