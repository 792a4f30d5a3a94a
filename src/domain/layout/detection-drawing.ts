import type { PixelBox } from '../catalog/records.ts';
import type { GlyphSource } from '../text/glyph-source.ts';
import { boxHeight } from './boxes.ts';
import type { Region } from './regions.ts';

type Rgb = readonly [number, number, number];

/** Colours of the eight classes (contract 7.2). */
const CLASS_COLORS: Readonly<Record<string, Rgb>> = {
  title: [37, 99, 235],
  main_map: [22, 163, 74],
  legend: [245, 158, 11],
  scale: [147, 51, 234],
  index_map: [8, 145, 178],
  cross_section: [220, 38, 38],
  stratigraphic_column: [219, 39, 119],
  others: [71, 85, 105],
};
const OTHERS: Rgb = [71, 85, 105];
const PANEL: Rgb = [248, 250, 252];
const PANEL_BORDER: Rgb = [71, 85, 105];
const CHIP_BORDER: Rgb = [15, 23, 42];
/** The reference's stroke font at scale 1 has capitals of about 21 px; ours have 0.714 of the em. */
const EM_PER_SCALE = 29;
const CAP_SHARE = 0.714;

/** A legend entry as it is drawn. `fraction` is null when its share of the map is unknown. */
export type DrawnEntry = {
  readonly id: number;
  readonly swatch: PixelBox;
  readonly text: PixelBox | null;
  readonly rgb: Rgb;
  readonly fraction: number | null;
};

export type DetectionScene = {
  readonly width: number;
  readonly height: number;
  readonly regions: readonly Region[];
  readonly entries: readonly DrawnEntry[];
};

const rgb = (color: Rgb): string => `rgb(${color.join(',')})`;
const number = (value: number): string => String(Math.round(value * 100) / 100);
const frame = (box: PixelBox, color: Rgb, width: number): string =>
  `<rect x="${number(box[0])}" y="${number(box[1])}" width="${number(box[2] - box[0])}" height="${number(box[3] - box[1])}" fill="none" stroke="${rgb(color)}" stroke-width="${number(width)}"/>`;
const filled = (box: PixelBox, color: Rgb, more = ''): string =>
  `<rect x="${number(box[0])}" y="${number(box[1])}" width="${number(box[2] - box[0])}" height="${number(box[3] - box[1])}" fill="${rgb(color)}"${more}/>`;

/** Black on light, white on dark (contract 7.7). */
const textColor = (color: Rgb): string => (0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2] > 150 ? '#000' : '#fff');

function drawRegion(region: Region, scene: DetectionScene, glyphs: GlyphSource): string {
  const shorter = Math.min(scene.width, scene.height);
  const thickness = Math.max(2, Math.round(shorter / 500));
  const size = EM_PER_SCALE * Math.max(0.45, shorter / 1400);
  const padding = Math.max(3, thickness + 1);
  const color = CLASS_COLORS[region.label] ?? OTHERS;
  const name = region.label.replaceAll('_', ' ');
  const caption = region.confidence === null ? name : `${name} ${region.confidence.toFixed(2)}`;
  const { width } = glyphs.textPath(caption, { x: 0, y: 0, size });
  const high = size * CAP_SHARE + 2 * padding;
  const wide = width + 2 * padding;
  const left = Math.max(0, Math.min(region.box[0], scene.width - wide));
  const top = region.box[1] >= high ? region.box[1] - high : region.box[1];
  const { d } = glyphs.textPath(caption, { x: left + padding, y: top + high - padding, size });
  return `${frame(region.box, color, thickness)}${filled([left, top, left + wide, top + high], color)}<path d="${d}" fill="${textColor(color)}"/>`;
}

const median = (values: readonly number[]): number | undefined =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function drawEntry(entry: DrawnEntry, capHeight: number, scene: DetectionScene, glyphs: GlyphSource): string {
  const { swatch, text } = entry;
  if (swatch[0] < 0 || swatch[1] < 0 || swatch[2] > scene.width || swatch[3] > scene.height) return '';
  const size = capHeight / CAP_SHARE;
  const padding = Math.max(2, capHeight * 0.25);
  const share = entry.fraction === null ? '' : ` ${(entry.fraction * 100).toFixed(1)}%`;
  const caption = `#${entry.id}${share}`;
  const { width } = glyphs.textPath(caption, { x: 0, y: 0, size });
  const wide = width + capHeight + 3 * padding;
  const high = capHeight + 2 * padding;
  const left = Math.max(0, Math.min(swatch[0] - wide - padding, scene.width - wide));
  const top = Math.max(0, (swatch[1] + swatch[3] - high) / 2);
  const chip: PixelBox = [left + padding, top + padding, left + padding + capHeight, top + padding + capHeight];
  const { d } = glyphs.textPath(caption, { x: chip[2] + padding, y: chip[3], size });
  return [
    frame(swatch, entry.rgb, 1),
    text ? frame(text, entry.rgb, 1) : '',
    filled([left, top, left + wide, top + high], PANEL, ` fill-opacity="0.7" stroke="${rgb(PANEL_BORDER)}" stroke-width="1"`),
    filled(chip, entry.rgb, ` stroke="${rgb(CHIP_BORDER)}" stroke-width="1"`),
    `<path d="${d}" fill="${rgb(CHIP_BORDER)}"/>`,
  ].join('');
}

/**
 * SVG of the source's size with every region and legend entry outlined and captioned (contract 7.7). Text is drawn as outlines,
 * so no font of the machine is used. Without legend entries the drawing is that of the regions alone.
 */
export function drawDetections(scene: DetectionScene, glyphs: GlyphSource): string {
  const height = median(scene.entries.flatMap((entry) => [boxHeight(entry.swatch)])) ?? 12;
  const capHeight = Math.min(12, Math.max(5, Math.round(0.45 * height)));
  const body = [
    ...scene.regions.map((region) => drawRegion(region, scene, glyphs)),
    ...scene.entries.map((entry) => drawEntry(entry, capHeight, scene, glyphs)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${scene.width}" height="${scene.height}" viewBox="0 0 ${scene.width} ${scene.height}">${body.join('\n')}</svg>`;
}

/** Width of the white margin of an annotated index map, px (contract 7.6). */
export const COMPASS_MARGIN = 50;

/** The eight directions around an index map of `width` x `height` px that has been padded by `COMPASS_MARGIN`. */
export function drawCompass(width: number, height: number, glyphs: GlyphSource): string {
  const o = COMPASS_MARGIN;
  const whole = (value: number): number => Math.floor(value);
  const places: readonly (readonly [string, number, number])[] = [
    ['N', o + whole(width / 2), whole(o / 2)],
    ['S', o + whole(width / 2), o + height + whole(o / 2)],
    ['W', whole(o / 3), o + whole(height / 2)],
    ['E', o + width + whole(o / 3), o + whole(height / 2)],
    ['NE', o + width + whole(o / 4), whole(o / 2)],
    ['NW', whole(o / 4), whole(o / 2)],
    ['SE', o + width + whole(o / 4), o + height + whole(o / 2)],
    ['SW', whole(o / 4), o + height + whole(o / 2)],
  ];
  const marks = places.map(
    ([text, x, y]) => `<path d="${glyphs.textPath(text, { x, y, size: EM_PER_SCALE * 0.8, weight: 'bold' }).d}" fill="#000"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 2 * o}" height="${height + 2 * o}">${marks.join('')}</svg>`;
}
