import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Settings } from '../../src/domain/settings/settings.ts';
import { type ProcessSettings, parseEnvironment } from '../../src/platform/environment.ts';
import { createLogger } from '../../src/platform/log.ts';
import { runtimeFolder } from '../../src/platform/runtime-folder.ts';
import { createRunner } from '../../src/queue/create-runner.ts';
import type { JobCall, JobProgress, JobRunner } from '../../src/queue/runner.ts';
import { ROOT } from '../build.ts';

/**
 * Longest wait for an answer, in ms. An answer that is later than this hangs. D4 asks for 2 s: run this folder with
 * `GEOMAP_TEST_SOON_MS=2000` on a machine that does nothing else to measure it; a loaded one would only fail by chance.
 */
export const SOON_MS = Number(process.env.GEOMAP_TEST_SOON_MS ?? 10_000);

export const HANDLERS = join(ROOT, 'test/queue/test-handlers.mjs');

/** A folder of the test's own, gone after it. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sa-queue-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

export type Setup = { readonly settings: Settings; readonly process: ProcessSettings };

export const environmentOf = (folder: string, variables: Readonly<Record<string, string>> = {}): Setup =>
  parseEnvironment({ variables: { HOME: folder, GEOMAP_DATA_ROOT: join(folder, 'data'), ...variables }, folder });

export type Peer = {
  readonly runner: JobRunner;
  readonly settings: Settings;
  /** Every line of this client's own log and of the workers about its calls. */
  readonly lines: string[];
  /** Runs an action of the test handlers; resolves with its word. */
  readonly act: (action: string, options?: ActOptions) => Promise<string>;
  /** Resolves with the first line that fits, now or later. */
  readonly line: (pattern: RegExp) => Promise<string>;
};

export type ActOptions = {
  readonly traceId?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
};

let traces = 0;
/** A trace ID that no other call of this run has. */
export function newTrace(): string {
  traces += 1;
  return `${process.pid.toString(16).padStart(16, '0')}${traces.toString(16).padStart(16, '0')}`;
}

export const enrichCall = (action: string, settings: Settings, options: ActOptions = {}): JobCall<'legend.enrich'> => ({
  name: 'legend.enrich',
  input: { label: action },
  settings,
  traceId: options.traceId ?? newTrace(),
  ...(options.signal && { signal: options.signal }),
  ...(options.onProgress && { onProgress: options.onProgress }),
});

/** Watches a growing list of lines. */
export function lineWatcher(): {
  readonly lines: string[];
  readonly add: (line: string) => void;
  readonly find: (pattern: RegExp) => Promise<string>;
} {
  const lines: string[] = [];
  const watchers = new Set<(line: string) => void>();
  return {
    lines,
    add(line) {
      lines.push(line.trimEnd());
      for (const watcher of [...watchers]) watcher(line);
    },
    find: (pattern) =>
      new Promise((resolve) => {
        const known = lines.find((line) => pattern.test(line));
        if (known !== undefined) return resolve(known);
        const watcher = (line: string) => {
          if (!pattern.test(line)) return;
          watchers.delete(watcher);
          resolve(line);
        };
        watchers.add(watcher);
      }),
  };
}

export function peerOf(runner: JobRunner, settings: Settings, watcher = lineWatcher()): Peer {
  onTestFinished(() => runner.close());
  return {
    runner,
    settings,
    lines: watcher.lines,
    line: watcher.find,
    act: async (action, options) => (await runner.run(enrichCall(action, settings, options))).payload.label,
  };
}

export type PeerOptions = { readonly handlersModule?: string; readonly limitMs?: number };

/** A client of the private supervisor of `setup`, as an MCP process has one. */
export function openPeer(setup: Setup, options: PeerOptions = {}): Peer {
  const watcher = lineWatcher();
  const log = createLogger('DEBUG', watcher.add);
  const runner = createRunner({ settings: setup.process, log, writeLine: watcher.add, handlersModule: HANDLERS, ...options });
  return peerOf(runner, setup.settings, watcher);
}

/** The failure of a promise that must fail. */
export async function failureOf(
  promise: Promise<unknown>,
): Promise<{ readonly code: string; readonly message: string; readonly details: unknown }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'facts' in error) {
      const { facts } = error;
      const details = typeof facts === 'object' && facts !== null && 'details' in facts ? facts.details : undefined;
      return { code: String(error.code), message: error.message, details };
    }
    throw error;
  }
  throw new Error('It did not fail.');
}

type ProcessRow = { readonly pid: number; readonly parent: number; readonly command: string };

function listProcesses(): readonly ProcessRow[] {
  const listed = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).stdout;
  return listed.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    return found && !found[3]?.startsWith('Z')
      ? [{ pid: Number(found[1]), parent: Number(found[2]), command: found[4] ?? '' }]
      : [];
  });
}

export type Family = {
  readonly supervisors: readonly number[];
  readonly redis: readonly number[];
  readonly workers: readonly number[];
};

/** Processes of the private queue of a state root, by what the operating system says. */
export function familyOf(setup: Setup): Family {
  const rows = listProcesses();
  const supervisors = rows
    .filter((row) => row.command.includes(`--state-root=${setup.process.stateRoot} `))
    .map((row) => row.pid);
  const socket = join(runtimeFolder(setup.process.stateRoot), 'redis');
  return {
    supervisors,
    redis: rows.filter((row) => row.command.includes(socket)).map((row) => row.pid),
    workers: rows
      .filter((row) => row.command.includes('worker-main.js') && supervisors.includes(row.parent))
      .map((row) => row.pid),
  };
}

/** Resolves with true as soon as no process of `pids` is left, with false after `limitMs`. */
export async function allGone(pids: readonly number[], limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    const running = new Set(listProcesses().map((row) => row.pid));
    if (!pids.some((pid) => running.has(pid))) return true;
    await delay(50);
  }
  return false;
}

/** Milliseconds until a promise settles, and its failure. */
export async function timedFailure(
  promise: Promise<unknown>,
): Promise<{ readonly ms: number; readonly failure: Awaited<ReturnType<typeof failureOf>> }> {
  const startedAt = performance.now();
  const failure = await failureOf(promise);
  return { ms: performance.now() - startedAt, failure };
}
