import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SourceFacts } from '../../src/domain/catalog/records.ts';
import type { NewArtifact } from '../../src/domain/catalog/store.ts';

/** A folder of this test's own, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const sourceFacts = (path: string, more: Partial<SourceFacts> = {}): SourceFacts => ({
  path,
  mimeType: 'image/png',
  bytes: 100,
  mtimeMs: 1_700_000_000_000.25,
  sha256: 'a'.repeat(64),
  width: 40,
  height: 30,
  orientation: 1,
  pages: 1,
  page: 0,
  ...more,
});

export const newArtifact = (id: string, more: Partial<NewArtifact> = {}): NewArtifact => ({
  id,
  path: `/cache/${id}.png`,
  mimeType: 'image/png',
  bytes: 12,
  role: 'component_crop',
  stage: 'hie',
  label: 'main_map',
  bbox: [1, 2, 30, 40],
  ...more,
});
