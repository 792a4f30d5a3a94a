import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { type Finding, ok, problem } from './finding.ts';

/** The registry opens and can be read; one that is not there yet is not made. */
export function checkStore(stateRoot: string): Finding {
  if (statSync(join(stateRoot, 'registry.sqlite'), { throwIfNoEntry: false }) === undefined)
    return ok('registry', 'none yet; made with the first map');
  const store = openStore({ stateRoot });
  try {
    const { entries } = store.listResources(undefined, 1);
    return ok('registry', entries.length > 0 ? 'readable' : 'readable, empty');
  } catch (error) {
    if (!isGeomapError(error)) throw error;
    const remedy =
      error.code === 'registry_corrupt'
        ? 'Back up and remove `state/registry.sqlite` below the data root, then register the maps again.'
        : (error.facts.hints?.[0] ?? 'Free space or correct the rights of the state folder.');
    return problem('registry', `${error.code}${error.facts.logReason === undefined ? '' : `: ${error.facts.logReason}`}`, remedy);
  } finally {
    store.close();
  }
}
