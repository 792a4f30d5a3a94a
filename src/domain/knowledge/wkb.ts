type Position = readonly [number, number];
type Geometry =
  | { readonly type: string; readonly coordinates: unknown }
  | { readonly type: string; readonly geometries: unknown };

const TYPES = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
] as const;
/** Bytes of the box in the head of a GeoPackage geometry, by the kind that its flags name. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64] as const;
const DEEPEST = 4;

/** A place in bytes that moves on with every number read. Throws RangeError at their end. */
type Cursor = { readonly view: DataView; at: number };
type Head = { readonly little: boolean; readonly type: number; readonly numbers: number };

function readHead(cursor: Cursor): Head {
  const little = cursor.view.getUint8(cursor.at) === 1;
  const code = cursor.view.getUint32(cursor.at + 1, little);
  cursor.at += 5;
  // ISO counts dimensions in thousands, the extended form in the highest bits, which may announce an SRID as well.
  const iso = Math.floor((code & 0x0fffffff) / 1000);
  const numbers =
    2 + (iso === 3 ? 2 : iso > 0 ? 1 : 0) + ((code & 0x80000000) === 0 ? 0 : 1) + ((code & 0x40000000) === 0 ? 0 : 1);
  if ((code & 0x20000000) !== 0) cursor.at += 4;
  return { little, type: (code & 0x0fffffff) % 1000, numbers };
}

function readCount(cursor: Cursor, little: boolean): number {
  const count = cursor.view.getUint32(cursor.at, little);
  cursor.at += 4;
  // Every member has bytes: a count beyond them is no geometry, and must not ask for memory.
  if (count > cursor.view.byteLength - cursor.at) throw new RangeError('more members than bytes');
  return count;
}

function readPosition(cursor: Cursor, { little, numbers }: Head): Position {
  const position: Position = [cursor.view.getFloat64(cursor.at, little), cursor.view.getFloat64(cursor.at + 8, little)];
  cursor.at += numbers * 8;
  return position;
}

const times = <T>(count: number, read: () => T): readonly T[] => Array.from({ length: count }, read);

const readPositions = (cursor: Cursor, head: Head): readonly Position[] =>
  times(readCount(cursor, head.little), () => readPosition(cursor, head));

function readGeometry(cursor: Cursor, depth: number): Geometry | null {
  if (depth > DEEPEST) throw new RangeError('geometries nested too deep');
  const head = readHead(cursor);
  const type = TYPES[head.type];
  switch (type) {
    case 'Point': {
      const coordinates = readPosition(cursor, head);
      return coordinates.every(Number.isFinite) ? { type, coordinates } : null;
    }
    case 'LineString':
      return { type, coordinates: readPositions(cursor, head) };
    case 'Polygon':
      return { type, coordinates: times(readCount(cursor, head.little), () => readPositions(cursor, head)) };
    case 'MultiPoint':
    case 'MultiLineString':
    case 'MultiPolygon':
    case 'GeometryCollection': {
      const members = times(readCount(cursor, head.little), () => readGeometry(cursor, depth + 1)).filter((one) => one !== null);
      if (type === 'GeometryCollection') return { type, geometries: members };
      return { type, coordinates: members.flatMap((one) => ('coordinates' in one ? [one.coordinates] : [])) };
    }
    default:
      throw new RangeError('a type of geometry that is not known');
  }
}

/**
 * The GeoJSON geometry of a GeoPackage blob (OGC 12-128, a head and then well-known binary, ISO or extended); heights and measures are
 * dropped. Null for an empty geometry. Throws RangeError for bytes that are none.
 */
export function readGeoPackageGeometry(blob: Uint8Array): Geometry | null {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  if (view.byteLength < 8 || view.getUint16(0) !== 0x4750) throw new RangeError('no geometry of a GeoPackage');
  const flags = view.getUint8(3);
  if ((flags & 0x10) !== 0) return null;
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 7];
  if (envelope === undefined) throw new RangeError('a box of a kind that is not known');
  return readGeometry({ view, at: 8 + envelope }, 0);
}
