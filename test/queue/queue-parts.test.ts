import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../../src/domain/errors/codes.ts';
import { GeomapError } from '../../src/domain/errors/geomap-error.ts';
import { parseLine, traceOfLine } from '../../src/platform/line-levels.ts';
import { splitLines } from '../../src/platform/line-splitter.ts';
import { runtimeFolder } from '../../src/platform/runtime-folder.ts';
import { decodeFailure, encodeFailure, FAILURE_LIMIT } from '../../src/queue/failure-codec.ts';
import { canonicalJson, joinKey } from '../../src/queue/joining.ts';
import { jobIdOf, traceOfJob } from '../../src/queue/names.ts';
import { decodeReceipt, encodeReceipt, RECEIPT_LIMIT, sweepOrphans } from '../../src/queue/payload.ts';
import { guardCommand } from '../../src/queue/private-redis.ts';
import { toQueueFailure } from '../../src/queue/queue-failures.ts';
import { openCappedLog } from '../../src/workers/capped-log.ts';
import { boundRoots } from '../../src/workers/roots-bound.ts';
import { ROOT } from '../build.ts';
import { allGone, environmentOf, lineWatcher, SOON_MS, temporaryFolder } from './queue-fixture.ts';

const codes = Object.keys(ERROR_CODES).filter((code): code is ErrorCode => Object.hasOwn(ERROR_CODES, code));

describe('a failure between processes', () => {
  test('comes out as it went in, whatever it says', () => {
    const facts = fc.record({
      message: fc.string({ maxLength: 500, unit: 'binary' }),
      details: fc.dictionary(
        fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
        fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
      ),
      hints: fc.array(fc.string({ maxLength: 100 }), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...codes), facts, (code, given) => {
        const text = encodeFailure(new GeomapError(code, given));
        expect(text.length).toBeLessThanOrEqual(FAILURE_LIMIT);
        const back = decodeFailure(text);
        expect([back.code, back.message]).toEqual([code, given.message]);
        if (JSON.stringify(given).length < 4000) expect(back.facts).toEqual(given);
      }),
    );
  });

  test('keeps its code when its details are too large or cannot be written', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const details of [{ text: 'x'.repeat(100_000) }, cycle, { big: 1n }]) {
      const text = encodeFailure(new GeomapError('invalid_bounds', { message: 'm', details }));
      expect(text.length).toBeLessThanOrEqual(FAILURE_LIMIT);
      expect(decodeFailure(text).code).toBe('invalid_bounds');
    }
  });

  test('that BullMQ wrote itself becomes the code it means', () => {
    expect(decodeFailure('job stalled more than allowable limit').code).toBe('worker_lost');
    expect(decodeFailure('geomap-failure:{"code":"no_such_code","message":"x"}').code).toBe('internal_error');
    expect(decodeFailure('anything else').message).not.toContain('anything');
  });

  test.each([
    ['MISCONF Errors writing to the AOF file: No space left on device', 'storage_unavailable'],
    ["OOM command not allowed when used memory > 'maxmemory'.", 'storage_unavailable'],
    ['Connection is closed.', 'queue_unavailable'],
    ["Stream isn't writeable and enableOfflineQueue options is false", 'queue_unavailable'],
    ['WRONGPASS invalid username-password pair or user is disabled.', 'queue_unavailable'],
  ])('of Redis, %j, is %s', (message, code) => {
    expect(toQueueFailure(new Error(message))).toMatchObject({ code });
    // Inside a transaction Redis says it of the command, and of the transaction only that it was discarded.
    const discarded = new Error('EXECABORT Transaction discarded because of previous errors.');
    expect(toQueueFailure(Object.assign(discarded, { previousErrors: [new Error(message)] }))).toMatchObject({ code });
  });
});

describe('joining', () => {
  test('does not depend on the order of keys, and depends on every value', () => {
    expect(canonicalJson({ b: [1, { d: 2, c: undefined }], a: null })).toBe('{"a":null,"b":[1,{"d":2}]}');
    expect(joinKey('map.register', { path: 'a', page: 1 }, {})).toBe(joinKey('map.register', { page: 1, path: 'a' }, {}));
    expect(joinKey('map.register', { path: 'a' }, {})).not.toBe(joinKey('map.process', { path: 'a' }, {}));
    expect(joinKey('map.register', { path: 'a' }, { detector: 'auto' })).not.toBe(
      joinKey('map.register', { path: 'a' }, { detector: 'peace' }),
    );
  });

  test('a job id names its call', () => {
    const trace = '0123456789abcdef0123456789abcdef';
    expect(jobIdOf(trace, 3)).toBe(`t${trace}-3`);
    expect(traceOfJob(`t${trace}-3`)).toBe(trace);
    expect(traceOfJob('17')).toBeUndefined();
  });
});

