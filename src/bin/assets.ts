#!/usr/bin/env node
import '../platform/closed-stderr.ts';
import { join } from 'node:path';
import { ConfigurationError } from '../platform/configuration-error.ts';
import { parseEnvironment } from '../platform/environment.ts';
import { runAssetsCommand } from '../workers/assets/assets-command.ts';
import { MANIFEST } from '../workers/assets/manifest.ts';
import { createMeter } from '../workers/assets/meter.ts';
import { convertInstalled } from '../workers/peace/convert-installed.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
const settings = () => parseEnvironment({ variables: process.env, folder: process.cwd() }).settings;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

try {
  process.exitCode = await runAssetsCommand(process.argv.slice(2), {
    manifest: MANIFEST,
    dataRoot: () => settings().data_root,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: say,
    meter: () => createMeter(process.stderr),
    signal: interrupted.signal,
    afterInstall: async (asset, root) => {
      if (asset.preparation !== 'detectors') return;
      const model = { ...settings(), data_root: root, model_root: join(root, asset.destination) };
      const refused = await convertInstalled(model, interrupted.signal);
      for (const { which, reason } of refused) say(`${asset.id}: the ${which} weights cannot be used: ${reason}`);
    },
  });
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
