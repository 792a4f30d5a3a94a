#!/usr/bin/env node
// Bundles dist/bin/mcp.js in place: one file for what the start needs, chunks for what the first call needs. Run after tsc.
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const BIN = join(ROOT, 'dist/bin');
const STAGE = join(ROOT, 'dist/.mcp-bundle');

/**
 * The SDK loads ajv at start for a validator that only elicitation uses, which this server does not do. The stand-in keeps
 * ajv, a third of the start time, out of the first file; `src/mcp/schema-gate.ts` loads it by itself at the first call.
 * @type {import('esbuild').Plugin}
 */
const withoutEagerAjv = {
  name: 'without-eager-ajv',
  setup(bundle) {
    bundle.onLoad({ filter: /sdk\/dist\/esm\/validation\/ajv-provider\.js$/ }, () => ({
      contents: "export class AjvJsonSchemaValidator { getValidator() { throw new Error('not in this bundle'); } }",
    }));
  },
};

const result = await build({
  entryPoints: [join(BIN, 'mcp.js')],
  outdir: STAGE,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'mcp-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  metafile: true,
  // CommonJS packages inside the bundle call require() for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  external: ['sharp', 'better-sqlite3', 'gdal-async', 'onnxruntime-node', 'bullmq', 'ioredis'],
  plugins: [withoutEagerAjv],
  logLevel: 'warning',
});

for (const file of Object.keys(result.metafile.outputs))
  renameSync(join(ROOT, file), join(BIN, file.slice(file.lastIndexOf('/') + 1)));
rmSync(STAGE, { recursive: true, force: true });
rmSync(join(BIN, 'mcp.js.map'), { force: true }); // describes the file that tsc wrote
const start = readFileSync(join(BIN, 'mcp.js')).length;
console.log(`bundled: dist/bin/mcp.js, ${Math.round(start / 1024)} kB at start`);
