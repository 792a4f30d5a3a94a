import { createProjector, type DatumOperation, type WorldPoint } from '../crs/projector.ts';
import type { ResolvedCrs } from '../crs/resolved-crs.ts';
import { GeomapError } from '../errors/geomap-error.ts';

/** A printed note about moving the projection lines, with the EPSG code of the geographic CRS that the moved lines stand on. */
export type PrintedShift = { readonly eastMeters: number; readonly northMeters: number; readonly targetBase: number };

type Link = { readonly from: ResolvedCrs; readonly to: ResolvedCrs };

/** True when the note tells the way from the datum of `from` to that of `to`. */
export const leadsTo = ({ targetBase }: PrintedShift, { from, to }: Link): boolean =>
  to.baseCode === targetBase && from.baseCode !== targetBase;

/** How a result names the note. */
export const noteOperation: DatumOperation = {
  code: null,
  name: 'printed note of the sheet about its projection lines',
  method: 'none',
  accuracyMeters: 10,
  covers: true,
};

/** GRS 80, on which NAD83 stands: semi-major axis in metres and squared eccentricity. */
const AXIS = 6_378_137;
const ECCENTRICITY_SQUARED = 0.0066943800229;

/** Degrees of longitude and latitude that a move of so many metres is at a latitude (meridian and prime vertical radii). */
const degreesOf = ({ eastMeters, northMeters }: PrintedShift, latitude: number): readonly [number, number] => {
  const phi = (latitude * Math.PI) / 180;
  const w = Math.sqrt(1 - ECCENTRICITY_SQUARED * Math.sin(phi) ** 2);
  const meridian = (AXIS * (1 - ECCENTRICITY_SQUARED)) / w ** 3;
  const parallel = (AXIS / w) * Math.cos(phi);
  return [((eastMeters / parallel) * 180) / Math.PI, ((northMeters / meridian) * 180) / Math.PI];
};

/**
 * Way from one datum to another by the note of a sheet. The lines move, the ground does not: a place on a printed line gets the label
 * of that line less the move, so lines that move south and west make coordinates larger. Throws `invalid_bounds` near the poles.
 */
export const shiftedByNote = (shift: PrintedShift, { from, to }: Link): ((world: WorldPoint) => WorldPoint) => {
  const source = createProjector({ ...from, baseCode: null });
  const target = createProjector({ ...to, baseCode: null });
  return (world) => {
    const [longitude, latitude] = source.inverse(world);
    if (Math.abs(latitude) > 89) {
      throw new GeomapError(
        'invalid_bounds',
        'The printed note about the projection lines cannot be used at a pole; leave shift_note out.',
      );
    }
    const [east, north] = degreesOf(shift, latitude);
    return target.forward([longitude - east, latitude - north]);
  };
};
