import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ERROR_CODES } from '../../src/domain/errors/codes.ts';
import { ensureBuilt, ROOT } from '../build.ts';
import { fuzzedCalls } from './fuzzed-arguments.ts';

const FAILURES = 200;
const home = mkdtempSync(join(tmpdir(), 'sa-fuzz-'));
beforeAll(ensureBuilt);
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

const replySchema = z.object({ id: z.int(), result: z.looseObject({}).optional(), error: z.looseObject({}).optional() });
const envelopeSchema = z.object({
  isError: z.literal(true),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  structuredContent: z.looseObject({ code: z.string(), message: z.string(), trace_id: z.string().regex(/^[0-9a-f]{32}$/) }),
});

function startServer() {
  // A proxy that nobody answers stands for a machine without a network.
  const nowhere = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
  const child = spawn(process.execPath, [join(ROOT, 'dist/bin/mcp.js')], {
    env: { PATH: process.env.PATH, HOME: home, ...nowhere },
    cwd: home,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
  });
  const waiting = new Map<number, (reply: z.infer<typeof replySchema>) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const reply = replySchema.safeParse(JSON.parse(line)).data;
    if (reply) waiting.get(reply.id)?.(reply);
  });
  let next = 1;
  const request = (method: string, params: unknown) => {
    const id = next++;
    const answer = new Promise<z.infer<typeof replySchema>>((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answer;
  };
  return { child, request, log: () => log };
}

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)]);
};

const PATH = /(?<![\w.:/])\/(?:etc|home|tmp|root|usr|var|proc|work)\b|\b[A-Z]:\\|\\\\server|\.ssh/;
const STACK = /\bat .{0,120}:\d+:\d+|node_modules|\.[jt]s:\d+/;
// Line ends separate the lines of the digest; nothing else below a blank may stand in a text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

test('each of 200 failures of fuzzed calls has an envelope and a log line with the same trace ID, and shows no path, stack or control character', async () => {
  const server = startServer();
  await server.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  });
  const failures: z.infer<typeof envelopeSchema>[] = [];
  const codes = new Set<string>();
  for (const call of fuzzedCalls(1200, 20261201)) {
    if (failures.length === FAILURES) break;
    const { result } = await server.request('tools/call', call);
    // Answers of the protocol itself, and calls that succeed after all, are not what is counted here.
    if (result?.isError !== true) continue;
    const envelope = envelopeSchema.parse(result);
    codes.add(envelope.structuredContent.code);
    failures.push(envelope);
  }
  server.child.stdin.end();
  await once(server.child, 'exit');
  expect(failures.length).toBe(FAILURES);
  expect(codes.size).toBeGreaterThanOrEqual(6);
  const lines = server.log().split('\n');
  for (const { structuredContent, content } of failures) {
    const { code, trace_id: traceId } = structuredContent;
    expect(Object.keys(ERROR_CODES)).toContain(code);
    const line = lines.find((each) => each.startsWith('event=tool_call') && each.includes(`trace_id=${traceId}`));
    expect(line, `${code} ${traceId}`).toContain(`outcome=${code}`);
    expect(code).not.toBe('internal_error');
    for (const shown of stringsIn([structuredContent, content])) {
      expect(shown).not.toMatch(PATH);
      expect(shown).not.toMatch(STACK);
      expect(shown).not.toMatch(CONTROL);
      expect(shown).not.toContain(home);
    }
  }
}, 240_000);
