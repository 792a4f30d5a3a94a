import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Version of this package; works from src/mcp, from dist/mcp and from the bundle in dist/bin. */
export function readVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
