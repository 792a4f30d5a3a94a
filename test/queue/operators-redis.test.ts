import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { splitLines } from '../../src/platform/line-splitter.ts';
import { createLogger } from '../../src/platform/log.ts';
import { openConnection, waitForConnection } from '../../src/queue/connections.ts';
import { StandingWorkers } from '../../src/workers/standing-workers.ts';
import { ensureBuilt, ROOT } from '../build.ts';
import {
  allGone,
  environmentOf,
  failureOf,
  HANDLERS,
  lineWatcher,
  openPeer,
  type Setup,
  SOON_MS,
  temporaryFolder,
  timedFailure,
} from './queue-fixture.ts';

beforeAll(ensureBuilt);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function startRedis(folder: string, options: readonly string[], url: string): Promise<ChildProcess> {
  mkdirSync(folder, { recursive: true });
  const redis = spawn('redis-server', ['--dir', folder, '--save', '', '--appendonly', 'yes', ...options], { stdio: 'ignore' });
  onTestFinished(() => void redis.kill('SIGKILL'));
  const probe = openConnection(url, 'patient');
  expect(await waitForConnection(probe, 8000)).toBe(true);
  probe.disconnect();
  return redis;
}

const stopped = (child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });

function startWorkers(
  setup: Setup,
  url: string,
): { readonly workers: StandingWorkers; readonly line: (pattern: RegExp) => Promise<string> } {
  const watcher = lineWatcher();
  const workers = new StandingWorkers({
    target: url,
    stateRoot: setup.process.stateRoot,
    allowedRoots: ['/worker'],
    kinds: ['data', 'batch'],
    log: createLogger('DEBUG', watcher.add),
    onLine: watcher.add,
    handlersModule: HANDLERS,
  });
  onTestFinished(() => workers.close());
  return { workers, line: watcher.find };
}

async function operatorSetup(): Promise<{
  readonly setup: Setup;
  readonly url: string;
  readonly folder: string;
  readonly port: number;
}> {
  const folder = temporaryFolder();
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  return {
    setup: environmentOf(folder, { GEOMAP_REDIS_URL: url, GEOMAP_MCP_ALLOWED_ROOTS: '/worker/inside:/elsewhere' }),
    url,
    folder,
    port,
  };
}

