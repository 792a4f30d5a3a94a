import type { PixelBox } from '../catalog/records.ts';
import type { Projector } from '../crs/projector.ts';
import type { Affine } from '../documents/georef.ts';
import type { Bounds } from '../geo/bounds.ts';
import { boxesIntersect, boxWidth, containsPoint } from '../geo/wrap.ts';
import { type Accuracy, largestOf } from './accuracy.ts';
import { determinant } from './affine-map.ts';
import { type ControlPoint, nameIndices } from './control-points.ts';
import type { Suspect } from './suspects.ts';

/** Everything the warnings of a fit are drawn from. */
export type FitFacts = {
  readonly affine: Affine;
  readonly projector: Projector;
  readonly bounds: Bounds;
  readonly points: readonly ControlPoint[];
  readonly accuracy: Accuracy;
  readonly diagnostic: boolean;
  readonly suspects: readonly Suspect[];
  readonly extent: PixelBox;
  /** Size of the source in pixels, when a map is named. */
  readonly image: { readonly width: number; readonly height: number } | undefined;
};

const LARGE_PIXELS = 5;
const LISTED_SUSPECTS = 10;
/** Sheets reach over the edge of their zone; this many degrees are no reason to warn. */
const AREA_MARGIN = 1;

/** Signs, rotation and missing checks, in the order of contract 9.4. */
const shapeWarnings = ({ affine, diagnostic, points }: FitFacts): string[] => {
  const { a, b, d, e } = affine;
  const along = Math.max(Math.abs(a), Math.abs(e));
  const across = Math.max(Math.abs(b), Math.abs(d));
  return [
    ...(a <= 0
      ? [
          'nonstandard_x_direction:a<=0: world_x does not grow to the right; right only for a rotated or mirrored scan, since a > 0 holds for an unrotated scan with north up.',
        ]
      : []),
    ...(e >= 0
      ? [
          'nonstandard_y_direction:e>=0: world_y does not grow upwards; right only for a rotated or mirrored scan, since e < 0 holds for an unrotated scan with north up.',
        ]
      : []),
    ...(along > 0 && across > 0.1 * along
      ? [
          'substantial_rotation_or_shear: the picture is rotated or sheared by more than a tenth; check the points if the scan looks upright.',
        ]
      : []),
    ...(diagnostic ? [] : [notDiagnostic(points.length)]),
  ];
};

const notDiagnostic = (count: number): string =>
  count < 4
    ? `residual_not_diagnostic: ${count} distinct control points are fitted exactly, so the residual checks nothing; supply at least 4 well-distributed GCPs.`
    : 'residual_not_diagnostic: most control points lie on or near one line, so the residual checks little; supply at least 4 well-distributed GCPs.';

/** Numbers that could not be computed. Indices count from zero in the list as given. */
const gapWarnings = ({ accuracy, points, projector }: FitFacts): string[] => {
  const indexOf = (position: number): number => points[position]?.index ?? position;
  const at = (values: readonly (number | null)[], key: string, text: string): string[] =>
    values.flatMap((value, position) => (value === null ? [`${key}:gcp_index=${indexOf(position)}: ${text}`] : []));
  const held = accuracy.holdoutMeters.map((value, position) =>
    accuracy.degenerate.includes(position) || points.length < 4 ? 0 : value,
  );
  return [
    ...(accuracy.residualMeters === null
      ? [`metric_error_unavailable: a control point cannot be converted from ${projector.id} to longitude and latitude.`]
      : []),
    ...at(accuracy.pixelErrors, 'pixel_error_unavailable', 'its pixel error is not finite.'),
    ...accuracy.degenerate.map(
      (position) =>
        `holdout_subset_degenerate:gcp_index=${indexOf(position)}: without this point the others lie on one line, so nothing checks it.`,
    ),
    ...at(held, 'holdout_metric_unavailable', 'its leave-one-out error is not finite.'),
  ];
};

const expand = (box: Bounds, degrees: number): Bounds => {
  const wide = boxWidth(box) + 2 * degrees >= 360;
  const turn = (lon: number): number => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);
  return {
    ...box,
    min_lon: wide ? -180 : turn(box.min_lon - degrees),
    max_lon: wide ? 180 : turn(box.max_lon + degrees),
    min_lat: Math.max(-90, box.min_lat - degrees),
    max_lat: Math.min(90, box.max_lat + degrees),
  };
};

/** True when most points would lie in the CRS's area of use with x and y exchanged, and do not as given. */
const fitsSwapped = ({ projector, points }: FitFacts): boolean => {
  const area = projector.area?.box;
  if (!area) return false;
  const inside = (swap: boolean): number =>
    points.filter(({ world_x, world_y }) => {
      const [lon, lat] = projector.inverse(swap ? [world_y, world_x] : [world_x, world_y]);
      return containsPoint(area, lon, lat);
    }).length;
  return inside(false) * 2 < points.length && inside(true) * 2 > points.length;
};

/** With x and y exchanged an upright scan turns into a mirrored one whose diagonal terms vanish, or whose two signs both flip. */
const looksSwapped = ({ affine: { a, b, d, e }, points }: FitFacts): boolean =>
  points.length === 2
    ? a < 0 && e > 0
    : b < 0 && d > 0 && Math.max(Math.abs(a), Math.abs(e)) < 0.3 * Math.min(Math.abs(b), Math.abs(d));

