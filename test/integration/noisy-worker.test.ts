import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ensureBuilt } from '../build.ts';

const replySchema = z.object({ jsonrpc: z.literal('2.0'), id: z.int().optional(), result: z.unknown().optional() });
const resultSchema = z.object({ structuredContent: z.object({ code: z.string().optional(), label: z.string().optional() }) });

const home = mkdtempSync(join(tmpdir(), 'sa-noise-'));
beforeAll(ensureBuilt);
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

/** The server as a peer sees it: every line of standard output, and answers by id. */
function startServer() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'noisy-server.mjs')], {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
  });
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    const reply = replySchema.safeParse(JSON.parse(line));
    if (reply.success && reply.data.id !== undefined) waiting.get(reply.data.id)?.(reply.data.result);
  });
  let next = 1;
  const request = (method: string, params: unknown): Promise<unknown> => {
    const id = next++;
    const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answer;
  };
  const enrich = async (label: string) =>
    resultSchema.parse(await request('tools/call', { name: 'geomap_enrich_legend', arguments: { label } })).structuredContent;
  return { child, lines, request, enrich, log: () => log };
}

it('carries nothing but JSON-RPC on stdout while a worker prints on every descriptor and dies', async () => {
  const server = startServer();
  await server.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  });
  expect((await server.enrich('granite')).label).toBe('granite');
  expect((await server.enrich('die')).code).toBe('worker_lost');
  expect((await server.enrich('basalt')).label).toBe('basalt');
  server.child.stdin.end();
  expect(await once(server.child, 'exit')).toEqual([0, null]);
  expect(server.lines.length).toBeGreaterThanOrEqual(4);
  for (const line of server.lines) expect(replySchema.safeParse(JSON.parse(line)).success, line).toBe(true);
  expect(server.lines.join('\n')).not.toMatch(/forged|descriptor|banner|native child/);
  expect(server.log()).toMatch(/raw line on descriptor 1/);
  expect(server.log()).toMatch(/printed by a native child/);
  expect(server.log()).toMatch(/a banner of some dependency/);
});
