import type { PixelBox } from '../catalog/records.ts';
import type { CrsDefinitions } from '../crs/definition.ts';
import { createProjector, type DatumOperation, type Projector } from '../crs/projector.ts';
import { resolveCrs } from '../crs/resolve-crs.ts';
import type { ResolvedCrs } from '../crs/resolved-crs.ts';
import type { Affine, Gcp, GeorefPayload } from '../documents/georef.ts';
import type { TransformType } from '../documents/transform.ts';
import { type Accuracy, largestOf, measureAccuracy } from './accuracy.ts';
import { checkControlPoints, checkRepeats } from './control-points.ts';
import { fitWarnings } from './fit-warnings.ts';
import { footprintBounds } from './footprint.ts';
import { fitWithAffine, judgeTransform } from './judged-transform.ts';
import { domainOf } from './pixel-projection.ts';
import { meanOf, spreadRatio } from './spread.ts';
import { findSuspects } from './suspects.ts';
import { createInverse } from './transforms/inverse.ts';
import { findTransformSuspects } from './transforms/transform-suspects.ts';

/** Thinner than this, four points check a fit in one direction only (D20). */
const WELL_SPREAD = 0.02;

export type GeoreferenceInput = {
  readonly crs: string | number;
  readonly gcps: readonly Gcp[];
  readonly extent: PixelBox;
  /** Size of the source, when a map is named. */
  readonly image?: { readonly width: number; readonly height: number } | undefined;
  /** Kind of fit; affine when left out. */
  readonly transform?: TransformType | undefined;
};

/** A `georef/v1` document without trace and handle. */
export type GeorefDocument = GeorefPayload;

const wireOperation = (operation: DatumOperation): NonNullable<GeorefPayload['datum_operation']> => ({
  code: operation.code,
  name: operation.name,
  method: operation.method,
  accuracy_m: operation.covers ? operation.accuracyMeters : null,
});

const wireAffine = ({ a, b, c, d, e, f }: Affine) => ({ coefficients: [a, b, c, d, e, f], a, b, c, d, e, f });

/** Projector with the datum shift for the middle of the control points. */
const projectorFor = (crs: ResolvedCrs, gcps: readonly Gcp[]): Projector =>
  createProjector(crs, { world: [meanOf(gcps.map(({ world_x }) => world_x)), meanOf(gcps.map(({ world_y }) => world_y))] });

const isDiagnostic = (points: readonly Gcp[], accuracy: Accuracy): boolean =>
  points.length >= 4 &&
  accuracy.degenerate.length === 0 &&
  spreadRatio(points.map(({ pixel_x, pixel_y }) => [pixel_x, pixel_y])) >= WELL_SPREAD;

/**
 * Fits control points, measures how good the fit is, and computes the bounds of the extent. Order of failure (contract 9.5): CRS,
 * points and fit, bounds, metrics; all throw `invalid_bounds`. Arrays per GCP follow the list as given, duplicates included.
 */
export const georeference = (input: GeoreferenceInput, definitions: CrsDefinitions): GeorefDocument => {
  const crs = resolveCrs(input.crs, definitions);
  const checked = checkControlPoints(input.gcps);
  checkRepeats(checked);
  const { points, twinOf } = checked;
  const { fit, fitted } = fitWithAffine(input.transform ?? 'affine', points);
  const { transform } = fitted;
  const projector = projectorFor(crs, points);
  const invert = createInverse(transform, domainOf(points, input.extent));
  const bounds = footprintBounds({ transform, invert, projector, extent: input.extent });
  const accuracy = measureAccuracy(points, fit, projector);
  const diagnostic = isDiagnostic(points, accuracy);
  const linear = transform.type === 'affine' || transform.type === 'helmert';
  const suspects = linear ? findSuspects(points) : findTransformSuspects(points, fitted);
  const place = { affine: fit.affine, projector, extent: input.extent };
  const facts = { ...place, bounds, points, accuracy, diagnostic, suspects, image: input.image };
  const perGcp = (values: readonly (number | null)[]): (number | null)[] => twinOf.map((twin) => values[twin] ?? null);
  const judged = judgeTransform({ points, fitted, projector, extent: input.extent, perGcp });
  return {
    schema_version: 'georef/v1',
    crs: crs.id,
    crs_name: crs.name,
    affine: wireAffine(fit.affine),
    bounds,
    residual: accuracy.residual,
    residual_units: crs.unit,
    residual_m: accuracy.residualMeters,
    residual_diagnostic: diagnostic,
    fit_method: fit.method,
    gcp_pixel_errors: perGcp(accuracy.pixelErrors),
    gcp_errors_m: perGcp(accuracy.meterErrors),
    gcp_holdout_errors_m: perGcp(accuracy.holdoutMeters),
    holdout_error: largestOf(accuracy.holdoutMeters),
    datum_operation: wireOperation(projector.datumOperation),
    pixel_extent: [...input.extent],
    gcps: input.gcps.map(({ pixel_x, pixel_y, world_x, world_y }) => ({ pixel_x, pixel_y, world_x, world_y })),
    gcp_count: input.gcps.length,
    transform: judged.object,
    transform_recommendation: judged.recommendation,
    warnings: [...crs.warnings, ...checked.warnings, ...fitWarnings(facts), ...judged.warnings],
  };
};
