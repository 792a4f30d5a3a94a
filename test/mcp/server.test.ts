import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GeomapError } from '../../src/domain/errors/geomap-error.ts';
import { TOOLS } from '../../src/mcp/tools/registry.ts';
import { connect } from './harness.ts';
import { enriched, registered } from './payloads.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'sa-mcp-'));

/** A folder whose state holds a registry, so that lists are asked for. */
function folderWithRegistry(): string {
  const home = folder();
  const state = join(home, '.local/share/stratigraphic-amenity/state');
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'registry.sqlite'), 'SQLite format 3\0');
  return home;
}

describe('the handshake and the lists', () => {
  it('introduces itself with its own name and version, without prompts', async () => {
    const { client, close } = await connect(folder(), {});
    expect(client.getServerVersion()).toEqual({ name: 'stratigraphic-amenity', version: '9.9.9' });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: { listChanged: true } });
    expect(client.getInstructions()).toContain('geomap://guide');
    await close();
  });

  it('lists tools that a real client accepts, without asking for a job', async () => {
    const { client, runner, close } = await connect(folder(), {});
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(TOOLS.map((tool) => tool.name));
    expect(runner.asked).toEqual([]);
    await close();
  });

  it('answers unknown methods with -32601 and goes on', async () => {
    const { client, close } = await connect(folder(), {});
    await expect(client.listPrompts()).rejects.toMatchObject({ code: -32601 });
    await client.ping();
    await close();
  });

  it('survives broken lines, blank ones and notifications it does not know', async () => {
    const { client, toServer, problems, close } = await connect(folder(), {});
    toServer.write('this is not json\n\n{"jsonrpc":"2.0","id":900001\n{"jsonrpc":"2.0","method":"notifications/whatever"}\n[]\n');
    await client.ping();
    expect(problems.length).toBeGreaterThan(0);
    await close();
  });
});

describe('a request that breaks the protocol', () => {
  const BROKEN = [
    ['"method":"tools/list","params":null', -32602],
    ['"method":"tools/list","params":[]', -32602],
    ['"method":"tools/call","params":"x"', -32602],
    ['"method":"tools/list","params":{"_meta":5}', -32602],
    ['"method":"tools/call","params":{"name":"geomap_enrich_legend","_meta":{"progressToken":{}}}', -32602],
    ['"method":"tools/call","params":{"arguments":{}}', -32602],
    ['"method":"resources/read","params":{"uri":7}', -32602],
    ['"method":7', -32600],
    ['"params":{}', -32600],
    ['"method":"ping","more":1', -32600],
    ['"method":"nope/nope"', -32601],
  ] as const;

  it.each(BROKEN)('such as {%s} is answered under its ID, with a trace ID that the log has', async (body, code) => {
    const { client, toServer, toClient, refusals, close } = await connect(folder(), {});
    const lines: string[] = [];
    toClient.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
    for (const id of ['900001', '"a"']) toServer.write(`{"jsonrpc":"2.0","id":${id},${body}}\n`);
    await expect.poll(() => lines.length).toBe(2);
    for (const [index, id] of [900001, 'a'].entries()) {
      const { error, ...rest } = JSON.parse(lines[index] ?? '');
      expect(rest).toEqual({ jsonrpc: '2.0', id });
      expect(error).toEqual({ code, message: expect.any(String), data: { trace_id: refusals[index]?.traceId } });
      expect(error.data.trace_id).toMatch(/^[0-9a-f]{32}$/);
    }
    expect(refusals.map((refused) => refused.code)).toEqual([code, code]);
    await client.ping();
    await close();
  });

  it.each([
    '{"jsonrpc":"2.0","method":"notifications/x","params":null}',
    '{"jsonrpc":"2.0","id":null,"method":"ping","params":5}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":900001,"result":5}',
    '{"jsonrpc":"2.0","id":900001,"error":5}',
    '[{"jsonrpc":"2.0","id":900001,"method":"ping"}]',
    'null',
  ])('and has no usable ID, or is an answer, as %s, is passed over', async (line) => {
    const { client, toServer, problems, refusals, close } = await connect(folder(), {});
    toServer.write(`${line}\n`);
    await client.ping();
    expect([problems.length, refusals.length]).toEqual([1, 0]);
    await close();
  });

  it('may come in pieces, with a carriage return, and several in one piece', async () => {
    const { client, toServer, toClient, close } = await connect(folder(), {});
    const text = ['á', 'b', 'c'].map((id) => `{"jsonrpc":"2.0","id":"${id}","method":"ping"}\r\n`).join('');
    const lines: string[] = [];
    toClient.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
    const bytes = Buffer.from(text);
    toServer.write(bytes.subarray(0, 23));
    toServer.write(bytes.subarray(23, 24));
    toServer.write(bytes.subarray(24));
    await expect.poll(() => lines.map((line) => JSON.parse(line).id)).toEqual(['á', 'b', 'c']);
    await client.ping();
    await close();
  });
});