describe('with the address of an operator’s Redis', () => {
  test('that nobody answers at, a call is queue_unavailable within 2 s and names the variable', async () => {
    const { setup } = await operatorSetup();
    const { failure, ms } = await timedFailure(openPeer(setup).act('echo never'));
    expect(failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'unreachable' } });
    expect(failure.message).toContain('GEOMAP_REDIS_URL');
    expect(failure.message).not.toContain('127.0.0.1');
    expect(ms).toBeLessThan(SOON_MS);
  });

  test('without workers, a call is queue_unavailable and names the program to start; with them, the next call works', async () => {
    const { setup, url, folder, port } = await operatorSetup();
    await startRedis(join(folder, 'redis'), ['--port', String(port)], url);
    const peer = openPeer(setup);
    const { failure, ms } = await timedFailure(peer.act('echo never'));
    expect(failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'no_worker' } });
    expect(failure.message).toContain('stratigraphic-amenity-worker');
    expect(ms).toBeLessThan(SOON_MS);
    const { line } = startWorkers(setup, url);
    await Promise.all([line(/event=worker_waiting kind=data/), line(/event=worker_waiting kind=batch/)]);
    expect(await peer.act('echo served')).toBe('served');
    expect(
      await peer.runner.run({
        name: 'legend.enrich',
        input: { label: 'echo lane' },
        settings: peer.settings,
        traceId: 'b'.repeat(32),
        lane: 'batch',
      }),
    ).toBeTruthy();
  });

  test('workers of an operator bound the roots that a job may name', async () => {
    const { setup, url, folder, port } = await operatorSetup();
    await startRedis(join(folder, 'redis'), ['--port', String(port)], url);
    await startWorkers(setup, url).line(/event=worker_waiting kind=data/);
    expect(await openPeer(setup).act('settings')).toBe('auto true /worker/inside');
  });

  test('a worker that dies at work fails its job within 2 s and is started again', async () => {
    const { setup, url, folder, port } = await operatorSetup();
    await startRedis(join(folder, 'redis'), ['--port', String(port)], url);
    const { line } = startWorkers(setup, url);
    await line(/event=worker_waiting kind=data/);
    const peer = openPeer(setup);
    const pid = Number(await peer.act('pid'));
    const call = failureOf(peer.act('until-cancelled doomed'));
    await line(/event=began/);
    const killedAt = performance.now();
    process.kill(pid, 'SIGKILL');
    expect(await call).toMatchObject({ code: 'worker_lost', details: { signal: 'SIGKILL' } });
    expect(performance.now() - killedAt).toBeLessThan(SOON_MS);
    expect(await peer.act('echo next')).toBe('next');
  });

  test('Redis may start after the workers and restart under them; they connect again by themselves', async () => {
    const { setup, url, folder, port } = await operatorSetup();
    const { line } = startWorkers(setup, url);
    await line(/event=worker_start/);
    const redis = await startRedis(join(folder, 'redis'), ['--port', String(port)], url);
    await line(/event=worker_waiting kind=data/);
    const peer = openPeer(setup);
    expect(await peer.act('echo first')).toBe('first');
    const call = failureOf(peer.act('until-cancelled doomed'));
    await line(/event=began/);
    await stopped(redis, 'SIGKILL');
    expect((await call).code).toBe('queue_unavailable');
    const down = await timedFailure(peer.act('echo never'));
    expect(down.failure.code).toBe('queue_unavailable');
    expect(down.ms).toBeLessThan(SOON_MS);
    await startRedis(join(folder, 'redis'), ['--port', String(port)], url);
    await expect.poll(() => peer.act('echo second').catch((error) => error.code), { timeout: 10_000 }).toBe('second');
    await line(/event=stopped/);
  });

  test('a Redis with a password works through its address, and a wrong one is named as such', async () => {
    const { folder, port } = await operatorSetup();
    const url = `redis://:s3cret@127.0.0.1:${port}`;
    const setup = environmentOf(folder, { GEOMAP_REDIS_URL: url });
    await startRedis(join(folder, 'redis'), ['--port', String(port), '--requirepass', 's3cret'], url);
    await startWorkers(setup, url).line(/event=worker_waiting kind=data/);
    expect(await openPeer(setup).act('echo open')).toBe('open');
    const wrong = environmentOf(folder, { GEOMAP_REDIS_URL: `redis://:wrong@127.0.0.1:${port}` });
    const { failure, ms } = await timedFailure(openPeer(wrong).act('echo never'));
    expect(failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'access_denied' } });
    expect(JSON.stringify(failure)).not.toContain('wrong@');
    expect(ms).toBeLessThan(SOON_MS);
  });

  test('a Redis on a unix socket works through its path', async () => {
    const folder = temporaryFolder();
    const socket = join(folder, 'r.sock');
    const setup = environmentOf(folder, { GEOMAP_REDIS_URL: socket });
    await startRedis(join(folder, 'redis'), ['--port', '0', '--unixsocket', socket], socket);
    await startWorkers(setup, socket).line(/event=worker_waiting kind=data/);
    expect(await openPeer(setup).act('echo open')).toBe('open');
  });

  test('a Redis behind TLS works through rediss://', async (context) => {
    const { folder, port } = await operatorSetup();
    const made = spawnSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        'k.pem',
        '-out',
        'c.pem',
      ],
      { cwd: folder, stdio: 'ignore' },
    );
    const probe = spawnSync('redis-server', ['--port', '0', '--tls-port', '1', '--tls-cert-file', '/nowhere'], {
      encoding: 'utf8',
      timeout: 2000,
    });
    if (made.status !== 0 || /Bad directive/i.test(probe.stdout + probe.stderr))
      return context.skip('no openssl, or a redis-server without TLS');
    const tls = ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'];
    const files = [
      '--tls-cert-file',
      join(folder, 'c.pem'),
      '--tls-key-file',
      join(folder, 'k.pem'),
      '--tls-ca-cert-file',
      join(folder, 'c.pem'),
    ];
    const url = `rediss://localhost:${port}`;
    const redis = spawn('redis-server', ['--dir', folder, '--save', '', ...tls, ...files], { stdio: 'ignore' });
    onTestFinished(() => void redis.kill('SIGKILL'));
    const script = `const { openConnection, waitForConnection } = await import(${JSON.stringify(join(ROOT, 'dist/queue/connections.js'))});
      const ok = await waitForConnection(openConnection(${JSON.stringify(url)}, 'patient'), 8000); console.log(ok); process.exit(0);`;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'c.pem') },
    });
    expect(child.stdout.trim()).toBe('true');
  });
});

