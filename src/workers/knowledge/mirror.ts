import { createHash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import {
  artifactOf,
  coverageOfManifest,
  type MirrorManifest,
  manifestHashText,
  mirrorManifestSchema,
  orderVersions,
} from '../../domain/knowledge/mirror-manifest.ts';
import type { MirrorFacts } from '../../domain/knowledge/ports.ts';

/** A mirror whose manifest and paths are sound; its data are checked against `sha256` when they are read. */
export type Mirror = { readonly file: string; readonly sha256: string; readonly facts: MirrorFacts };
export type MirrorSearch = {
  readonly mirrors: readonly Mirror[] /** Versions that are there and cannot be used. */;
  readonly refused: readonly string[];
};

const factsOf = (manifest: MirrorManifest): MirrorFacts => ({
  manifestHash: createHash('sha256').update(manifestHashText(manifest)).digest('hex'),
  sourceUrl: manifest.source_url,
  sourceVersion: manifest.source_version,
  retrievedAt: manifest.retrieved_at,
  normalizerVersion: manifest.normalizer_version,
  license: manifest.license ?? null,
  citation: manifest.citation ?? null,
  attribution: manifest.attribution ?? null,
  request: manifest.request,
  coverage: coverageOfManifest(manifest),
  coverageNotes: manifest.coverage?.notes ?? [],
});

/** The mirror in a version folder, or null when its manifest, its source or its path is not sound (KW-19). */
async function readMirror(folder: string, sourceId: string): Promise<Mirror | null> {
  try {
    const manifest = mirrorManifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
    const artifact = artifactOf(manifest);
    if (manifest.source_id !== sourceId || artifact === null || isAbsolute(artifact)) return null;
    const [home, file] = await Promise.all([realpath(folder), realpath(join(folder, artifact))]);
    if (!file.startsWith(home + sep)) return null;
    return { file, sha256: manifest.normalized_sha256.toLowerCase(), facts: factsOf(manifest) };
  } catch {
    return null;
  }
}

async function versionsOf(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  } catch {
    return [];
  }
}

/**
 * Sound mirrors of a source below the folder of mirrors, best first: the preferred version alone when one is set, else `default`,
 * else the newest. A bad one never hides a good one.
 */
export async function findMirrors(sourcesRoot: string, sourceId: string, preferred: string | null): Promise<MirrorSearch> {
  const folder = join(sourcesRoot, sourceId);
  const all = await versionsOf(folder);
  const wanted = preferred === null ? orderVersions(all) : all.filter((name) => name === preferred);
  const mirrors: Mirror[] = [];
  const refused: string[] = [];
  for (const version of wanted) {
    const mirror = await readMirror(join(folder, version), sourceId);
    if (mirror === null) refused.push(version);
    else mirrors.push(mirror);
  }
  return { mirrors, refused };
}
