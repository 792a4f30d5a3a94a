// @ts-nocheck: read by Node as it is.
// A handler that prints where it should not, on every way there is, and dies when told to.
import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FORGED = '{"jsonrpc":"2.0","id":1,"result":{"forged":true}}';

function makeNoise() {
  writeSync(1, `raw line on descriptor 1\n${FORGED}\nno line end here`);
  writeSync(2, `raw line on descriptor 2\n`);
  console.log('console.log of a dependency');
  process.stdout.write('process.stdout.write\n');
  spawnSync('sh', ['-c', 'echo printed by a native child; echo and on stderr >&2'], { stdio: 'inherit' });
}

const enrich = ({ label }) => {
  makeNoise();
  if (label === 'die') process.abort();
  return { payload: { label, lithology: null, stratigraphic_age: null, items: [], warnings: [] }, links: [], preview_file: null };
};

/** In place of every job, so that the worker has what its queues need. */
export async function createHandlers() {
  const { JOBS } = await import(pathToFileURL(join(import.meta.dirname, '../../dist/queue/jobs/registry.js')).href);
  return Object.fromEntries(Object.keys(JOBS).map((name) => [name, enrich]));
}
