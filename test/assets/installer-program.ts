import { runAssetsCommand } from '../../src/workers/assets/assets-command.ts';
import type { Asset } from '../../src/workers/assets/manifest.ts';

/*
 * The assets command with a manifest of the test, as a process that can be killed. Every step of progress is a message to the
 * parent, and the program goes on only when the parent has answered it.
 */
const manifest = JSON.parse(process.argv[2] ?? '[]') as readonly Asset[];
const interrupted = new AbortController();
process.once('SIGTERM', () => interrupted.abort());

const code = await runAssetsCommand(process.argv.slice(3), {
  manifest,
  dataRoot: () => '',
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  meter: () => ({ show: (progress) => void process.send?.(progress), done: () => undefined }),
  signal: interrupted.signal,
  retryMs: 1,
});
process.exitCode = code;
process.disconnect?.();
