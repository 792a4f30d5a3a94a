import type { MapUnit } from './map-units.ts';

export type Point = readonly [x: number, y: number];
/** `[x0, y0, x1, y1]` in px of the sheet. */
export type Box = readonly [number, number, number, number];

/** A mark of the printed grid: where it lies on the sheet, and what a person reads there. */
export type GridTick = { readonly pixel: Point; readonly world: Point; readonly corner: boolean };

export type SheetText = {
  readonly text: string;
  readonly at: Point;
  readonly size: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly weight: 'regular' | 'bold';
};

export type SheetArea = { readonly unit: MapUnit; readonly ring: readonly Point[] };
export type SheetFault = {
  readonly name: string;
  readonly slipType: string;
  readonly trace: readonly Point[];
  readonly lonLat: readonly Point[];
  /** Side of the ticks, seen along the trace. */
  readonly ticks: 'left' | 'right';
};
export type LegendRow = { readonly unit: MapUnit; readonly swatch: Box; readonly text: SheetText };
export type SheetEarthquake = {
  readonly id: string;
  readonly time: string;
  readonly lonLat: Point;
  readonly pixel: Point;
  readonly magnitude: number;
  readonly depthKm: number;
  readonly inside: boolean;
};

/** Map frame: a box of the sheet that shows a box of a geographic grid, x linear in longitude and y in latitude. */
export type SheetFrame = {
  readonly crs: string;
  readonly box: Box;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** Distance of the printed grid lines, minutes of arc. */
  readonly gridMinutes: number;
};

/** Everything that is drawn, and so everything that a reader of the drawing should find. */
export type SheetPlan = {
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  readonly paper: string;
  readonly frame: SheetFrame;
  /** Painted in this order: a later area covers an earlier one. */
  readonly areas: readonly SheetArea[];
  readonly contours: readonly (readonly Point[])[];
  readonly river: readonly Point[];
  readonly faults: readonly SheetFault[];
  readonly symbols: readonly SheetText[];
  readonly ticks: readonly GridTick[];
  readonly tickLabels: readonly SheetText[];
  readonly title: readonly SheetText[];
  readonly legend: { readonly heading: SheetText; readonly rows: readonly LegendRow[] };
  readonly scaleBar: {
    readonly box: Box;
    readonly kilometers: number;
    readonly parts: number;
    readonly texts: readonly SheetText[];
  };
  readonly earthquakes: readonly SheetEarthquake[];
};

/** Sheet pixel of a position of the frame's grid. */
export const toPixel = ({ box, west, south, east, north }: SheetFrame, [lon, lat]: Point): Point => [
  box[0] + ((lon - west) / (east - west)) * (box[2] - box[0]),
  box[3] - ((lat - south) / (north - south)) * (box[3] - box[1]),
];

/** Position in the frame's grid of a sheet pixel. */
export const toWorld = ({ box, west, south, east, north }: SheetFrame, [x, y]: Point): Point => [
  west + ((x - box[0]) / (box[2] - box[0])) * (east - west),
  south + ((box[3] - y) / (box[3] - box[1])) * (north - south),
];

/** Whether a pixel lies in a box, at least `margin` px from its edges. */
export const inBox = ([x0, y0, x1, y1]: Box, [x, y]: Point, margin = 0): boolean =>
  x >= x0 + margin && x <= x1 - margin && y >= y0 + margin && y <= y1 - margin;
