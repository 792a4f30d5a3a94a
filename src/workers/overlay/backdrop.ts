import { readFile, rm } from 'node:fs/promises';
import type { RasterPort, RasterSource } from '../../domain/documents/raster.ts';

/** Bytes of JPEG that one SVG may carry; a peer that reads the SVG as text gets four thirds of it (W-58, KW-67). */
export const BACKDROP_BYTES = 300_000;
const FIRST_SIDE = 1200;
const LEAST_SIDE = 160;
const TRIES = 6;

export type EmbeddedPicture = {
  readonly dataUri: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
};

/**
 * The whole source picture as a JPEG data URI within the byte budget, shrunk until it fits. `draft` is a file to write below the
 * cache root; it is gone afterwards. Null when even the smallest does not fit.
 */
export async function embedPicture(raster: RasterPort, source: RasterSource, draft: string): Promise<EmbeddedPicture | null> {
  let side = FIRST_SIDE;
  try {
    for (let tries = 0; tries < TRIES && side >= LEAST_SIDE; tries += 1) {
      const image = await raster.readRgb(source, { maxSide: side, kernel: 'area' });
      const written = await raster.writeRgb(image, draft);
      if (written.bytes <= BACKDROP_BYTES) {
        const data = await readFile(draft);
        return {
          dataUri: `data:image/jpeg;base64,${data.toString('base64')}`,
          width: written.width,
          height: written.height,
          bytes: data.length,
        };
      }
      const longer = Math.max(image.width, image.height);
      side = Math.floor(Math.min(longer * 0.9, longer * 0.95 * Math.sqrt(BACKDROP_BYTES / written.bytes)));
    }
    return null;
  } finally {
    await rm(draft, { force: true });
  }
}
