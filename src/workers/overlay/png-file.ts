import { rm } from 'node:fs/promises';
import type { MapRecord } from '../../domain/catalog/records.ts';
import type { RasterPort, RasterSource } from '../../domain/documents/raster.ts';
import { renderAnnotatedLayer } from '../../domain/overlay/annotated-layer.ts';
import type { Placement } from '../../domain/overlay/annotation.ts';
import { outlineLettering } from '../../domain/overlay/lettering.ts';
import { PNG_PART, type RenderCall, warnOfFailure } from './render-call.ts';
import type { WrittenFile } from './svg-file.ts';

export type PngJob = { readonly map: MapRecord; readonly source: RasterSource; readonly placement: Placement };

export type WrittenPreview = Awaited<ReturnType<RasterPort['writePreview']>>;

/** The annotated picture and its preview, null when only the preview failed. */
export type PngFile = WrittenFile & { readonly preview: WrittenPreview | null };

const SHOWN_GLYPHS = 12;

function lookWarnings(missing: ReadonlySet<string>, scale: number): readonly string[] {
  const shown = [...missing].slice(0, SHOWN_GLYPHS).join(' ');
  const glyphs = `missing_glyphs: the built-in font lacks ${missing.size} character(s) of the labels (${shown}); in the PNG they are drawn with the fonts of the server, if it has them. The SVG and the data hold them.`;
  const scaled = `png_scaled: the PNG is drawn at ${(scale * 100).toFixed(1)} % of the source: at full size it would be too large to draw or to read.`;
  return [...(missing.size > 0 ? [glyphs] : []), ...(scale < 1 ? [scaled] : [])];
}

async function previewOrWarning(png: string, call: RenderCall): Promise<WrittenPreview | null> {
  try {
    return await call.raster.writePreview(png, `${call.stem}.preview`);
  } catch (error) {
    warnOfFailure('preview unavailable', error, call);
    return null;
  }
}

async function drawPng({ map, source, placement }: PngJob, call: RenderCall): Promise<PngFile> {
  const lettering = outlineLettering(call.glyphs);
  const layer = renderAnnotatedLayer(placement, { width: map.width, height: map.height }, lettering);
  const path = `${call.stem}.png`;
  const { bytes, scale } = await call.raster.writeAnnotated(source, layer, path);
  call.context.signal.throwIfAborted();
  call.warnings.push(...lookWarnings(lettering.missing, scale));
  return { path, bytes, mimeType: 'image/png', preview: await previewOrWarning(path, call) };
}

/** Draws over the scan at its own resolution. Any failure becomes a warning, and the SVG stands alone. */
export async function writePng(job: PngJob, call: RenderCall): Promise<PngFile | null> {
  try {
    return await drawPng(job, call);
  } catch (error) {
    await rm(`${call.stem}.png`, { force: true });
    warnOfFailure(PNG_PART, error, call);
    return null;
  }
}
