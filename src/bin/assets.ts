#!/usr/bin/env node
import '../platform/closed-stderr.ts';
import { ConfigurationError } from '../platform/configuration-error.ts';
import { parseEnvironment } from '../platform/environment.ts';
import { runAssetsCommand } from '../workers/assets/assets-command.ts';
import { MANIFEST } from '../workers/assets/manifest.ts';
import { createMeter } from '../workers/assets/meter.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

try {
  process.exitCode = await runAssetsCommand(process.argv.slice(2), {
    manifest: MANIFEST,
    dataRoot: () => parseEnvironment({ variables: process.env, folder: process.cwd() }).settings.data_root,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    meter: () => createMeter(process.stderr),
    signal: interrupted.signal,
  });
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
