/** A longitude/latitude box in degrees. `min_lon > max_lon` crosses the antimeridian (D24); all edges belong to the box. */
export type Box = { readonly min_lon: number; readonly min_lat: number; readonly max_lon: number; readonly max_lat: number };

/** True when the box runs over the meridian of 180 degrees. */
export const crossesAntimeridian = (box: Box): boolean => box.min_lon > box.max_lon;

/** The box as one part, or as two that do not cross: the western one (up to 180) first, then the eastern one (from -180). */
export const boxParts = (box: Box): readonly Box[] =>
  crossesAntimeridian(box)
    ? [
        { ...pick(box), max_lon: 180 },
        { ...pick(box), min_lon: -180 },
      ]
    : [pick(box)];

const pick = ({ min_lon, min_lat, max_lon, max_lat }: Box): Box => ({ min_lon, min_lat, max_lon, max_lat });

/** Longitude brought into -180..180. Values already inside stay untouched, so 180 stays 180. */
export const normaliseLongitude = (lon: number): number => {
  if (lon >= -180 && lon <= 180) return lon;
  const turned = (((lon + 180) % 360) + 360) % 360;
  return turned - 180;
};

/** Width in degrees of longitude, 0..360, measured eastwards from `min_lon`. */
export const boxWidth = (box: Box): number =>
  crossesAntimeridian(box) ? box.max_lon + 360 - box.min_lon : box.max_lon - box.min_lon;

/**
 * Box from longitudes that may run past 180 (177 to 190, or -190 to -170): normalised once, here.
 * `west` must not be east of `east`; a span of 360 degrees or more is the whole circle.
 */
export const boxFromSpan = (
  west: number,
  east: number,
  latitudes: { readonly min_lat: number; readonly max_lat: number },
): Box => {
  if (east - west >= 360) return { min_lon: -180, max_lon: 180, ...latitudes };
  const min = normaliseLongitude(west);
  const max = normaliseLongitude(east);
  // A box that ends on the meridian of 180 is written without a wrap where that is possible.
  if (min === 180 && east > west) return { min_lon: -180, max_lon: max, ...latitudes };
  if (max === -180 && east > west) return { min_lon: min, max_lon: 180, ...latitudes };
  return { min_lon: min, max_lon: max, ...latitudes };
};

/** True when the longitude lies in the box or on its edge; 180 and -180 are the same meridian. */
export const containsLongitude = (box: Box, lon: number): boolean => {
  const inside = (value: number): boolean =>
    crossesAntimeridian(box) ? value >= box.min_lon || value <= box.max_lon : value >= box.min_lon && value <= box.max_lon;
  return inside(lon) || (Math.abs(lon) === 180 && inside(-lon));
};

/** True when the point (degrees) lies in the box or on its edge. */
export const containsPoint = (box: Box, lon: number, lat: number): boolean =>
  lat >= box.min_lat && lat <= box.max_lat && containsLongitude(box, lon);

/** Closed test: boxes that only touch intersect, also across the meridian of 180. */
export const boxesIntersect = (a: Box, b: Box): boolean => {
  if (a.min_lat > b.max_lat || b.min_lat > a.max_lat) return false;
  return containsLongitude(a, b.min_lon) || containsLongitude(b, a.min_lon);
};

/** Degrees east from one longitude to another, 0 up to (not including) 360. */
const eastward = (from: number, to: number): number => (((to - from) % 360) + 360) % 360;

/** True when every place of `inner` lies in `outer`. */
export const containsBox = (outer: Box, inner: Box): boolean => {
  if (inner.min_lat < outer.min_lat || inner.max_lat > outer.max_lat) return false;
  if (boxWidth(outer) >= 360) return true;
  if (!containsLongitude(outer, inner.min_lon) || !containsLongitude(outer, inner.max_lon)) return false;
  return boxWidth(inner) <= boxWidth(outer);
};

/**
 * Smallest box around all given boxes: of all gaps between them the widest stays outside, so islands on both sides of
 * 180 give a narrow box that crosses it. Null for an empty list.
 */
export const unionBoxes = (boxes: readonly Box[]): Box | null => {
  const [first, ...rest] = boxes;
  if (first === undefined) return null;
  const latitudes = {
    min_lat: rest.reduce((low, box) => Math.min(low, box.min_lat), first.min_lat),
    max_lat: rest.reduce((high, box) => Math.max(high, box.max_lat), first.max_lat),
  };
  if (boxes.some((box) => boxWidth(box) >= 360)) return { min_lon: -180, max_lon: 180, ...latitudes };
  const arcs = [...boxes].sort((a, b) => a.min_lon - b.min_lon);
  return { ...unionArcs(arcs), ...latitudes };
};

type Arc = { readonly min_lon: number; readonly max_lon: number };

/** Walk the arcs eastwards (sorted by start) and cut the circle at the widest gap. */
const unionArcs = (arcs: readonly Box[]): Arc => {
  const origin = arcs[0]?.min_lon ?? 0;
  // An arc that runs past the origin covers the first degrees of the walk.
  let reach = 0;
  let end = origin;
  for (const arc of arcs) {
    const overshoot = eastward(origin, arc.min_lon) + boxWidth(arc) - 360;
    if (overshoot >= reach) {
      reach = overshoot;
      end = arc.max_lon;
    }
  }
  let widest = { size: 0, start: -180, end: 180 };
  for (const arc of arcs) {
    const offset = eastward(origin, arc.min_lon);
    if (offset - reach > widest.size) widest = { size: offset - reach, start: arc.min_lon, end };
    if (offset + boxWidth(arc) >= reach) {
      reach = offset + boxWidth(arc);
      end = arc.max_lon;
    }
  }
  if (360 - reach > widest.size) widest = { size: 360 - reach, start: origin, end };
  return { min_lon: widest.start, max_lon: widest.end };
};

/** Smallest box around points `[lon, lat]` in degrees, over the meridian of 180 where that is narrower. Null for none. */
export const boxAroundPoints = (points: readonly (readonly [number, number])[]): Box | null =>
  unionBoxes(points.map(([lon, lat]) => ({ min_lon: lon, max_lon: lon, min_lat: lat, max_lat: lat })));
