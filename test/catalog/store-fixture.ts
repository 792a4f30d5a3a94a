import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { NewArtifact } from '../../src/domain/catalog/store.ts';

/** A folder of this test's own, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

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
