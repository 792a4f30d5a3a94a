import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { classifyImportFailure } from '../domain/catalog/import-failure.ts';
import type { ImportFailure, Requirement } from '../domain/errors/routes.ts';

/** What a probe found: the packages that did not load, or why the probe itself failed. */
export type PreflightResult<P extends string = string> = {
  readonly failures: readonly (ImportFailure & { readonly probed: P })[];
  readonly problem: Requirement | null;
};

export type Preflight<P extends string = string> = { readonly check: () => Promise<PreflightResult<P>> };

/** Contract 8.2. */
const TIMEOUT_MS = 30_000;
/** A probe that failed as a whole is tried again after this long, so that not every call waits for it (W-42). */
const PROBLEM_TTL_MS = 60_000;

const answerSchema = z.object({
  failures: z.array(
    z.object({
      name: z.string(),
      chain: z.array(z.object({ name: z.string(), code: z.string().nullable(), message: z.string() })),
    }),
  ),
});

const problem = (text: string): PreflightResult<never> => ({ failures: [], problem: { kind: 'package', text } });

/**
 * Loads native packages in a disposable child with its standard streams closed, at most once per state of their files;
 * simultaneous calls share one child. The own process never loads them for this.
 */
export function createPreflight<P extends string>(packages: readonly P[], timeoutMs: number = TIMEOUT_MS): Preflight<P> {
  let held: { readonly key: string; readonly until: number; readonly result: Promise<PreflightResult<P>> } | undefined;
  return {
    check: async () => {
      const key = packages.map(stampOf).join('|');
      if (held !== undefined && held.key === key && performance.now() < held.until) return held.result;
      const result = probe(packages, timeoutMs);
      const entry = { key, until: Number.POSITIVE_INFINITY, result };
      held = entry;
      const found = await result;
      if (found.problem !== null && held === entry) held = { ...entry, until: performance.now() + PROBLEM_TTL_MS };
      return found;
    },
  };
}

const resolver = createRequire(import.meta.url);

/** Place, size and time of a package's entry file; changes when it is installed, removed or rebuilt. */
function stampOf(name: string): string {
  try {
    const file = resolver.resolve(name);
    const { mtimeMs, size } = statSync(file);
    return `${file}:${size}:${mtimeMs}`;
  } catch {
    return `${name}:absent`;
  }
}

function probe<P extends string>(packages: readonly P[], timeoutMs: number): Promise<PreflightResult<P>> {
  return new Promise((resolve) => {
    const child = spawnProbe(packages);
    const timer = setTimeout(() => {
      resolve(problem('The import preflight timed out'));
      child.kill('SIGKILL');
    }, timeoutMs);
    child.on('message', (message) => resolve(readAnswer(packages, message)));
    child.on('error', () => resolve(problem('The import preflight failed: its process could not be started')));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      // After an answer this changes nothing: the promise is settled.
      resolve(problem(`The import preflight failed (${signal ?? `exit code ${code ?? 'unknown'}`})`));
    });
  });
}

function spawnProbe(packages: readonly string[]): ChildProcess {
  // The same entry from `dist` and, through the loader of the tests and scripts, from the sources.
  const source = import.meta.url.endsWith('.ts');
  const entry = fileURLToPath(new URL(source ? './preflight-probe.ts' : './preflight-probe.js', import.meta.url));
  const loader = source ? ['--import', 'tsx'] : [];
  return spawn(process.execPath, [...loader, entry, ...packages], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

function readAnswer<P extends string>(packages: readonly P[], message: unknown): PreflightResult<P> {
  const answer = answerSchema.safeParse(message).data;
  if (answer === undefined) return problem('The import preflight failed: its answer cannot be read');
  const failures = packages.flatMap((probed) => {
    const failure = answer.failures.find((each) => each.name === probed);
    return failure === undefined ? [] : [{ ...classifyImportFailure(probed, failure.chain), probed }];
  });
  return { failures, problem: null };
}
