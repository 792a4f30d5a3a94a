import { z } from 'zod';
import { type ControlPointFile, gcpFileFault, noPoints } from './control-point-file.ts';

/** Context of the Georeference Extension of IIIF, version 1. */
const CONTEXT = 'http://iiif.io/api/extension/georef/1/context.json';

const pairSchema = z.array(z.number()).min(2);
const featureSchema = z.looseObject({
  id: z.string().optional(),
  properties: z.looseObject({ resourceCoords: pairSchema.optional(), pixelCoords: pairSchema.optional() }),
  geometry: z.looseObject({ type: z.literal('Point'), coordinates: pairSchema }),
});
const sourceSchema = z.looseObject({ width: z.number().positive(), height: z.number().positive() });
const annotationSchema = z.looseObject({
  type: z.literal('Annotation'),
  target: z.unknown(),
  body: z.looseObject({ type: z.literal('FeatureCollection'), features: z.array(featureSchema) }),
});
type Annotation = z.infer<typeof annotationSchema>;
const pageSchema = z.looseObject({ type: z.literal('AnnotationPage'), items: z.array(z.unknown()) });

/** The one annotation of a page, or the value itself. */
const soleItem = (value: unknown): unknown => {
  const page = pageSchema.safeParse(value);
  if (!page.success) return value;
  if (page.data.items.length === 0) throw noPoints();
  if (page.data.items.length > 1) {
    throw gcpFileFault(
      'several_maps',
      `The annotation page holds ${page.data.items.length} maps; save the annotation of the one map alone.`,
    );
  }
  return page.data.items[0];
};

const imageSizeOf = (target: unknown): ControlPointFile['imageSize'] => {
  const source = z.looseObject({ source: z.unknown() }).safeParse(target);
  const size = sourceSchema.safeParse(source.success ? source.data.source : target);
  return size.success ? { width: size.data.width, height: size.data.height } : null;
};

const pointOf = ({ id, properties, geometry }: Annotation['body']['features'][number], at: number) => {
  const [pixelX, pixelY] = properties.resourceCoords ?? properties.pixelCoords ?? [];
  const [worldX, worldY] = geometry.coordinates;
  if (pixelX === undefined || pixelY === undefined || worldX === undefined || worldY === undefined) {
    throw gcpFileFault(
      'columns',
      `Feature ${at} (counted from zero) of the annotation has no resourceCoords; export the annotation again.`,
    );
  }
  return { pixelX, pixelY, worldX, worldY, enabled: true, crs: null, id: id ?? null };
};

/** True for a parsed JSON value that is an annotation or a page of annotations. */
export const isAnnotation = (value: unknown): boolean =>
  z.looseObject({ type: z.enum(['Annotation', 'AnnotationPage']) }).safeParse(value).success;

/**
 * Reads a IIIF georeference annotation: pixels of the full image, y down; world positions are longitude and latitude on WGS 84, as
 * GeoJSON (RFC 7946) has them. Throws `invalid_bounds` for pages of several maps and for other annotations.
 */
export const parseIiifAnnotation = (value: unknown): ControlPointFile => {
  const annotation = annotationSchema.safeParse(soleItem(value));
  if (!annotation.success) {
    throw gcpFileFault(
      'annotation',
      'The IIIF annotation holds no control points: its body must be a FeatureCollection of points.',
    );
  }
  return {
    dialect: 'iiif_annotation',
    yDirection: 'down',
    crs: 'EPSG:4326',
    points: annotation.data.body.features.map(pointOf),
    imageSize: imageSizeOf(annotation.data.target),
    warnings: [],
  };
};

/** The annotation of a file as plain data. World positions must be numbers in EPSG:4326. Throws `invalid_bounds` otherwise. */
export const iiifAnnotation = (file: ControlPointFile): Readonly<Record<string, unknown>> => {
  const features = file.points
    .filter(({ enabled }) => enabled)
    .map(({ pixelX, pixelY, worldX, worldY, id }) => {
      if (typeof worldX !== 'number' || typeof worldY !== 'number' || file.crs !== 'EPSG:4326') {
        throw gcpFileFault(
          'annotation_crs',
          'A IIIF annotation holds longitudes and latitudes in EPSG:4326; transform the points first.',
        );
      }
      return {
        type: 'Feature',
        ...(id === null ? {} : { id }),
        properties: { resourceCoords: [pixelX, pixelY] },
        geometry: { type: 'Point', coordinates: [worldX, worldY] },
      };
    });
  return {
    '@context': [CONTEXT, 'http://iiif.io/api/presentation/3/context.json'],
    type: 'Annotation',
    motivation: 'georeferencing',
    target: { type: 'Image', ...(file.imageSize ?? {}) },
    body: { type: 'FeatureCollection', features },
  };
};
