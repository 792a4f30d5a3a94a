import { setImmediate } from 'node:timers/promises';
import { findReferencedMap, staleWarnings } from '../../domain/catalog/map-reference.ts';
import type { MapRecord } from '../../domain/catalog/records.ts';
import type { CrsDefinitions } from '../../domain/crs/definition.ts';
import { createProjector } from '../../domain/crs/projector.ts';
import { resolveCrs } from '../../domain/crs/resolve-crs.ts';
import type { GeorefInput } from '../../domain/documents/georef.ts';
import {
  MOST_POINTS,
  type TransformedPoint,
  type TransformedPointsPayload,
  type TransformPointsRequest,
} from '../../domain/documents/points.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { createPixelProjection, hintOf, middleOf } from '../../domain/georef/pixel-projection.ts';
import { createPointTransformer, type PointTransformer } from '../../domain/georef/transform-points.ts';
import { INVERSE_TOLERANCE_PX } from '../../domain/georef/transforms/inverse.ts';
import { watchSource } from '../catalog/source-watch.ts';
import { requireRevision } from '../georef/restore-revision.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { type ChosenGeoref, chooseGeoref } from '../overlay/chosen-georef.ts';

export type PointsTransformDeps = { readonly definitions: CrsDefinitions };

/** Points between two looks at the signal; a spline of 1,000 nodes takes about 0.1 ms for each. */
const CHUNK = 250;

/** The georeference named by `revision`, by a revision's own URI, the inline one, or the current one. */
const georefOf = (
  input: TransformPointsRequest,
  map: MapRecord | undefined,
  { deps, context }: { readonly deps: PointsTransformDeps; readonly context: HandlerContext },
): ChosenGeoref => {
  const uri =
    map !== undefined && input.revision !== undefined ? requireRevision(map, input.revision, context).uri : input.map_uri;
  return chooseGeoref({ georef: input.georef, map_uri: uri }, map, { store: context.store, definitions: deps.definitions });
};

const checkCount = ({ pixels, world }: TransformPointsRequest): void => {
  const count = (pixels?.length ?? 0) + (world?.length ?? 0);
  if (count > MOST_POINTS) {
    throw new GeomapError(
      'invalid_arguments',
      `A call takes at most ${MOST_POINTS} points, pixels and world positions together, and ${count} were given; split the list.`,
    );
  }
};

async function transformAll(
  { pixels = [], world = [] }: TransformPointsRequest,
  transformer: PointTransformer,
  { signal, progress }: HandlerContext,
): Promise<readonly TransformedPoint[]> {
  const steps = [
    ...pixels.map(
      ({ pixel_x, pixel_y }, index) =>
        () =>
          transformer.fromPixel(index, [pixel_x, pixel_y]),
    ),
    ...world.map(
      ({ world_x, world_y }, index) =>
        () =>
          transformer.fromWorld(index, [world_x, world_y]),
    ),
  ];
  const done: TransformedPoint[] = [];
  for (let from = 0; from < steps.length; from += CHUNK) {
    done.push(...steps.slice(from, from + CHUNK).map((step) => step()));
    if (done.length === steps.length) break;
    progress({ share: done.length / steps.length, message: `${done.length} of ${steps.length} points done.` });
    await setImmediate();
    signal.throwIfAborted();
  }
  return done;
}

const extrapolated = (points: readonly TransformedPoint[], { gcps = [] }: GeorefInput): string[] => {
  const xs = gcps.map(({ pixel_x }) => pixel_x);
  const ys = gcps.map(({ pixel_y }) => pixel_y);
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const count = points.filter(
    ({ pixel_x: x, pixel_y: y }) => x !== null && y !== null && (x < west || x > east || y < top || y > bottom),
  ).length;
  return count === 0
    ? []
    : [
        `extrapolated: ${count} points lie outside the box of the control points, where this transform runs away quickly; add control points around them.`,
      ];
};

const count = (points: readonly TransformedPoint[], status: TransformedPoint['status']): number =>
  points.filter((point) => point.status === status).length;

/** `points.transform`: pixels to world positions and back. The picture is never opened, and nothing is kept. */
export const pointsTransform =
  (deps: PointsTransformDeps): Handler<'points.transform'> =>
  async (input, context) => {
    checkCount(input);
    const map = findReferencedMap(context.store, input);
    const georef = georefOf(input, map, { deps, context });
    const { document } = georef;
    const projection = createPixelProjection(document, deps.definitions);
    const own = createProjector(resolveCrs(document.crs, deps.definitions), hintOf(document));
    const asked = input.crs === undefined ? undefined : resolveCrs(input.crs, deps.definitions);
    const transformer = createPointTransformer({ projection, own, asked, middle: middleOf(document.bounds), image: map });
    const points = await transformAll(input, transformer, context);
    const now = map && (await watchSource(map, context));
    const stale = now ? staleWarnings(now, { georef: georef.record ?? undefined }) : [];
    const pliable = !projection.closedForm;
    const payload: TransformedPointsPayload = {
      schema_version: 'transformed-points/v1',
      trace_id: context.traceId,
      crs: transformer.crs.id,
      crs_name: transformer.crs.name,
      units: transformer.crs.units,
      georef_used: {
        crs: own.id,
        transform: document.transform?.type ?? 'affine',
        revision: georef.record?.revision ?? null,
      },
      inverse_bound_px: pliable ? INVERSE_TOLERANCE_PX : 0,
      point_counts: {
        pixel_to_world: input.pixels?.length ?? 0,
        world_to_pixel: input.world?.length ?? 0,
        outside_image: count(points, 'outside_image'),
        no_position: count(points, 'no_position'),
      },
      points: [...points],
      warnings: [
        ...georef.warnings,
        ...(asked?.warnings ?? []),
        ...stale,
        ...(pliable && (document.gcps?.length ?? 0) > 0 ? extrapolated(points, document) : []),
      ],
    };
    return { payload, links: [], preview_file: null };
  };
