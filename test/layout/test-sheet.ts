import sharp from 'sharp';
import type { PixelBox } from '../../src/domain/catalog/records.ts';
import type { RgbImage } from '../../src/domain/documents/raster.ts';

export type LegendPlace = 'right' | 'left' | 'below' | 'inside' | 'none';
export type SheetWish = {
  readonly legend: LegendPlace;
  readonly scale: number;
  readonly seed: number;
  readonly shiftX?: number;
  readonly shiftY?: number;
};
export type TestSheet = {
  readonly image: RgbImage;
  readonly map: PixelBox;
  readonly swatches: readonly PixelBox[];
  readonly colors: readonly Rgb[];
};
type Rgb = readonly [number, number, number];

const COLORS: readonly Rgb[] = [
  [250, 240, 150],
  [240, 170, 90],
  [230, 90, 80],
  [200, 140, 190],
  [140, 120, 200],
  [110, 170, 220],
  [130, 200, 160],
  [180, 200, 110],
  [210, 190, 150],
];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [20, 20, 20];

class Canvas {
  readonly image: RgbImage;
  constructor(width: number, height: number) {
    this.image = { width, height, data: new Uint8Array(width * height * 3).fill(255) };
  }
  fill([x0, y0, x1, y1]: PixelBox, color: Rgb): void {
    const { width, height, data } = this.image;
    for (let y = Math.max(0, Math.round(y0)); y < Math.min(height, Math.round(y1)); y += 1)
      for (let x = Math.max(0, Math.round(x0)); x < Math.min(width, Math.round(x1)); x += 1) data.set(color, (y * width + x) * 3);
  }
  frame([x0, y0, x1, y1]: PixelBox, thick: number): void {
    this.fill([x0, y0, x1, y0 + thick], BLACK);
    this.fill([x0, y1 - thick, x1, y1], BLACK);
    this.fill([x0, y0, x0 + thick, y1], BLACK);
    this.fill([x1 - thick, y0, x1, y1], BLACK);
  }
  /** Something with the shape of a line of words: letters as an upright with two arms. */
  words(x: number, y: number, wish: { readonly letters: number; readonly height: number }): void {
    const { letters, height } = wish;
    const stroke = Math.max(1, height / 7);
    for (let n = 0; n < letters; n += 1) {
      if (n % 6 === 5) continue;
      const left = x + n * height * 0.75;
      this.fill([left, y, left + stroke, y + height], BLACK);
      this.fill([left, y, left + height * 0.5, y + stroke], BLACK);
      this.fill([left, y + height * 0.45, left + height * 0.4, y + height * 0.45 + stroke], BLACK);
    }
  }
}

/** Numbers 0..1 that depend on the seed alone (Park and Miller 1988). */
function randoms(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const PLACES = {
  right: { map: [80, 120, 1080, 920], legend: [1130, 200] },
  left: { map: [500, 120, 1500, 920], legend: [70, 200] },
  below: { map: [80, 120, 1500, 700], legend: [100, 760] },
  inside: { map: [80, 120, 1500, 1080], legend: [1130, 500] },
  none: { map: [80, 120, 1500, 1080], legend: [0, 0] },
} as const;

/** A sheet of 1600 x 1160 px at scale 1 whose truth is known: title, neatline, bands of colour with contacts, legend. */
export function drawTestSheet({ legend, scale, seed, shiftX = 0, shiftY = 0 }: SheetWish): TestSheet {
  const canvas = new Canvas(Math.round(1600 * scale), Math.round(1160 * scale));
  const at = (box: readonly [number, number, number, number]): PixelBox => [
    Math.round(box[0] * scale) + shiftX,
    Math.round(box[1] * scale) + shiftY,
    Math.round(box[2] * scale) + shiftX,
    Math.round(box[3] * scale) + shiftY,
  ];
  const random = randoms(seed);
  const place = PLACES[legend];
  canvas.words(500 * scale, 40 * scale, { letters: 30, height: 34 * scale });
  const map = at(place.map);
  drawBands(canvas, map, random);
  canvas.frame(map, Math.max(2, 2 * scale));
  const swatches: PixelBox[] = [];
  if (legend === 'inside') {
    canvas.fill(at([1090, 440, 1480, 1040]), WHITE);
    canvas.frame(at([1090, 440, 1480, 1040]), Math.max(1, 2 * scale));
  }
  const columns = legend === 'below' ? 3 : 1;
  if (legend !== 'none')
    COLORS.forEach((color, index) => {
      const column = Math.floor((index * columns) / COLORS.length);
      const row = index - Math.ceil((column * COLORS.length) / columns);
      const x = place.legend[0] + column * 450;
      const y = place.legend[1] + row * (legend === 'below' ? 60 : 56);
      const swatch = at([x, y, x + 60, y + 32]);
      canvas.fill(swatch, color);
      canvas.frame(swatch, Math.max(1, scale));
      const [left, top] = at([x + 76, y + 9, 0, 0]);
      canvas.words(left, top, { letters: 18 + Math.floor(random() * 5), height: 14 * scale });
      swatches.push(swatch);
    });
  return { image: canvas.image, map, swatches, colors: COLORS };
}

function drawBands(canvas: Canvas, [x0, y0, x1, y1]: PixelBox, random: () => number): void {
  const waves = COLORS.map(() => ({ phase: random() * 6.3, length: 0.5 + random() }));
  for (let x = x0; x < x1; x += 1) {
    const tops = waves.map(
      ({ phase, length }, index) =>
        y0 + ((index + 0.35 * Math.sin(phase + (length * 9 * (x - x0)) / (x1 - x0))) * (y1 - y0)) / COLORS.length,
    );
    COLORS.forEach((color, index) => {
      const top = index === 0 ? y0 : (tops[index] ?? y0);
      canvas.fill([x, top, x + 1, tops[index + 1] ?? y1], color);
      canvas.fill([x, top, x + 1, top + 2], BLACK);
    });
  }
}

export const pngOf = (image: RgbImage): Promise<Buffer> =>
  sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