describe('calls over the wire', () => {
  it('pass the output validation of a real client, success and error alike', async () => {
    const { client, close } = await connect(folder(), {
      'map.register': () => registered,
      'map.process': () => Promise.reject(new GeomapError('missing_extra', { message: 'Not ready.', details: { a: 1 } })),
    });
    await client.listTools(); // from here on the client validates against the output schemas
    const good = await client.callTool({ name: 'geomap_register_map', arguments: { path: 'x' } });
    expect(good.isError).toBe(false);
    const bad = await client.callTool({ name: 'geomap_process_image', arguments: { map_id: 'x' } });
    expect(bad.isError).toBe(true);
    await close();
  });

  it('tell a text-only host and a structured-only host the same', async () => {
    const { client, close } = await connect(folder(), { 'legend.enrich': () => enriched('sandstone') });
    const { content, structuredContent } = await client.callTool({
      name: 'geomap_enrich_legend',
      arguments: { label: 'sandstone' },
    });
    const [block] = Array.isArray(content) ? content : [];
    expect(block.text).toContain('lithology: sedimentary');
    expect(structuredContent).toMatchObject({ lithology: 'sedimentary', text_summary: block.text });
    await close();
  });

  it('answer arguments that are no object with a tool error, and a call without a name with -32602', async () => {
    const { client, toServer, toClient, close } = await connect(folder(), {});
    const lines: string[] = [];
    toClient.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
    toServer.write(
      '{"jsonrpc":"2.0","id":900001,"method":"tools/call","params":{"name":"geomap_enrich_legend","arguments":"x"}}\n',
    );
    toServer.write('{"jsonrpc":"2.0","id":900002,"method":"tools/call","params":{"arguments":{}}}\n');
    await client.callTool({ name: 'geomap_nope', arguments: {} });
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(3);
    const byId = new Map(lines.map((line) => [JSON.parse(line).id, JSON.parse(line)]));
    expect(byId.get(900001).result.structuredContent.code).toBe('invalid_arguments');
    expect(byId.get(900002).error.code).toBe(-32602);
    await close();
  });

  it('announce a changed list after a call that added a resource, and not after one that did not', async () => {
    const { client, close } = await connect(folder(), { 'map.register': () => registered, 'legend.enrich': () => enriched('x') });
    let changes = 0;
    const changed = new Promise<void>((resolve) => {
      client.fallbackNotificationHandler = async ({ method }) => {
        if (method !== 'notifications/resources/list_changed') return;
        changes += 1;
        resolve();
      };
    });
    await client.callTool({ name: 'geomap_enrich_legend', arguments: { label: 'x' } });
    await client.callTool({ name: 'geomap_register_map', arguments: { path: 'x' } });
    await changed;
    await client.ping();
    expect(changes).toBe(1);
    await close();
  });

  it('pass a cancellation on to the job', async () => {
    const seen: string[] = [];
    const { client, close } = await connect(folder(), {
      'map.process': ({ signal }) =>
        new Promise((_, reject) => {
          seen.push('started');
          signal?.addEventListener('abort', () => {
            seen.push('aborted');
            reject(new GeomapError('cancelled', 'cancelled'));
          });
        }),
    });
    const control = new AbortController();
    const call = client.callTool({ name: 'geomap_process_image', arguments: { map_id: 'x' } }, undefined, {
      signal: control.signal,
    });
    await expect.poll(() => seen).toEqual(['started']);
    control.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => seen).toEqual(['started', 'aborted']);
    await client.ping();
    await close();
  });

  it('report progress that grows, only to a client that asked', async () => {
    const { client, close } = await connect(folder(), {
      'map.process': async ({ onProgress }) => {
        for (const share of [0, 0.5, 0.4, 0.9]) onProgress?.({ share, message: 'step' });
        await new Promise((resolve) => setTimeout(resolve, 350)); // the notice that waits for its 250 ms
        throw new GeomapError('cancelled', 'done');
      },
    });
    const notices: number[] = [];
    await client.callTool({ name: 'geomap_process_image', arguments: { map_id: 'x' } }, undefined, {
      onprogress: ({ progress }) => notices.push(progress),
    });
    expect(notices.length).toBeGreaterThanOrEqual(2);
    expect(notices).toEqual([...notices].sort((a, b) => a - b));
    expect(new Set(notices).size).toBe(notices.length);
    await client.callTool({ name: 'geomap_process_image', arguments: { map_id: 'x' } });
    await close();
  });
});

