import { z } from 'zod';

/** Ways to bring pixels to the world, from stiff to pliable. */
export const transformTypeSchema = z.enum(['affine', 'helmert', 'projective', 'polynomial2', 'polynomial3', 'thin_plate_spline']);
export type TransformType = z.infer<typeof transformTypeSchema>;

/** The `transform` of a `georef/v1` document as it travels; its numbers are read by `domain/georef/transforms/parse-transform.ts`. */
export const transformObjectSchema = z.looseObject({ type: transformTypeSchema });
export type TransformObject = Readonly<z.infer<typeof transformObjectSchema>>;
