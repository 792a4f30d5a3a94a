import type { ControlPointFile } from '../gcp-files/control-point-file.ts';
import { iiifAnnotation } from '../gcp-files/iiif-annotation.ts';

/** Names of the Georeference Extension of IIIF for our transforms. */
const TRANSFORMS: Readonly<Record<string, { readonly type: string; readonly options?: { readonly order: number } }>> = {
  affine: { type: 'polynomial', options: { order: 1 } },
  polynomial2: { type: 'polynomial', options: { order: 2 } },
  polynomial3: { type: 'polynomial', options: { order: 3 } },
  thin_plate_spline: { type: 'thinPlateSpline' },
  helmert: { type: 'helmert' },
  projective: { type: 'projective' },
};

const plainObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** The annotation of a map: its control points in degrees, the picture it belongs to, and the kind of its transform. */
export function writeIiifDocument(
  file: ControlPointFile,
  about: { readonly sourceUri: string; readonly transform: string },
): string {
  const { target, body, ...annotation } = iiifAnnotation(file);
  const transformation = TRANSFORMS[about.transform];
  const document = {
    ...annotation,
    target: { id: about.sourceUri, ...plainObject(target) },
    body: { ...plainObject(body), ...(transformation === undefined ? {} : { transformation }) },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
