import { z } from 'zod';
import { gcpSchema } from '../documents/georef.ts';
import { type ControlPointFile, gcpFileFault } from './control-point-file.ts';

const documentSchema = z.looseObject({
  schema_version: z.literal('georef/v1'),
  crs: z.string(),
  gcps: z.array(z.looseObject(gcpSchema.shape)),
});

/** Reads the control points of a stored `georef/v1` document. Throws `invalid_bounds` when the JSON is something else. */
export const parseGeorefDocument = (value: unknown): ControlPointFile => {
  const document = documentSchema.safeParse(value);
  if (!document.success) {
    throw gcpFileFault(
      'json',
      'The JSON is neither a IIIF georeference annotation nor a georeference of this server, so it holds no control points.',
    );
  }
  const { crs, gcps } = document.data;
  return {
    dialect: 'georef_revision',
    yDirection: 'down',
    crs,
    imageSize: null,
    warnings: [],
    points: gcps.map(({ pixel_x, pixel_y, world_x, world_y }) => ({
      pixelX: pixel_x,
      pixelY: pixel_y,
      worldX: world_x,
      worldY: world_y,
      enabled: true,
      crs: null,
      id: null,
    })),
  };
};
