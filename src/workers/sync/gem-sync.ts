import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFaults } from '../../domain/knowledge/fault-geojson.ts';
import { isObject, type JsonObject, readFeatures, readJsonAnswer } from '../../domain/knowledge/live/json-answer.ts';
import { SOURCES } from '../../domain/knowledge/sources.ts';
import type { GemProfile } from '../../domain/knowledge/sync-profile.ts';
import { writeAtomic } from '../../platform/files/atomic-write.ts';
import { publish } from './publish.ts';
import { openStaging, sha256Of } from './staging.ts';
import type { SyncDeps } from './sync-deps.ts';
import { SyncFailure } from './sync-failure.ts';

const SOURCE = SOURCES.gem_global_active_faults;
const LABEL = 'The GEM file';
const TIMEOUT_MS = 300_000;
const GAPS = 'Known to be incomplete in and around Canada, Madagascar and the Malay Archipelago.';

export type GemWish = { readonly profile: GemProfile; readonly folder: string; readonly staging: string };

async function contentOf({ source_url, local_path }: GemProfile, deps: SyncDeps): Promise<string> {
  if (local_path === undefined) {
    const answer = await deps.send({ url: source_url, params: {}, timeoutMs: TIMEOUT_MS, label: LABEL, signal: deps.signal });
    readJsonAnswer(answer, LABEL);
    return answer.text;
  }
  try {
    return readFileSync(local_path, 'utf8');
  } catch {
    throw new SyncFailure('usage', 'The file that local_path names cannot be read.');
  }
}

/** Members of a feature that are kept: no others are read. */
const plain = ({ id, properties, geometry }: JsonObject): JsonObject => ({
  type: 'Feature',
  ...(id === undefined ? {} : { id }),
  properties: properties ?? {},
  geometry: geometry ?? null,
});

/** Features of the file. Throws `SyncFailure` (content) for anything that is no collection with usable traces. */
function featuresOf(content: string): readonly JsonObject[] {
  let body: unknown;
  try {
    body = JSON.parse(content);
  } catch {
    body = null;
  }
  const features = isObject(body) && Array.isArray(body.features) ? readFeatures(body, LABEL) : [];
  if (readFaults(features).length === 0)
    throw new SyncFailure('content', 'The GEM file is no GeoJSON collection with fault traces; nothing was replaced.');
  return features.map(plain);
}

/** Mirrors the pinned GEM file. The digest is compared before anything is replaced. Returns the manifest's file. */
export async function syncGem(wish: GemWish, deps: SyncDeps): Promise<string> {
  const { profile } = wish;
  deps.progress({ share: 0, message: 'Fetching the GEM file' });
  const content = await contentOf(profile, deps);
  const digest = sha256Of(content);
  if (profile.sha256 !== undefined && profile.sha256.toLowerCase() !== digest)
    throw new SyncFailure('content', 'The GEM file is not the one whose SHA-256 was given; nothing was replaced.');
  deps.progress({ share: 0.8, message: 'Writing the catalogue' });
  const features = featuresOf(content);
  const staging = openStaging(wish.staging, digest, () => ({}));
  writeAtomic(join(staging.folder, 'raw/gem_active_faults.geojson'), content);
  const normalized = 'normalized/faults.geojson';
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  writeAtomic(join(staging.folder, normalized), text);
  const { local_path: _local, ...request } = profile;
  return publish({
    folder: wish.folder,
    staging,
    normalized,
    sha256: sha256Of(text),
    manifest: {
      source_id: SOURCE.id,
      family: SOURCE.family,
      retrieved_at: deps.now().toISOString(),
      source_version: profile.source_version,
      normalizer_version: '1',
      source_url: profile.local_path === undefined ? profile.source_url : 'local file',
      request: { ...request, raw_sha256: digest },
      record_count: features.length,
      manifest_hash_material_version: '1',
      license: SOURCE.license,
      citation: SOURCE.citation,
      attribution: SOURCE.attribution,
      coverage: { status: 'broad-but-incomplete-global-dataset', notes: [GAPS] },
    },
  });
}