describe('resources', () => {
  it('are none, and nothing is asked, while there is no registry', async () => {
    const { client, runner, close } = await connect(folder(), {});
    expect((await client.listResources()).resources).toEqual([]);
    expect(runner.asked).toEqual([]);
    await close();
  });

  it('come in pages', async () => {
    const page = (input: object) =>
      'cursor' in input
        ? { resources: [{ uri: 'geomap://maps/b', name: 'map b' }], next_cursor: null }
        : { resources: [{ uri: 'geomap://maps/a', name: 'map a' }], next_cursor: 'more' };
    const { client, close } = await connect(folderWithRegistry(), { 'resource.list': ({ input }) => page(input) });
    const first = await client.listResources();
    expect(first).toMatchObject({ resources: [{ name: 'map a' }], nextCursor: 'more' });
    const second = await client.listResources({ cursor: 'more' });
    expect(second.resources).toMatchObject([{ name: 'map b' }]);
    expect('nextCursor' in second).toBe(false);
    await close();
  });

  it('have eight templates', async () => {
    const { client, close } = await connect(folder(), {});
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toHaveLength(8);
    expect(resourceTemplates[5]).toEqual({ uriTemplate: 'geomap://bundles/{bundle_id}.json', name: 'knowledge bundle' });
    await close();
  });

  it('are read as text or as base64 of the file', async () => {
    const home = folder();
    const file = join(home, 'x.png');
    writeFileSync(file, 'abc');
    const { client, lines, close } = await connect(home, {
      'resource.resolve': ({ input }) =>
        'uri' in input && input.uri.endsWith('.json')
          ? { mime_type: 'application/json', bytes: 2, text: '{}', file: null }
          : { mime_type: 'image/png', bytes: 3, text: null, file },
    });
    expect((await client.readResource({ uri: 'geomap://bundles/a.json' })).contents).toEqual([
      { uri: 'geomap://bundles/a.json', mimeType: 'application/json', text: '{}' },
    ]);
    expect((await client.readResource({ uri: 'geomap://artifacts/a.png' })).contents).toEqual([
      { uri: 'geomap://artifacts/a.png', mimeType: 'image/png', blob: 'YWJj' },
    ]);
    expect(lines.at(-1)).toMatch(
      /^event=resource_read trace_id=[0-9a-f]{32} uri=geomap:\/\/artifacts\/a\.png duration_ms=[0-9.]+ outcome=ok mime_type=image\/png size=3\n$/,
    );
    await close();
  });

  it('fail with the typed code, a trace ID and nothing of a path', async () => {
    const { client, lines, close } = await connect(folder(), {
      'resource.resolve': () => Promise.reject(new GeomapError('artifact_not_found', 'Resource backing file is missing.')),
    });
    const failure = await client.readResource({ uri: 'geomap://maps/nope' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: -32000,
      data: {
        code: 'artifact_not_found',
        message: 'Resource backing file is missing.',
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
    expect(lines.at(-1)).toContain('outcome=artifact_not_found');
    for (const uri of ['http://example.invalid/x', 'GEOMAP://maps/nope', 'geomap://x\ny', `geomap://${'a'.repeat(3000)}`])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32000, data: { code: 'artifact_not_found' } });
    expect(lines.filter((line) => line.includes('uri=other'))).toHaveLength(3);
    await close();
  });

  it('include the guide, which no list shows', async () => {
    const { client, runner, close } = await connect(folder(), {});
    const { contents } = await client.readResource({ uri: 'geomap://guide' });
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown' });
    expect(runner.asked).toEqual([]);
    await close();
  });
});
