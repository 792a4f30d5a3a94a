import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { HttpRequest } from '../../src/domain/knowledge/ports.ts';
import { retryAfterMs } from '../../src/workers/knowledge/retry-after.ts';
import { client, json, serve } from './live-server.ts';

setFlagsFromString('--expose-gc');

const request = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  url,
  params: {},
  timeoutMs: 2000,
  label: 'Test',
  signal: new AbortController().signal,
  ...more,
});

test.each([429, 500, 502, 503, 504, 408])('asks again after status %d and gets what comes then', async (status) => {
  const server = await serve((_asked, answer) =>
    json(answer, { at: server.asked.length }, server.asked.length < 2 ? status : 200),
  );
  expect(await client().get(request(server.url))).toMatchObject({ status: 200, text: '{"at":2}' });
});

test.each([400, 403, 404, 413, 501])('takes status %d for an answer and does not ask again', async (status) => {
  const server = await serve((_asked, answer) => json(answer, {}, status));
  expect((await client().get(request(server.url))).status).toBe(status);
  expect(server.asked).toHaveLength(1);
});

test('gives up on a service that stays out of order, after three attempts, with its status', async () => {
  const server = await serve((_asked, answer) => json(answer, {}, 503));
  expect((await client().get(request(server.url))).status).toBe(503);
  expect(server.asked).toHaveLength(3);
});

test('waits as long as Retry-After asks to', async () => {
  const times: number[] = [];
  const server = await serve((_asked, answer) => {
    times.push(performance.now());
    if (times.length === 1) answer.writeHead(429, { 'retry-after': '1' }).end();
    else json(answer, {});
  });
  await client().get(request(server.url));
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1000);
});

test('does not wait for a Retry-After that outlasts the call, and says how long it is', async () => {
  const server = await serve((_asked, answer) => answer.writeHead(429, { 'retry-after': '3600' }).end());
  expect(await client().get(request(server.url))).toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
  expect(server.asked).toHaveLength(1);
});

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 31 Dec 1999 23:59:59 GMT', 59_000],
  ['Fri, 31 Dec 1999 23:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  ['1.5', null],
  [null, null],
])('reads Retry-After %j', (field, expected) => {
  expect(retryAfterMs(field, Date.UTC(1999, 11, 31, 23, 59, 0))).toBe(expected);
});

test('asks again when a transfer is cut, and fails when it always is', async () => {
  const server = await serve((asked, answer) => {
    if (asked.path === '/once' && server.asked.length > 1) return json(answer, { whole: true });
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    answer.write('{"half":', () => answer.destroy());
  });
  expect((await client().get(request(`${server.url}/once`))).text).toBe('{"whole":true}');
  await expect(client().get(request(`${server.url}/always`))).rejects.toMatchObject({
    code: 'unknown_provider',
    message: expect.stringMatching(/^The request to Test failed \([A-Z_]+\); ask again later/),
  });
});

test('ends a slow drip at the limit of the request', async () => {
  const server = await serve((_asked, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => answer.write(' '), 10);
    answer.on('close', () => clearInterval(timer));
  });
  await expect(client().get(request(server.url, { timeoutMs: 80 }))).rejects.toThrow('(timeout)');
});

test('still ends when the garbage collector runs in between', async () => {
  const collect = runInNewContext('gc');
  const server = await serve(() => collect());
  const asked = client().get(request(server.url, { timeoutMs: 150 }));
  const timer = setInterval(() => collect(), 10);
  await expect(asked)
    .rejects.toThrow('(timeout)')
    .finally(() => clearInterval(timer));
});

test('spends no more than the budget of its session, over all requests', async () => {
  const server = await serve(() => undefined);
  const send = client().session(250);
  const started = performance.now();
  const ends = await Promise.allSettled([send(request(server.url)), send(request(server.url, { label: 'Other' }))]);
  await expect(send(request(server.url))).rejects.toThrow('did not answer within the time that a call may spend');
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(performance.now() - started).toBeLessThan(1500);
});

test('ends at once when the call is cancelled, also in the pause before another attempt', async () => {
  const cancel = new AbortController();
  const server = await serve((_asked, answer) => {
    answer.writeHead(503, { 'retry-after': '20' }).end();
    setImmediate(() => cancel.abort());
  });
  await expect(client().get(request(server.url, { signal: cancel.signal }))).rejects.toMatchObject({ code: 'cancelled' });
});

test('reads a compressed answer', async () => {
  const server = await serve((_asked, answer) =>
    answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync('{"a":"ü"}')),
  );
  expect((await client().get(request(server.url))).text).toBe('{"a":"ü"}');
});

test('refuses an answer that is too large once unpacked, without asking again', async () => {
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
  const server = await serve((_asked, answer) =>
    answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  );
  await expect(client().get(request(server.url))).rejects.toThrow('larger than this server takes');
  expect(server.asked).toHaveLength(1);
});

test('gives up on redirects without end', async () => {
  const server = await serve((_asked, answer) => answer.writeHead(302, { location: '/again' }).end());
  await expect(client().get(request(server.url))).rejects.toThrow('redirected without end');
});

test('goes through the proxy of the environment, except to the hosts of NO_PROXY', async () => {
  const tunnels: string[] = [];
  const proxy = createServer((incoming, answer) => {
    tunnels.push(incoming.url ?? '');
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{"by":"proxy"}');
  });
  proxy.on('connect', (incoming, socket) => {
    tunnels.push(incoming.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => proxy.close(() => resolve())));
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : 0;
  vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${port}`);
  vi.stubEnv('NO_PROXY', '127.0.0.1');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const server = await serve((_asked, answer) => json(answer, { by: 'server' }));
  const { get } = client();
  await expect(get(request('https://service.invalid/x', { timeoutMs: 500 }))).rejects.toMatchObject({ code: 'unknown_provider' });
  expect(tunnels).toContain('service.invalid:443');
  expect((await get(request(server.url))).text).toBe('{"by":"server"}');
});
