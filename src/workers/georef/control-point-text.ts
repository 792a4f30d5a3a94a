import type { FileHandle } from 'node:fs/promises';
import { parseMapUri } from '../../domain/catalog/handles.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { gcpFileFault } from '../../domain/gcp-files/control-point-file.ts';
import { openSource, type PathPolicy, resolveSource } from '../../platform/files/source-path.ts';
import { sourcePolicy } from '../catalog/inspect-source.ts';
import { productRoots } from '../catalog/product-roots.ts';
import type { HandlerContext } from '../handler.ts';
import { resourceResolve } from '../handlers/resource-resolve.ts';

/** Text with control points and where it came from. */
export type ControlPointText = {
  readonly text: string;
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

const readAll = async (handle: FileHandle): Promise<string> => {
  try {
    const { size } = await handle.stat();
    if (size > MAX_BYTES) throw tooLarge(size);
    return new TextDecoder('utf-8').decode(await handle.readFile());
  } finally {
    await handle.close();
  }
};

const readFile = async (path: string, policy: PathPolicy): Promise<string> => readAll(await openSource(path, policy));

const readResource = async (uri: string, context: HandlerContext): Promise<string> => {
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
    return { text: await readResource(uri, context), source: 'resource', mapId: parseMapUri(uri)?.mapId ?? null };
  }
  const policy = sourcePolicy(context.settings);
  const path = await resolveSource(uri, policy, context.settings.launch);
  return { text: await readFile(path, policy), source: 'file', mapId: null };
};
