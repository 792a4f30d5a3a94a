#!/usr/bin/env node
import '../platform/closed-stderr.ts';
import { ConfigurationError } from '../platform/configuration-error.ts';
import { parseEnvironment } from '../platform/environment.ts';
import { createMeter } from '../workers/assets/meter.ts';
import { runSyncCommand } from '../workers/sync/sync-command.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

try {
  process.exitCode = await runSyncCommand(process.argv.slice(2), {
    sourcesRoot: () => parseEnvironment({ variables: process.env, folder: process.cwd() }).settings.knowledge.sources_root,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    meter: () => createMeter(process.stderr),
    signal: interrupted.signal,
    now: () => new Date(),
  });
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