describe('the program stratigraphic-amenity-worker', () => {
  const program = join(ROOT, 'dist/bin/worker.js');

  test('ends with code 2 and one line when no Redis is named', () => {
    const folder = temporaryFolder();
    const { status, stderr, stdout } = spawnSync(process.execPath, [program], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder },
    });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^GEOMAP_REDIS_URL must be [^\n]*\n$/);
  });

  const startProgram = (
    setup: Setup,
    url: string,
  ): { readonly child: ChildProcess; readonly find: (pattern: RegExp) => Promise<string> } => {
    const watcher = lineWatcher();
    const { data_root } = setup.settings;
    const child = spawn(process.execPath, [program], {
      env: {
        PATH: process.env.PATH,
        HOME: data_root,
        GEOMAP_REDIS_URL: url,
        GEOMAP_DATA_ROOT: data_root,
        GEOMAP_LOG_LEVEL: 'DEBUG',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    splitLines(child.stderr, watcher.add);
    return { child, find: watcher.find };
  };

  const startedPids = async (find: (pattern: RegExp) => Promise<string>): Promise<readonly number[]> => {
    const lines = await Promise.all(
      ['raster', 'vision', 'data', 'batch'].map((kind) => find(new RegExp(`worker_start kind=${kind}`))),
    );
    return lines.map((line) => Number(/pid=(\d+)/.exec(line)?.[1]));
  };

  test.each([
    ['while its workers are still starting', async () => undefined],
    ['when Redis was never there', (find: (pattern: RegExp) => Promise<string>) => find(/event=redis_not_connected/)],
  ])('told to stop %s, ends with its workers', async (_state, reached) => {
    const { setup, url } = await operatorSetup();
    const { child, find } = startProgram(setup, url);
    const pids = await startedPids(find);
    await reached(find);
    const toldAt = performance.now();
    await stopped(child, 'SIGTERM');
    expect(child.exitCode).toBe(0);
    expect(performance.now() - toldAt).toBeLessThan(SOON_MS);
    expect(await allGone(pids, SOON_MS)).toBe(true);
  });

  test.each([
    ['when Redis has died', true],
    ['in the moment in which Redis dies', false],
  ])('told to stop %s, ends with its workers', async (_state, noticed) => {
    const { setup, url, folder, port } = await operatorSetup();
    const redis = await startRedis(join(folder, 'redis'), ['--port', String(port)], url);
    const { child, find } = startProgram(setup, url);
    const pids = await startedPids(find);
    await find(/event=worker_waiting kind=vision/);
    const dead = stopped(redis, 'SIGKILL');
    if (noticed) await find(/event=redis_not_connected/);
    await stopped(child, 'SIGTERM');
    await dead;
    expect(child.exitCode).toBe(0);
    expect(await allGone(pids, SOON_MS)).toBe(true);
  });

  test('runs the real handlers of every kind until it is told to stop', async () => {
    const { setup, url, folder, port } = await operatorSetup();
    await startRedis(join(folder, 'redis'), ['--port', String(port)], url);
    const { child, find } = startProgram(setup, url);
    const ready = ['raster', 'vision', 'data', 'batch'].map((kind) => find(new RegExp(`event=worker_waiting kind=${kind}`)));
    const pids = (await Promise.all(ready)).map((line) => Number(/pid=(\d+)/.exec(line)?.[1]));
    const peer = openPeer(setup);
    const listed = await peer.runner.run({ name: 'resource.list', input: {}, settings: peer.settings, traceId: 'a'.repeat(32) });
    expect(listed).toEqual({ resources: [], next_cursor: null });
    await stopped(child, 'SIGTERM');
    expect(await allGone(pids, SOON_MS)).toBe(true);
  });
});
