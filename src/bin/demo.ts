#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runDemo } from '../demo/run-demo.ts';
import { createGlyphSource } from '../workers/adapters/font.ts';
import { createSharpRaster } from '../workers/adapters/sharp-raster.ts';

const USAGE = `npm run demo [-- --map FILE] [-- --seed N] [-- --output FOLDER]
  --map FILE       take a scan of your own as far as no control points are needed
  --seed N         another drawn sheet; default 7
  --output FOLDER  default demo-output`;

try {
  const { values } = parseArgs({
    options: {
      map: { type: 'string' },
      seed: { type: 'string', default: '7' },
      output: { type: 'string', default: 'demo-output' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(USAGE);
  else {
    const map = values.map === undefined ? null : resolve(values.map);
    const deps = { raster: createSharpRaster(), glyphs: createGlyphSource(), line: (line: string) => console.log(line) };
    process.exitCode = await runDemo({ output: resolve(values.output), seed: Number(values.seed), map }, deps);
  }
} catch (error) {
  console.error(error instanceof Error ? `demo: ${error.message}` : error);
  process.exitCode = 1;
}
