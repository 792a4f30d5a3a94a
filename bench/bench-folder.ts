import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of a run's own, and the environment that keeps a server inside it. */
export type BenchFolder = {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly remove: () => void;
};

/** `redis: false` leaves node alone on PATH. */
export const openBenchFolder = async ({ redis }: { readonly redis: boolean }): Promise<BenchFolder> => {
  const root = mkdtempSync(join(tmpdir(), 'bench-'));
  for (const name of ['bin', 'data', 'cache', 'run', 'home']) await mkdir(join(root, name), { mode: 0o700 });
  symlinkSync(process.execPath, join(root, 'bin/node'));
  const environment = {
    PATH: redis ? (process.env.PATH ?? '') : join(root, 'bin'),
    HOME: join(root, 'home'),
    XDG_RUNTIME_DIR: join(root, 'run'),
    GEOMAP_DATA_ROOT: join(root, 'data'),
    GEOMAP_CACHE_ROOT: join(root, 'cache'),
    GEOMAP_MCP_ALLOWED_ROOTS: join(root, 'data'),
    GEOMAP_LOG_LEVEL: 'WARNING',
  };
  return { root, environment, remove: () => rmSync(root, { recursive: true, force: true }) };
};

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds that `work` takes. */
export const timed = async (work: () => unknown): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
