import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GeomapError } from '../../src/domain/errors/geomap-error.ts';
import { TOOLS } from '../../src/mcp/tools/registry.ts';
import { JOBS } from '../../src/queue/jobs/registry.ts';
import { ROOT } from '../build.ts';
import { connect } from '../mcp/harness.ts';
import { fitted, queried, registered } from '../mcp/payloads.ts';
import { wholeServer } from './whole-server.ts';

/*
 * Section 7 of the field reports: what went wrong between hosts and servers. Rows 7.1 to 7.3 (banners, prints, one broken line) are
 * test/integration/noisy-worker.test.ts and test/mcp/process.test.ts; the queue's half of 7.4 is test/queue/runner-conformance.test.ts.
 */
const home = (): string => mkdtempSync(join(tmpdir(), 'sa-mcp-'));
const query = { legend_labels: ['granite'] };

const stringsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];

async function answerOf(name: string, args: Record<string, unknown>, answers: Parameters<typeof connect>[1]) {
  const peer = await connect(home(), answers);
  const result = await peer.client.callTool({ name, arguments: args });
  await peer.close();
  const content = Array.isArray(result.content) ? result.content : [];
  const text = content.map((block) => (block.type === 'text' ? String(block.text) : '')).join('');
  return { result, content, text, structure: Object(result.structuredContent) };
}

describe('7.4 a call that timed out at the host and is made again', () => {
  test('joins the job that is still running, where running it twice would cost or collide', () => {
    for (const job of ['map.register', 'map.process', 'detectors.prepare', 'knowledge.prepare'] as const)
      expect(JOBS[job].dedupe, job).toBe(true);
  });
});

test('7.5 calls that only look something up answer in well under the 10 s that some hosts allow', async () => {
  const server = wholeServer();
  const startedAt = performance.now();
  for (const [name, args] of [
    ['geomap_list_capabilities', {}],
    ['geomap_enrich_legend', { label: 'granite' }],
    ['geomap_process_image', { map_id: '0'.repeat(32) }],
  ] as const)
    await server.call(name, args);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

describe('what each kind of host is given', () => {
  test('7.6 one that passes on only the structure has warnings, counts and hints there', async () => {
    const { structure } = await answerOf('geomap_query_knowledge', query, { 'knowledge.query': () => queried });
    expect(structure.warnings).toHaveLength(2);
    expect(structure).toMatchObject({ total_records_found: 86, total_records_returned: 50, truncated: true });
    const failed = await answerOf('geomap_query_knowledge', query, {
      'knowledge.query': () => {
        throw new GeomapError('missing_knowledge_asset', { message: 'Not there.', hints: ['Ask.'] });
      },
    });
    expect(failed.structure.recovery_hints).toEqual(['Ask.']);
  });

  test('7.7 one that passes on both gets a short text, not the JSON a second time', async () => {
    const { text, structure } = await answerOf('geomap_query_knowledge', query, { 'knowledge.query': () => queried });
    const { text_summary: _, ...rest } = structure;
    expect(text.length).toBeLessThan(JSON.stringify(rest).length);
    expect(text).not.toContain(JSON.stringify(rest.items[0].value));
  });

  test('7.8 no answer has an empty content, a failure neither', async () => {
    for (const answer of [
      () => registered,
      () => {
        throw new GeomapError('cancelled', 'Stopped.');
      },
    ]) {
      const { content } = await answerOf('geomap_register_map', { path: 'x.png' }, { 'map.register': answer });
      expect(content.length).toBeGreaterThan(0);
      expect(content[0].type).toBe('text');
      expect(content[0].text).not.toBe('');
    }
  });

  test('7.9 text only, structure only, or both: each has every number that the answer rests on', async () => {
    const { text, structure } = await answerOf(
      'geomap_georeference',
      { crs: 'EPSG:26915', gcps: fitted.payload.gcps },
      { 'georef.fit': () => fitted },
    );
    for (const fact of ['EPSG:26915', 'axis-aligned-exact-2gcp', 'residual_not_diagnostic', '-90.83331208051943']) {
      expect(text).toContain(fact);
      expect(JSON.stringify(structure)).toContain(fact);
    }
    expect(structure.text_summary).toBe(text);
  });

  test('7.10 no picture is inside the structure', async () => {
    const { structure } = await answerOf('geomap_query_knowledge', query, { 'knowledge.query': () => queried });
    for (const each of stringsIn(structure)) expect(each).not.toMatch(/^(?:data:|[A-Za-z0-9+/]{400,}={0,2}$)/);
  });

  test('7.11 what was made comes as a link, also where the picture itself is not shown', async () => {
    const { content, structure } = await answerOf('geomap_register_map', { path: 'x.png' }, { 'map.register': () => registered });
    const links = content.filter((block) => block.type === 'resource_link');
    expect(links.map(({ uri }) => uri)).toEqual([registered.payload.source_uri]);
    expect(structure.resource_links.map(({ uri }: { uri: string }) => uri)).toEqual([registered.payload.source_uri]);
  });

  test('7.12 a cut is stated, and the handle that the rest is read by is still there', async () => {
    const { text, structure } = await answerOf('geomap_query_knowledge', query, { 'knowledge.query': () => queried });
    expect(structure.truncated).toBe(true);
    expect(text).toContain('86');
    expect(text).toContain('50');
    expect(text).toContain(queried.payload.bundle_uri);
    expect(text).toMatch(/truncated/);
  });
});

test('7.13 the configuration that the README gives names absolute paths only', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const block = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? '{}';
  const { command, args } = JSON.parse(block).mcpServers['stratigraphic-amenity'];
  for (const path of [command, ...args]) expect(isAbsolute(path), path).toBe(true);
});

describe('7.14 values that JSON cannot write', () => {
  test('never bring the server down: the answer is a failure, and the next call works', async () => {
    const peer = await connect(home(), {
      'legend.enrich': ({ input }) => ({
        payload: {
          label: 'x',
          lithology: null,
          stratigraphic_age: null,
          items: [],
          warnings: [],
          when: new Date('nonsense'),
          size: 10n,
          input,
        },
        links: [],
        preview_file: null,
      }),
      'map.register': () => registered,
    });
    const broken = await peer.client.callTool({ name: 'geomap_enrich_legend', arguments: { label: 'x' } });
    expect(broken.isError).toBe(true);
    const next = await peer.client.callTool({ name: 'geomap_register_map', arguments: { path: 'x.png' } });
    expect(next.isError).toBe(false);
    await peer.close();
  });

  test('and every call has a deadline', () => {
    for (const [name, { deadlineMs }] of Object.entries(JOBS)) {
      expect(deadlineMs, name).toBeGreaterThan(0);
      expect(deadlineMs, name).toBeLessThanOrEqual(3_600_000);
    }
  });
});

test('7.15 a part that is missing is named, not "could not connect"', async () => {
  const server = wholeServer({ realQueue: true, variables: { GEOMAP_REDIS_URL: '/nowhere/redis.sock' } });
  const { failure } = await server.failureOf('geomap_enrich_legend', { label: 'granite' });
  expect(failure.message).toMatch(/Redis.*GEOMAP_REDIS_URL/);
  expect(failure.details?.reason).toBe('unreachable');
});

test('7.16 no tool takes code, a command, an address to fetch or a place to write to', () => {
  for (const tool of TOOLS) {
    const names = Object.keys(Object(tool.inputSchema().properties));
    for (const name of names)
      expect(name, tool.name).not.toMatch(/^(?:code|script|command|shell|exec|eval|url|sql|output_path|target|destination)$/);
  }
});
