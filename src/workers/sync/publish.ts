import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type MirrorManifest, mirrorManifestSchema } from '../../domain/knowledge/mirror-manifest.ts';
import { syncFolder, writeAtomic } from '../../platform/files/atomic-write.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { type Staging, sha256Of } from './staging.ts';

export type Publication = {
  /** Folder of the version. */
  readonly folder: string;
  readonly staging: Staging;
  /** Normalized file, relative to the staging folder. */
  readonly normalized: string;
  readonly sha256: string;
  readonly manifest: Omit<MirrorManifest, 'artifacts' | 'normalized_sha256' | 'schema_version'>;
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
};

/** Folder of the data that the manifest in place names, or undefined. */
function currentData(folder: string): string | undefined {
  try {
    const manifest = mirrorManifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
    return manifest.artifacts?.normalized?.split('/')[0];
  } catch {
    return undefined;
  }
}

/**
 * Puts the staged data in place. Data lie in a folder named by their digest, so that the one moment that counts is the renaming of
 * the manifest: before it the old mirror is whole, after it the new one. The data of before stay for calls that are reading them.
 */
export function publish({ folder, staging, normalized, sha256, manifest }: Publication): string {
  const data = `data-${sha256.slice(0, 12)}`;
  const home = join(folder, data);
  makeFolder(folder);
  const before = currentData(folder);
  if (isWhole(join(home, normalized), sha256)) staging.discard();
  else {
    rmSync(home, { recursive: true, force: true });
    renameSync(staging.folder, home);
    syncFolder(folder);
    for (const name of ['steps.jsonl', 'plan.json']) rmSync(join(home, name), { force: true });
  }
  const whole = {
    ...manifest,
    schema_version: 'knowledge-source/v1',
    normalized_sha256: sha256,
    artifacts: { normalized: `${data}/${normalized}`, raw: `${data}/raw` },
  };
  const file = join(folder, 'manifest.json');
  writeAtomic(file, `${JSON.stringify(sorted(whole), null, 2)}\n`);
  for (const name of readdirSync(folder))
    if (name.startsWith('data-') && name !== data && name !== before)
      rmSync(join(folder, name), { recursive: true, force: true });
  return file;
}

const isWhole = (file: string, sha256: string): boolean => existsSync(file) && sha256Of(readFileSync(file)) === sha256;
