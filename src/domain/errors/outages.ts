import { GeomapError } from './geomap-error.ts';

/** Why state cannot be written. */
export type StorageOutage = 'not_writable' | 'disk_full' | 'locked';

/** `storage_unavailable`; the folder is named by its variable, never by its path. */
export function storageUnavailable(reason: StorageOutage, logReason?: string): GeomapError {
  const what = { not_writable: 'is not writable', disk_full: 'has no space left', locked: 'is locked by another process' }[
    reason
  ];
  return new GeomapError('storage_unavailable', {
    message: `The state or cache folder of the server (GEOMAP_STATE_ROOT, GEOMAP_CACHE_ROOT) ${what}. The server operator has to repair this.`,
    details: { reason },
    hints: [
      'Ask the server operator to free space or to correct the rights of the state and cache folders, then repeat the call.',
    ],
    ...(logReason === undefined ? {} : { logReason }),
  });
}

/** `registry_corrupt` (D13): the registry is left as it is, nothing is thrown away silently. */
export const registryCorrupt = (logReason?: string): GeomapError =>
  new GeomapError('registry_corrupt', {
    message:
      'The persistent registry exists but is not a readable registry. It was left untouched on purpose, so that nothing is lost.',
    details: { registry: 'state/registry.sqlite' },
    hints: ['Back up and remove the registry file under the data root, then register the maps again.'],
    ...(logReason === undefined ? {} : { logReason }),
  });