describe('large outputs', () => {
  const jobId = jobIdOf('a'.repeat(32), 1);

  test('stay out of Redis, come back once, and leave no file', async () => {
    const stateRoot = temporaryFolder();
    const output = { text: 'é'.repeat(RECEIPT_LIMIT) };
    const receipt = await encodeReceipt({ stateRoot, jobId }, output);
    expect(JSON.stringify(receipt).length).toBeLessThan(200);
    expect(statSync(join(stateRoot, 'results', `${jobId}.json`)).mode & 0o777).toBe(0o600);
    expect(await decodeReceipt({ stateRoot, jobId, keep: false }, receipt)).toEqual(output);
    expect(readdirSync(join(stateRoot, 'results'))).toEqual([]);
    await expect(decodeReceipt({ stateRoot, jobId, keep: false }, receipt)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
  });

  test('that nobody came for are swept after an hour, others are not', async () => {
    const stateRoot = temporaryFolder();
    mkdirSync(join(stateRoot, 'results'));
    for (const name of ['old.json', 'new.json']) writeFileSync(join(stateRoot, 'results', name), '{}');
    utimesSync(join(stateRoot, 'results/old.json'), 1000, 1000);
    await sweepOrphans(stateRoot, Date.now());
    expect(readdirSync(join(stateRoot, 'results'))).toEqual(['new.json']);
  });

  test('a receipt cannot name a file elsewhere', async () => {
    await expect(decodeReceipt({ stateRoot: '/', jobId, keep: true }, { file: '../etc/passwd' })).rejects.toThrow();
  });
});

describe('roots of a job under the roots of a worker', () => {
  const { settings } = environmentOf('/h');
  const bound = (roots: string[], own: string[] | null) => boundRoots({ ...settings, allowed_roots: roots }, own).allowed_roots;

  test('are the deeper of each pair that overlaps', () => {
    expect(bound(['/a', '/b/c', '/x'], ['/a/deep', '/b', '/ab'])).toEqual(['/a/deep', '/b/c']);
    expect(bound(['/data-evil'], ['/data'])).toEqual([]);
    expect(bound(['/data'], ['/'])).toEqual(['/data']);
    expect(bound(['/a'], null)).toEqual(['/a']);
  });
});

describe('lines of other processes', () => {
  test('are put together from any pieces', async () => {
    const watcher = lineWatcher();
    const stream = new PassThrough();
    splitLines(stream, watcher.add);
    const bytes = Buffer.from('one\ntwé\n\nlast');
    for (const byte of bytes) stream.write(Buffer.of(byte));
    stream.end();
    await watcher.find(/last/);
    expect(watcher.lines).toEqual(['one', 'twé', '', 'last']);
  });

  test('without an end do not fill the memory', async () => {
    const watcher = lineWatcher();
    const stream = new PassThrough();
    splitLines(stream, watcher.add);
    for (let piece = 0; piece < 40; piece += 1) stream.write('x'.repeat(100_000));
    stream.end('\nnext\n');
    await watcher.find(/next/);
    expect(watcher.lines[0]?.length).toBeLessThanOrEqual(65_536);
  });

  test('carry their level in front, and their trace anywhere', () => {
    expect(parseLine('<6>event=job x=1')).toEqual({ level: 6, line: 'event=job x=1' });
    expect(parseLine('printed by a library')).toEqual({ level: 4, line: 'printed by a library' });
    expect(traceOfLine(`event=job trace_id=${'f'.repeat(32)} x=1`)).toBe('f'.repeat(32));
    expect(traceOfLine('event=job trace_id=short')).toBeUndefined();
  });

  test('go to a log that never grows past its cap', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'logs/supervisor.log');
    const write = openCappedLog(file);
    const line = 'y'.repeat(100_000);
    for (let count = 0; count < 130; count += 1) write(line);
    expect(readdirSync(join(folder, 'logs')).toSorted()).toEqual(['supervisor.log', 'supervisor.log.1']);
    expect(statSync(file).size + statSync(`${file}.1`).size).toBeLessThan(11 * 1024 * 1024);
    expect(readFileSync(file, 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z y/);
  });
});

describe('the folder of the sockets', () => {
  test('is short, the same for equal state roots, and another for another one', () => {
    const long = `/${'d'.repeat(90)}`;
    for (const place of ['/run/user/1000', long]) {
      const folder = runtimeFolder('/data/state', { XDG_RUNTIME_DIR: place });
      expect(Buffer.byteLength(join(folder, 'control-4194304.sock'))).toBeLessThan(104);
      expect(folder).toBe(runtimeFolder('/data/state', { XDG_RUNTIME_DIR: place }));
      expect(folder).not.toBe(runtimeFolder('/data/other', { XDG_RUNTIME_DIR: place }));
    }
  });
});

describe('a command without setpriv', () => {
  const run = (command: readonly string[]) => {
    const [file = '', ...args] = guardCommand(command, []);
    return spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  };

  test('hands its exit code on', async () => {
    const code = await new Promise((resolve) => run(['/bin/sh', '-c', 'exit 99']).once('exit', resolve));
    expect(code).toBe(99);
  });

  test('ends when it is told to, after its child has ended', async () => {
    const folder = temporaryFolder();
    const script = `trap 'sleep 0.3; echo done > ${folder}/done; exit 0' TERM; echo up; while :; do sleep 0.05; done`;
    const guarded = run(['/bin/sh', '-c', script]);
    await new Promise((resolve) => guarded.stdout.once('data', resolve));
    guarded.kill('SIGTERM');
    await new Promise((resolve) => guarded.once('exit', resolve));
    expect(readdirSync(folder)).toEqual(['done']);
  });

  test('ends when the process that started it is killed, though PATH holds no program', async () => {
    const source = `const { guardCommand } = await import(${JSON.stringify(join(ROOT, 'dist/queue/private-redis.js'))});
      const { spawn } = await import('node:child_process');
      const [file, ...args] = guardCommand(['/bin/sh', '-c', 'echo $$; exec /bin/sleep 60'], []);
      spawn(file, args, { env: { PATH: '/nowhere' }, stdio: ['pipe', 'inherit', 'ignore'] });`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (chunk) => resolve(Number(String(chunk)))));
    parent.kill('SIGKILL');
    expect(await allGone([pid], SOON_MS)).toBe(true);
  });
});
