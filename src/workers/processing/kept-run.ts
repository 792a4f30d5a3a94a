import { stat } from 'node:fs/promises';
import type { ArtifactRecord, MapRecord, RunRecord } from '../../domain/catalog/records.ts';
import type { Store } from '../../domain/catalog/store.ts';

const isWhole = async (artifact: ArtifactRecord): Promise<boolean> => {
  try {
    return (await stat(artifact.path)).size === artifact.bytes;
  } catch {
    return false;
  }
};

/**
 * The run that answers this call without work (D28): the map's current one, made from this content of the source with this key,
 * and with all its artifact files still there. Undefined otherwise: the cache folder may be wiped at any time.
 */
export async function findKeptRun(map: MapRecord, key: string, store: Store): Promise<RunRecord | undefined> {
  const run = store.findRunByKey(map.id, { sourceSha256: map.sha256, detectorId: key });
  if (run === undefined || run.id !== map.runId) return undefined;
  const artifacts = store.artifactsOfRun(run.id);
  const whole = await Promise.all(artifacts.map(isWhole));
  return whole.every(Boolean) ? run : undefined;
}
