import type { FileHandle } from 'node:fs/promises';
import { parseMapUri } from '../../domain/catalog/handles.ts';
import type { PictureFile } from '../../domain/catalog/picture-facts.ts';
import type { MapRecord } from '../../domain/catalog/records.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { type ControlPointFile, gcpFileFault } from '../../domain/gcp-files/control-point-file.ts';
import { readTiePoints } from '../../domain/gcp-files/geotiff-tie-points.ts';
import { openSource, type PathPolicy, resolveSource } from '../../platform/files/source-path.ts';
import { pictureFile, sourcePolicy } from '../catalog/inspect-source.ts';
import { productRoots } from '../catalog/product-roots.ts';
import type { HandlerContext } from '../handler.ts';
import { resourceResolve } from '../handlers/resource-resolve.ts';

/** Control points and where they came from: text of some dialect, or what a GeoTIFF carries. */
export type ControlPointText = {
  readonly content: string | ControlPointFile;
  readonly source: 'file' | 'resource';
  /** Map that the resource belongs to, or null. */
  readonly mapId: string | null;
};

/** A file of 10,000 points with all columns stays far below this. */
const MAX_BYTES = 8 * 1024 * 1024;

const tooLarge = (bytes: number): GeomapError =>
  new GeomapError('oversize_image', {
    message: `The control-point file has ${bytes} bytes, more than the limit of ${MAX_BYTES}; a file of control points is far smaller, so check that it is the right one.`,
    details: { argument: 'gcps_uri', bytes, limit_bytes: MAX_BYTES },
  });

/** `II*`, `MM*` and their BigTIFF forms. */
const isTiff = (head: Uint8Array): boolean =>
  (head[0] === 0x49 && head[1] === 0x49 && (head[2] === 42 || head[2] === 43)) ||
  (head[0] === 0x4d && head[1] === 0x4d && (head[3] === 42 || head[3] === 43));

const tiePointsOf = (file: PictureFile, page: number): ControlPointFile => {
  const found = readTiePoints(file, page);
  if (found !== null) return found;
  throw gcpFileFault(
    'no_tie_points',
    'This TIFF carries no control points: it has no tie points, or is georeferenced by a transformation. Give gcps, or a control-point file.',
  );
};

const readAll = async (handle: FileHandle, page: number): Promise<string | ControlPointFile> => {
  try {
    const { size } = await handle.stat();
    const picture = pictureFile(handle, size);
    if (isTiff(picture.read(0, 4))) return tiePointsOf(picture, page);
    if (size > MAX_BYTES) throw tooLarge(size);
    return new TextDecoder('utf-8').decode(await handle.readFile());
  } finally {
    await handle.close();
  }
};

const readFile = async (path: string, policy: PathPolicy, page = 0): Promise<string | ControlPointFile> =>
  readAll(await openSource(path, policy), page);

/** A map's own source may be a GeoTIFF that carries control points (field report 4.18). */
const readSource = (map: MapRecord, context: HandlerContext): Promise<string | ControlPointFile> =>
  readFile(map.path, sourcePolicy(context.settings), map.page);

const readResource = async (uri: string, context: HandlerContext): Promise<string | ControlPointFile> => {
  const handle = parseMapUri(uri);
  const map = handle?.kind === 'source' ? context.store.findMap(handle.mapId) : undefined;
  if (map?.mimeType === 'image/tiff') return readSource(map, context);
  const found = await resourceResolve()({ uri }, context);
  if (found.mime_type.startsWith('image/')) {
    throw gcpFileFault(
      'picture',
      'This resource is a picture and holds no control points; name a georeference or a control-point file.',
    );
  }
  if (found.file === null) return found.text ?? '';
  return readFile(found.file, { roots: productRoots(context), origin: 'generated_artifact' });
};

/**
 * Text of a control-point file under an allowed root or of a geomap:// resource. The path policy is that of map sources, checked
 * again at open (D17). Throws `disallowed_path`, `artifact_not_found`, `oversize_image`, or `invalid_bounds` for a picture.
 */
export const readControlPointText = async (uri: string, context: HandlerContext): Promise<ControlPointText> => {
  if (uri.startsWith('geomap://')) {
    return { content: await readResource(uri, context), source: 'resource', mapId: parseMapUri(uri)?.mapId ?? null };
  }
  const policy = sourcePolicy(context.settings);
  const path = await resolveSource(uri, policy, context.settings.launch);
  return { content: await readFile(path, policy), source: 'file', mapId: null };
};
