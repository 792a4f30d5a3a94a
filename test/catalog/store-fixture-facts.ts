import type { SourceFacts } from '../../src/domain/catalog/records.ts';

/** Facts of a small PNG at this path; usable outside a test runner. */
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
