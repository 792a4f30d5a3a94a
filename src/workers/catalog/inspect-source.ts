import { createHash } from 'node:crypto';
import { readSync, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import { type MediaType, SNIFF_BYTES, sniffMediaType } from '../../domain/catalog/media-type.ts';
import {
  badPicture,
  choosePage,
  displayedSize,
  otherContent,
  type PictureFacts,
  type PictureFile,
} from '../../domain/catalog/picture-facts.ts';
import { checkStructure } from '../../domain/catalog/picture-structure.ts';
import type { SourceFacts } from '../../domain/catalog/records.ts';
import { tooManyBytes, tooManyPixels } from '../../domain/catalog/source-limits.ts';
import { readTiffHeader } from '../../domain/catalog/tiff-header.ts';
import type { Settings } from '../../domain/settings/settings.ts';
import { type HeldSource, holdSource } from '../../platform/files/held-source.ts';

export type InspectRequest = {
  /** Canonical path from `resolveSource`. */
  readonly path: string;
  readonly page?: number | undefined;
  readonly settings: Pick<Settings, 'allowed_roots' | 'limits'>;
  readonly signal?: AbortSignal;
};

/** Policy for sources: the allowed roots and nothing else. */
export const sourcePolicy = (settings: Pick<Settings, 'allowed_roots'>) =>
  ({ roots: settings.allowed_roots, origin: 'input_image' }) as const;

/**
 * Everything registration wants to know of a source (D14, D18): limits first, then content, header and structure, then the
 * digest. Throws `oversize_image`, `unsupported_media`, `invalid_arguments` (no such page) or a path failure.
 */
export async function inspectSource(request: InspectRequest, header: ImageHeaderPort): Promise<SourceFacts> {
  const held = await holdSource(request.path, sourcePolicy(request.settings));
  try {
    return await inspectHeld(held, request, header);
  } finally {
    await held.close();
  }
}

/** The same for a file that the caller holds. A file that changed meanwhile is refused with `artifact_not_found` (`source_changed`). */
export async function inspectHeld(
  { handle, named, path, stats, checkUnchanged }: HeldSource,
  { settings, page: wanted, signal }: Omit<InspectRequest, 'path'>,
  header: ImageHeaderPort,
): Promise<SourceFacts> {
  if (stats.size > settings.limits.max_source_bytes) throw tooManyBytes(stats.size, settings.limits.max_source_bytes);
  const file = pictureFile(handle, stats.size);
  const sniffed = sniffMediaType(file.read(0, SNIFF_BYTES));
  if (sniffed.mimeType === null) throw otherContent(sniffed.found);
  const picture = await readPicture(sniffed.mimeType, { file, path, header });
  const page = choosePage(picture, wanted);
  const chosen = await checkedPage(picture, page, { path, header });
  const { width, height } = displayedSize(chosen);
  if (width * height > settings.limits.max_source_pixels) throw tooManyPixels(width * height, settings.limits.max_source_pixels);
  const sha256 = await digest(handle, signal);
  await checkUnchanged();
  const facts = { orientation: chosen.orientation, pages: picture.pages.length, page, width, height };
  return { path: named, mimeType: sniffed.mimeType, ...stamp(stats), sha256, ...facts };
}

/** Size and time by which a change is noticed without reading the file. */
export const stamp = (stats: Stats): { readonly bytes: number; readonly mtimeMs: number } => ({
  bytes: stats.size,
  mtimeMs: stats.mtimeMs,
});

/** An open file to look into without decoding it. */
export function pictureFile(handle: FileHandle, bytes: number): PictureFile {
  const read = (offset: number, length: number): Uint8Array => {
    const buffer = new Uint8Array(Math.max(0, Math.min(length, bytes - offset)));
    const count = readSync(handle.fd, buffer, 0, buffer.length, offset);
    return buffer.subarray(0, count);
  };
  return { read, bytes };
}

type Reading = { readonly file: PictureFile; readonly path: string; readonly header: ImageHeaderPort };

async function readPicture(type: MediaType, reading: Reading): Promise<PictureFacts> {
  if (type === 'image/tiff') return readTiffHeader(reading.file);
  checkStructure(type, reading.file);
  const first = await reading.header.readHeader(reading.path, 0);
  const { width, height, orientation, pages } = first;
  // The pages of a GIF or WebP are the frames of one canvas.
  return { pages: Array.from({ length: pages }, () => ({ width, height, orientation })) };
}

/** The decoder has to open the page too; what it says of the orientation counts, because it will apply it. */
async function checkedPage(picture: PictureFacts, page: number, reading: Pick<Reading, 'path' | 'header'>) {
  const chosen = picture.pages[page];
  if (chosen === undefined) throw new RangeError('a chosen page exists');
  if (chosen.refuse !== undefined) throw chosen.refuse;
  const { width, height, orientation, fallback } = await reading.header.readHeader(reading.path, page);
  if (fallback && chosen.orientation !== 1)
    throw badPicture('image/tiff', 'encoding', 'it is turned by its orientation tag and packed in a way that is not read turned');
  return { width, height, orientation };
}

/** SHA-256 of the whole file, lower-case hex, streamed. */
export async function digest(handle: FileHandle, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const stream = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20, ...(signal ? { signal } : {}) });
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}