/** Place, orientation and order of the axes (D23, W-26). */
const placeWarnings = (facts: FitFacts): string[] => {
  const { affine, projector, bounds } = facts;
  const warnings: string[] = [];
  if (determinant(affine) > 0) {
    warnings.push(
      'mirrored_fit: the fit mirrors the picture, which a scan never is; check the sign of pixel_y (it counts downwards) and the order of the axes.',
    );
  }
  if (fitsSwapped(facts) || looksSwapped(facts)) {
    warnings.push(
      'possible_axis_swap: the points look as if x and y were exchanged; world_x is the easting or longitude, world_y the northing or latitude.',
    );
  }
  const { area } = projector;
  if (area) {
    const wide = expand({ ...area.box, crs: 'EPSG:4326' }, AREA_MARGIN);
    const east = bounds.max_lon < bounds.min_lon ? bounds.max_lon + 360 : bounds.max_lon;
    const middle = (bounds.min_lon + east) / 2;
    const centred = containsPoint(wide, middle > 180 ? middle - 360 : middle, (bounds.min_lat + bounds.max_lat) / 2);
    if (!centred || !boxesIntersect(wide, bounds)) {
      warnings.push(
        `outside_crs_area: the fitted map lies outside the area ${projector.id} (${projector.name}) was made for; check zone, datum, unit and axis order.`,
      );
    }
  }
  return warnings;
};

const fixed = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** Quality of the fit (D20, W-91). */
const qualityWarnings = ({ accuracy, points, suspects, extent }: FitFacts): string[] => {
  const pixels = accuracy.pixelErrors.filter((value) => value !== null);
  const rms = Math.sqrt(pixels.reduce((sum, value) => sum + value * value, 0) / Math.max(pixels.length, 1));
  const named = suspects
    .slice(0, LISTED_SUSPECTS)
    .map(
      ({ index, pixels: off }) =>
        `suspect_gcp:gcp_index=${index}: control point ${index} (counted from zero) lies ${fixed(off)} px from where the others put it; read it again or leave it out.`,
    );
  const more = suspects.length - named.length;
  if (more > 0) named.push(`suspect_gcp: ${more} more control points do not fit the others.`);
  const worst = largestOf(accuracy.holdoutPixels);
  const large =
    rms > LARGE_PIXELS
      ? [
          `large_residual: the points miss the fit by ${fixed(rms)} px on average${worst === null ? '' : ` (left out: up to ${fixed(worst)} px)`}; a well-read sheet stays below ${LARGE_PIXELS} px.`,
        ]
      : [];
  return [...named, ...large, ...clusterWarning(points, extent)];
};

const clusterWarning = (points: readonly ControlPoint[], [x0, y0, x1, y1]: PixelBox): string[] => {
  const span = (values: readonly number[]): number =>
    values.reduce((high, value) => Math.max(high, value), -Infinity) -
    values.reduce((low, value) => Math.min(low, value), Infinity);
  const narrow =
    span(points.map(({ pixel_x }) => pixel_x)) * 4 < Math.abs(x1 - x0) ||
    span(points.map(({ pixel_y }) => pixel_y)) * 4 < Math.abs(y1 - y0);
  return narrow
    ? [
        'gcp_clustered: the control points cover less than a quarter of the width or height of the extent, so its far parts are extrapolated.',
      ]
    : [];
};

/** Positions beside the picture, when its size is known (W-39). */
const imageWarnings = ({ points, extent: [x0, y0, x1, y1], image }: FitFacts): string[] => {
  if (!image) return [];
  const outside = points
    .filter(({ pixel_x, pixel_y }) => pixel_x < 0 || pixel_y < 0 || pixel_x > image.width || pixel_y > image.height)
    .map(({ index }) => index);
  const size = `${image.width} x ${image.height} px`;
  const beyond =
    Math.min(x0, x1) < -0.5 ||
    Math.min(y0, y1) < -0.5 ||
    Math.max(x0, x1) > image.width + 0.5 ||
    Math.max(y0, y1) > image.height + 0.5;
  return [
    ...(outside.length > 0
      ? [
          `gcp_outside_image:gcp_index=${outside[0]}: control point ${nameIndices(outside)} (counted from zero) lies outside the picture of ${size}; pixels are those of the full source, not of a preview or crop.`,
        ]
      : []),
    ...(beyond
      ? [
          `extent_outside_image: pixel_extent reaches beyond the picture of ${size}; pixels are those of the full source, not of a preview or crop.`,
        ]
      : []),
  ];
};

/** How the datum was dealt with (D22). */
const datumWarnings = ({ projector }: FitFacts): string[] => {
  const { accuracyMeters, code, covers, method, name } = projector.datumOperation;
  if (method === 'none' && accuracyMeters === null) {
    return [
      `datum_shift_missing: no datum shift from ${projector.name} to WGS 84 is known, so none was applied; positions may be off by up to some hundred metres.`,
    ];
  }
  if (covers) return [];
  return [
    `datum_shift_outside_area: the map lies outside the area of the datum shift that was used (EPSG:${code}, ${name}); its accuracy there is not known.`,
  ];
};

/** All warnings of a fit, those of contract 9.4 first and in its order; each begins with a stable key. */
export const fitWarnings = (facts: FitFacts): readonly string[] => [
  ...shapeWarnings(facts),
  ...gapWarnings(facts),
  ...datumWarnings(facts),
  ...placeWarnings(facts),
  ...qualityWarnings(facts),
  ...imageWarnings(facts),
];
