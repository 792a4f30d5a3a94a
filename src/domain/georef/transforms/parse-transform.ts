import { z } from 'zod';
import type { TransformObject } from '../../documents/transform.ts';
import { GeomapError } from '../../errors/geomap-error.ts';
import { affineFromList } from '../affine-map.ts';
import { affineTransform } from './affine.ts';
import type { Frames } from './frame.ts';
import { polynomialTransform } from './polynomial.ts';
import { projectiveTransform } from './projective.ts';
import { MOST_SPLINE_POINTS, splineTransform } from './thin-plate-spline.ts';
import type { Transform } from './transform.ts';

const pair = z.array(z.number()).length(2);
const scale = z.array(z.number().positive()).length(2);
const list = (length: number) => z.array(z.number()).length(length);
const framesShape = { pixel_origin: pair, pixel_scale: scale, world_origin: pair, world_scale: scale };
const nodes = z.array(z.number()).min(3).max(MOST_SPLINE_POINTS);

const wireSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('helmert'), coefficients: list(6) }),
  z.looseObject({ type: z.literal('projective'), ...framesShape, h: list(8) }),
  z.looseObject({ type: z.literal('polynomial2'), ...framesShape, x: list(6), y: list(6) }),
  z.looseObject({ type: z.literal('polynomial3'), ...framesShape, x: list(10), y: list(10) }),
  z
    .looseObject({ type: z.literal('thin_plate_spline'), ...framesShape, u: nodes, v: nodes, x: nodes, y: nodes })
    .extend({ x: z.array(z.number()), y: z.array(z.number()) })
    .refine(({ u, v, x, y }) => v.length === u.length && x.length === u.length + 3 && y.length === u.length + 3),
]);

const fault = (): GeomapError =>
  new GeomapError('invalid_arguments', {
    message:
      'The transform of the georeference is incomplete or contradicts itself; pass a result of geomap_georeference unchanged, or leave transform out to use the affine.',
    details: { argument: 'georef', reason: 'transform' },
  });

type WireFrames = { readonly [K in keyof typeof framesShape]: readonly number[] };

const framesOf = (wire: WireFrames): Frames => {
  const two = ([x = Number.NaN, y = Number.NaN]: readonly number[]) => [x, y] as const;
  return {
    pixel: { origin: two(wire.pixel_origin), scale: two(wire.pixel_scale) },
    world: { origin: two(wire.world_origin), scale: two(wire.world_scale) },
  };
};

/** The transform that a document states; undefined for an affine, which the document's own `affine` holds. Throws `invalid_arguments`. */
export const parseTransform = (object: TransformObject | undefined): Transform | undefined => {
  if (object === undefined || object.type === 'affine') return undefined;
  const parsed = wireSchema.safeParse(object);
  if (!parsed.success) throw fault();
  const wire = parsed.data;
  switch (wire.type) {
    case 'helmert': {
      const affine = affineFromList(wire.coefficients);
      if (!affine) throw fault();
      return affineTransform(affine, 'helmert');
    }
    case 'projective':
      return projectiveTransform({ frames: framesOf(wire), h: wire.h });
    case 'polynomial2':
      return polynomialTransform({ order: 2, frames: framesOf(wire), x: wire.x, y: wire.y });
    case 'polynomial3':
      return polynomialTransform({ order: 3, frames: framesOf(wire), x: wire.x, y: wire.y });
    case 'thin_plate_spline':
      return splineTransform({ frames: framesOf(wire), u: wire.u, v: wire.v, x: wire.x, y: wire.y });
    default:
      return wire satisfies never;
  }
};
