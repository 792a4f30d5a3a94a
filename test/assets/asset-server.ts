import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import yazl from 'yazl';
import type { Asset } from '../../src/workers/assets/manifest.ts';

/** A web server of this test's own; gives its address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => void server.close(() => undefined).closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return `http://127.0.0.1:${address.port}`;
}

export type ZipMember = { readonly name: string; readonly content: string | Uint8Array; readonly mode?: number };

/** A ZIP written by another library than the one that reads it. */
export async function zipOf(members: readonly ZipMember[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, content, mode = 0o100644 } of members)
    zip.addBuffer(Buffer.from(content), name, { mode, compress: content.length > 40 });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const testAsset = (url: string, more: Partial<Asset> = {}): Asset => ({
  id: 'test-asset',
  version: 'v1',
  preparation: 'detectors',
  flow: 'http',
  url,
  archiveSha256: null,
  treeSha256: null,
  maxArchiveBytes: 1_000_000,
  maxExtractedBytes: 10_000,
  destination: 'assets/models',
  archiveFolder: 'models',
  files: ['a/best.pt', 'b/best.pt'],
  license: 'MIT',
  attribution: 'test',
  source: 'test',
  redistribution: 'source-sync',
  requiredFor: [],
  ...more,
});
