import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RasterPort } from '../../domain/documents/raster.ts';
import type { Preview } from '../../domain/documents/shared.ts';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { HandlerContext } from '../handler.ts';
import { type MadeArtifact, newId, stored } from './artifact-files.ts';

/** Most bytes of an inline preview (contract 2.8). */
const MAX_BYTES = 1_000_000;

/** The kept preview of an overlay lies beside it, so that a repeated call need not draw it again. */
const keptFile = (overlay: { readonly path: string; readonly id: string }, mimeType: string): string =>
  join(dirname(overlay.path), `${overlay.id}.preview.${mimeType === 'image/png' ? 'png' : 'jpg'}`);

/** Make and keep the preview of an overlay; undefined, with a log line, when it cannot be made: the result does not need it. */
export async function makePreview(
  overlay: MadeArtifact,
  raster: RasterPort,
  context: HandlerContext,
): Promise<Preview | undefined> {
  const draft = join(dirname(overlay.path), `.${newId()}.preview`);
  try {
    const made = await raster.writePreview(overlay.path, draft);
    await stored(() => rename(draft, keptFile(overlay, made.mimeType)));
    if (made.bytes > MAX_BYTES) return undefined;
    return {
      artifact_uri: overlay.uri,
      mime_type: made.mimeType,
      source_width: made.sourceWidth,
      source_height: made.sourceHeight,
      width: made.width,
      height: made.height,
      downsampled: made.width < made.sourceWidth || made.height < made.sourceHeight,
      encoded_bytes: made.bytes,
      coordinate_frame: 'preview',
    };
  } catch (error) {
    const reason = isGeomapError(error) ? (error.facts.logReason ?? error.code) : String(error);
    await rm(draft, { force: true });
    context.log.warning('preview_failed', { trace_id: context.traceId, reason });
    return undefined;
  }
}

/** A copy of the kept preview that the protocol shell may read and remove; null when it is gone. */
export async function lendPreview(
  overlay: { readonly path: string; readonly id: string },
  preview: Preview,
  cacheRoot: string,
): Promise<string | null> {
  const kept = keptFile(overlay, preview.mime_type);
  const isThere = await stat(kept).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isThere) return null;
  const folder = join(cacheRoot, 'mcp', 'v1', 'previews');
  const lent = join(folder, newId());
  await stored(async () => {
    makeFolder(folder);
    await copyFile(kept, lent);
  });
  return lent;
}
