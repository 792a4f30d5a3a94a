import { z } from 'zod';
import type { Gcp } from '../../src/domain/documents/georef.ts';
import type { ControlPoint } from '../../src/domain/georef/control-points.ts';
import { gcp } from './sample-points.ts';
import { sharedData } from './shared-data.ts';

const pairs = z.array(z.array(z.number()));
const published = z.array(z.array(z.number()).length(4));
const point = z.object({ in: z.array(z.number()), out: z.array(z.number()) });

const fileSchema = z.object({
  sets: z.record(z.string(), z.object({ gcps: pairs, pts: pairs, expected: z.record(z.string(), pairs) })),
  errors: z.array(z.object({ label: z.string(), gcps: pairs, opts: z.array(z.string()) })),
  qgis_published: z.object({ helmert4: published, projective4: published }),
  allmaps_published: z.object({ helmert3: point, projective6: point }),
});

/** Values of GDAL, QGIS and allmaps for the same control points. */
export const transformData = sharedData('transforms/gcp-transforms.json');
export const readTransformData = () => fileSchema.parse(JSON.parse(transformData.read()));

export const toGcps = (rows: readonly (readonly number[])[]): readonly Gcp[] =>
  rows.map(([px = 0, py = 0, wx = 0, wy = 0]) => gcp(px, py, wx, wy));

export const numbered = (gcps: readonly Gcp[]): readonly ControlPoint[] => gcps.map((entry, index) => ({ ...entry, index }));

/** Relative difference of two numbers. */
export const relative = (found: number, wanted: number): number => Math.abs(found - wanted) / Math.abs(wanted);

/** Random-looking numbers in 0..1 that are the same on every machine (Park and Miller 1988). */
export const sequence = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
};

/** A sheet of 5000 x 4000 px in UTM, bent by a slow wave of some pixels: no affine fits it, a spline does. */
export const bentSheet = (count: number, bend = 8): readonly Gcp[] => {
  const next = sequence(count + 7);
  return Array.from({ length: count }, () => {
    const [px, py] = [next() * 5000, next() * 4000];
    const [x, y] = [px + bend * Math.sin(py / 900), py + bend * Math.cos(px / 1100)];
    return gcp(px, py, 500000 + 2 * x, 5400000 - 2 * y);
  });
};
