import type { PixelBox } from '../catalog/records.ts';

export const boxWidth = (box: PixelBox): number => box[2] - box[0];
export const boxHeight = (box: PixelBox): number => box[3] - box[1];
/** Area in square px; zero for a degenerate box. */
export const boxArea = (box: PixelBox): number => Math.max(0, boxWidth(box)) * Math.max(0, boxHeight(box));
export const midX = (box: PixelBox): number => (box[0] + box[2]) / 2;
export const midY = (box: PixelBox): number => (box[1] + box[3]) / 2;

/** Common part of two boxes; its area is zero when they do not meet. */
export const intersection = (a: PixelBox, b: PixelBox): PixelBox => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

/** Smallest box around all given ones; undefined for none. */
export function union(boxes: readonly PixelBox[]): PixelBox | undefined {
  const [first, ...rest] = boxes;
  if (!first) return undefined;
  return rest.reduce<PixelBox>(
    (sum, box) => [Math.min(sum[0], box[0]), Math.min(sum[1], box[1]), Math.max(sum[2], box[2]), Math.max(sum[3], box[3])],
    first,
  );
}

/** Intersection over union, 0..1. */
export function overlapRatio(a: PixelBox, b: PixelBox): number {
  const common = boxArea(intersection(a, b));
  const total = boxArea(a) + boxArea(b) - common;
  return total > 0 ? common / total : 0;
}

/** Share of `inner` that lies in `outer`, 0..1. */
export const shareInside = (inner: PixelBox, outer: PixelBox): number => {
  const area = boxArea(inner);
  return area > 0 ? boxArea(intersection(inner, outer)) / area : 0;
};

export const holds = (box: PixelBox, x: number, y: number): boolean => x >= box[0] && x < box[2] && y >= box[1] && y < box[3];

/** The box with `margin` px more on each side. */
export const grown = (box: PixelBox, margin: number): PixelBox => [
  box[0] - margin,
  box[1] - margin,
  box[2] + margin,
  box[3] + margin,
];

/** The box multiplied in x and in y, unrounded. */
export const scaled = (box: PixelBox, factorX: number, factorY: number): PixelBox => [
  box[0] * factorX,
  box[1] * factorY,
  box[2] * factorX,
  box[3] * factorY,
];

/** Round to the nearest integer, halves to the even one, as the reference rounds boxes and colours. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
