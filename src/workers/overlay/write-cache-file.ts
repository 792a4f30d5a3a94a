import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { writeAtomic } from '../../platform/files/atomic-write.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';

function stored<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new GeomapError('storage_unavailable', {
      message:
        'The overlay could not be written to the cache folder of the server. The operator should check its free space and permissions.',
      logReason: error instanceof Error ? error.message : 'unknown failure',
    });
  }
}

/** Makes a folder below the cache root, mode 0700. Throws `storage_unavailable`. */
export const makeCacheFolder = (folder: string): void => void stored(() => makeFolder(folder));

/** Writes a product below the cache root and returns its bytes. Throws `storage_unavailable`. */
export const writeCacheFile = (path: string, content: string): number => stored(() => writeAtomic(path, content));
