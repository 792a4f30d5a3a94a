import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import { DARK, type PixelClasses, type Rgb } from './pixel-classes.ts';

/** Sheets are put on a scanner by hand; more than this many degrees is a turned page, not a slanting one. */
const MAX_DEGREES = 4;
/** Steps of the search in degrees, each around the best angle of the step before. */
const STEPS = [0.25, 0.05, 0.02] as const;
const MAX_POINTS = 120_000;
/** Sheets that slant less are read as they are: lines and columns allow for this much. */
const MIN_DEGREES = 0.12;
/** The slanting reading must be clearer than the straight one, and than those one degree beside it, by these factors. */
const MIN_GAIN = 1.005;
const MIN_PEAK = 1.008;

type Points = { readonly along: Float32Array; readonly across: Float32Array; readonly size: number };

/** Pixels at which a dark stroke ends upwards (rows) or leftwards (columns): tops of letters and lines. */
function edgePoints(classes: PixelClasses, axis: 'rows' | 'columns'): Points {
  const { width, height, bits } = classes;
  const back = axis === 'rows' ? width : 1;
  const step = Math.max(1, Math.floor(Math.max(width, height) / 2000));
  const found: number[] = [];
  for (let y = 1; y < height; y += axis === 'rows' ? 1 : step) {
    for (let x = 1; x < width; x += axis === 'rows' ? step : 1) {
      const at = y * width + x;
      if ((bits[at] ?? 0) & DARK && ((bits[at - back] ?? 0) & DARK) === 0) found.push(at);
    }
  }
  const stride = Math.max(1, found.length / MAX_POINTS);
  const size = Math.floor(found.length / stride);
  const along = new Float32Array(size);
  const across = new Float32Array(size);
  for (let n = 0; n < size; n += 1) {
    const at = found[Math.floor(n * stride)] ?? 0;
    const x = (at % width) - width / 2;
    const y = Math.floor(at / width) - height / 2;
    const spread = ((n * 0.618034) % 1) - 0.5;
    along[n] = axis === 'rows' ? x : y;
    across[n] = (axis === 'rows' ? y : -x) + spread;
  }
  return { along, across, size };
}

/** Sum of the squared histogram of the points seen along a direction: greatest when lines of text and frames fall into few bins. */
function sharpness(points: Points, degrees: number, bin: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const bins = new Uint32Array(8192);
  for (let n = 0; n < points.size; n += 1) {
    const at = Math.round(((points.across[n] ?? 0) - slope * (points.along[n] ?? 0)) / bin) + 4096;
    bins[at & 8191] = (bins[at & 8191] ?? 0) + 1;
  }
  return bins.reduce((sum, count) => sum + count * count, 0);
}

/**
 * By how many degrees the sheet is turned clockwise on the picture, from -4 to 4; zero when it lies straight or nothing tells.
 * Projection profiles of edges (Postl 1986), lines across and down together.
 */
export function skewDegrees(classes: PixelClasses): number {
  const sets = [edgePoints(classes, 'rows'), edgePoints(classes, 'columns')];
  const bin = Math.max(1, Math.max(classes.width, classes.height) / 2400);
  const score = (degrees: number): number => sets.reduce((sum, points) => sum + sharpness(points, degrees, bin), 0);
  const straight = score(0);
  let best = { degrees: 0, score: straight };
  let reach: number = MAX_DEGREES;
  for (const step of STEPS) {
    const centre = best.degrees;
    for (let n = -Math.round(reach / step); n <= Math.round(reach / step); n += 1) {
      const degrees = centre + n * step;
      const value = score(degrees);
      if (value > best.score) best = { degrees, score: value };
    }
    reach = step;
  }
  const beside = (score(best.degrees - 1) + score(best.degrees + 1)) / 2;
  const inRange = Math.abs(best.degrees) >= MIN_DEGREES && Math.abs(best.degrees) <= MAX_DEGREES;
  const isSlanting = inRange && best.score > MIN_GAIN * straight && best.score > MIN_PEAK * beside;
  return isSlanting ? best.degrees : 0;
}

/** A picture turned back by its skew, and the way of a box of it into the picture it was made from. */
export type Levelled = { readonly image: RgbImage; readonly toSource: (box: PixelBox) => PixelBox };

/** Turn a picture by `-degrees` about its middle (bilinear), on a canvas that holds all of it, corners filled with the paper's colour. */
export function levelled(image: RgbImage, degrees: number, paper: Rgb): Levelled {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const width = Math.ceil(image.width * Math.abs(cos) + image.height * Math.abs(sin));
  const height = Math.ceil(image.width * Math.abs(sin) + image.height * Math.abs(cos));
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) turnRow(image, { cos, sin, paper }, { width, height, data, y });
  const toSource = ([x0, y0, x1, y1]: PixelBox): PixelBox => {
    const corners = [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ] as const;
    const turned = corners.map(([x, y]) => {
      const dx = x - width / 2;
      const dy = y - height / 2;
      return { x: image.width / 2 + dx * cos - dy * sin, y: image.height / 2 + dx * sin + dy * cos };
    });
    const clip = (value: number, limit: number): number => Math.min(limit, Math.max(0, value));
    return [
      clip(Math.min(...turned.map(({ x }) => x)), image.width),
      clip(Math.min(...turned.map(({ y }) => y)), image.height),
      clip(Math.max(...turned.map(({ x }) => x)), image.width),
      clip(Math.max(...turned.map(({ y }) => y)), image.height),
    ];
  };
  return { image: { width, height, data }, toSource };
}

type Turn = { readonly cos: number; readonly sin: number; readonly paper: Rgb };
type TurnedRow = RgbImage & { readonly y: number };

/** Fill one row of the turned picture, in 8-bit fractions of source pixels. */
function turnRow(image: RgbImage, { cos, sin, paper }: Turn, { width, height, data, y }: TurnedRow): void {
  const source = image.data;
  const stride = image.width * 3;
  const dy = y + 0.5 - height / 2;
  const startX = image.width / 2 + (0.5 - width / 2) * cos - dy * sin - 0.5;
  const startY = image.height / 2 + (0.5 - width / 2) * sin + dy * cos - 0.5;
  for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
    const sx = startX + x * cos;
    const sy = startY + x * sin;
    const x0 = Math.floor(sx);
    const y0 = Math.floor(sy);
    if (x0 < 0 || y0 < 0 || x0 + 1 >= image.width || y0 + 1 >= image.height) {
      data[at] = paper[0];
      data[at + 1] = paper[1];
      data[at + 2] = paper[2];
      continue;
    }
    const fx = ((sx - x0) * 256) | 0;
    const fy = ((sy - y0) * 256) | 0;
    const a = (256 - fx) * (256 - fy);
    const b = fx * (256 - fy);
    const c = (256 - fx) * fy;
    const d = fx * fy;
    const first = y0 * stride + x0 * 3;
    const below = first + stride;
    for (let band = 0; band < 3; band += 1) {
      data[at + band] =
        (a * (source[first + band] ?? 0) +
          b * (source[first + band + 3] ?? 0) +
          c * (source[below + band] ?? 0) +
          d * (source[below + band + 3] ?? 0) +
          32768) >>
        16;
    }
  }
}
