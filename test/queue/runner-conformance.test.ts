import { beforeAll, describe, expect, test } from 'vitest';
import { GeomapError } from '../../src/domain/errors/geomap-error.ts';
import { createLogger } from '../../src/platform/log.ts';
import { openStore } from '../../src/platform/store/open-store.ts';
import { JOBS } from '../../src/queue/jobs/registry.ts';
import { createMemoryRunner } from '../../src/queue/memory-runner.ts';
import type { JobProgress } from '../../src/queue/runner.ts';
import { createExecute } from '../../src/workers/job-processor.ts';
import { ensureBuilt } from '../build.ts';
import {
  environmentOf,
  failureOf,
  lineWatcher,
  newTrace,
  openPeer,
  type Peer,
  peerOf,
  type Setup,
  SOON_MS,
  temporaryFolder,
} from './queue-fixture.ts';
import { handlersWith } from './test-handlers.mjs';

type Options = { readonly limitMs?: number };

function openMemoryPeer(setup: Setup, options: Options): Peer {
  const watcher = lineWatcher();
  const log = createLogger('DEBUG', watcher.add);
  const handlers = handlersWith({
    names: Object.keys(JOBS),
    fail: (code, facts) => new GeomapError(code, facts),
  });
  const store = openStore({ stateRoot: setup.process.stateRoot });
  const execute = createExecute({ handlers, store, log, allowedRoots: null });
  return peerOf(createMemoryRunner({ execute, log, ...options }), setup.settings, watcher);
}

const RUNNERS: readonly { readonly place: string; readonly open: (setup: Setup, options: Options) => Peer }[] = [
  { place: 'in this process', open: openMemoryPeer },
  { place: 'through Redis', open: openPeer },
];

beforeAll(ensureBuilt);

describe.each(RUNNERS)('a runner $place', ({ open }) => {
  const peer = (options: Options = {}): Peer => open(environmentOf(temporaryFolder()), options);
  const register = (
    from: Peer,
    path: string,
    more: { readonly signal?: AbortSignal; readonly settings?: Peer['settings']; readonly traceId?: string } = {},
  ) => from.runner.run({ name: 'map.register', input: { path }, settings: from.settings, traceId: newTrace(), ...more });

  test('brings the result of a job back and logs the job with its trace ID', async () => {
    const { act, line } = peer();
    const traceId = newTrace();
    expect(await act('echo hello', { traceId })).toBe('hello');
    expect(await line(/event=job /)).toMatch(
      new RegExp(`^event=job job=legend\\.enrich trace_id=${traceId} duration_ms=\\d+\\.\\d{3} outcome=ok$`),
    );
  });

  test('brings a typed failure back with its details, and the next job works', async () => {
    const { act, line } = peer();
    const failure = await failureOf(act('typed sheet-1'));
    expect(failure).toEqual({ code: 'georef_required', message: 'No georeference.', details: { map: 'sheet-1' } });
    expect(await line(/outcome=georef_required/)).toContain('reason=why');
    expect(await act('echo next')).toBe('next');
  });

  test('turns an unexpected error into internal_error with the class name only; the stack stays in the log', async () => {
    const { act, line } = peer();
    const failure = await failureOf(act('bug'));
    expect(failure.code).toBe('internal_error');
    expect(failure.message).toContain('TypeError');
    expect(JSON.stringify(failure)).not.toContain('secret');
    expect(await line(/event=job_error .*trace_id=/)).toContain('secret words');
  });

  test('turns a full disk into storage_unavailable', async () => {
    expect((await failureOf(peer().act('full'))).code).toBe('storage_unavailable');
  });

  test('refuses an output that breaks the schema of the job', async () => {
    expect((await failureOf(peer().act('wrong'))).code).toBe('invalid_output');
  });

  test('ends a cancelled call at once and stops its job', async () => {
    const { act, line } = peer();
    const controller = new AbortController();
    const call = failureOf(act('until-cancelled one', { signal: controller.signal }));
    await line(/event=began/);
    const startedAt = performance.now();
    controller.abort();
    expect((await call).code).toBe('cancelled');
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
    await line(/event=stopped/);
  });

  test('does not run a call that was cancelled before it began', async () => {
    const { act, line, lines } = peer();
    const failure = await failureOf(act('echo never', { signal: AbortSignal.abort() }));
    expect(failure.code).toBe('cancelled');
    const traceId = newTrace();
    expect(await act('echo next', { traceId })).toBe('next');
    // The line and the answer come on different ways.
    await line(new RegExp(`event=job .*trace_id=${traceId}`));
    expect(lines.filter((line) => line.includes('event=job '))).toHaveLength(1);
  });

  test('ends a call at its deadline and stops its job', async () => {
    const { act, line } = peer({ limitMs: 4000 });
    await act('echo warm');
    const failure = await failureOf(act('until-cancelled two'));
    expect(failure).toMatchObject({ code: 'deadline_exceeded', details: { deadline_ms: 4000 } });
    await line(/event=stopped/);
  });

  test('reports progress that only rises, at most every 250 ms', async () => {
    const reports: { readonly at: number; readonly progress: JobProgress }[] = [];
    await peer().act('progress 40', { onProgress: (progress) => reports.push({ at: performance.now(), progress }) });
    const shares = reports.map((report) => report.progress.share);
    expect(shares.length).toBeGreaterThanOrEqual(2);
    expect(shares.length).toBeLessThanOrEqual(6);
    expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
  });

  test('joins equal registrations that run at the same time, and says so with both trace IDs', async () => {
    const one = peer();
    const [first, second] = [newTrace(), newTrace()];
    const earlier = register(one, 'wait 600', { traceId: first });
    await one.line(/event=began/);
    const later = register(one, 'wait 600', { traceId: second });
    expect((await later).payload.map_id).toBe((await earlier).payload.map_id);
    expect(await one.line(/event=job_joined/)).toContain(`trace_id=${second} joined=${first}`);
  });

  test('joins nothing when a setting differs', async () => {
    const one = peer();
    const other = { ...one.settings, detector: 'builtin' } as const;
    const both = [register(one, 'wait 300'), register(one, 'wait 300', { settings: other })];
    const [first, second] = await Promise.all(both);
    expect(first?.payload.map_id).not.toBe(second?.payload.map_id);
  });

  test('keeps a joined job running when one of its callers cancels', async () => {
    const one = peer();
    const controller = new AbortController();
    const first = failureOf(register(one, 'wait 900', { signal: controller.signal }));
    await one.line(/event=began/);
    const second = register(one, 'wait 900');
    await one.line(/event=job_joined/);
    controller.abort();
    expect((await first).code).toBe('cancelled');
    expect((await second).payload.mime_type).toBe('waited');
  });

  test('gives each of 50 calls at once its own answer', async () => {
    const { act } = peer();
    const words = Array.from({ length: 50 }, (_, index) => `word-${index}`);
    expect(await Promise.all(words.map((word) => act(`echo ${word}`)))).toEqual(words);
  });

  test('carries inputs and outputs of a megabyte', async () => {
    const { act } = peer();
    expect(await act(`length ${'y'.repeat(1_000_000)}`)).toBe('1000000');
    expect(await act('large 1000000')).toHaveLength(1_000_000);
  });

  test('ends what still runs as cancelled when it is closed', async () => {
    const one = peer();
    const call = failureOf(one.act('until-cancelled three'));
    await one.line(/event=began/);
    await one.runner.close();
    expect((await call).code).toBe('cancelled');
    expect((await failureOf(one.act('echo late'))).code).toBe('cancelled');
  });
});
