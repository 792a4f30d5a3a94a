import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { checkRegistryHeader } from '../../src/mcp/preflight.ts';
import { TOOLS } from '../../src/mcp/tools/registry.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUILT = join(ROOT, 'dist/bin/mcp.js');
const SERVER = existsSync(BUILT) ? [BUILT] : ['--import', 'tsx', join(ROOT, 'src/bin/mcp.ts')];
const HELLO = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } } })}\n`;

const folder = (): string => mkdtempSync(join(tmpdir(), 'sa-mcp-'));
const environment = (home: string, more: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  ...more,
});

/** Runs the server to its end on the given input. */
async function run(
  input: string,
  options: { readonly home?: string; readonly env?: Readonly<Record<string, string>>; readonly before?: readonly string[] } = {},
) {
  const home = options.home ?? folder();
  const child = spawn(process.execPath, [...(options.before ?? []), ...SERVER], {
    cwd: ROOT,
    env: environment(home, options.env),
    stdio: 'pipe',
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.end(input);
  const [code] = await once(child, 'exit');
  const [stdout, stderr] = await output;
  return { code, stdout, stderr };
}

const state = (home: string): string => {
  const path = join(home, '.local/share/stratigraphic-amenity/state');
  mkdirSync(path, { recursive: true });
  return path;
};

describe('a start that fails', () => {
  it.each([
    ['not a database, however long it is', 'registry_corrupt'],
    ['{}', 'registry_corrupt'],
    ['', 'registry_corrupt'],
  ])('for a registry that holds %j: exit code 2, one message, one remedy, nothing on stdout', async (content) => {
    const home = folder();
    writeFileSync(join(state(home), 'registry.sqlite'), content);
    const { code, stdout, stderr } = await run(HELLO, { home });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(2);
    expect(stderr).toMatch(/^registry_corrupt: .*\nRecovery: Back up and remove the registry file under the data root/);
    expect(stderr).not.toContain(home);
  });

  it('for a setting that cannot be used names the variable', async () => {
    const { code, stdout, stderr } = await run(HELLO, { env: { GEOMAP_DETECTOR: 'magic' } });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^GEOMAP_DETECTOR must be .*\nRecovery: .*GEOMAP_DETECTOR/);
  });
});

describe('a server process', () => {
  it('starts with a healthy registry file and ends when its input closes', async () => {
    const home = folder();
    writeFileSync(join(state(home), 'registry.sqlite'), 'SQLite format 3\0');
    const { code, stdout, stderr } = await run(HELLO, { home });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'stratigraphic-amenity' } } });
    expect(stderr).toMatch(
      /^event=startup version=\d+\.\d+\.\d+\S* transport=stdio sdk_schema=geomap-tool-result\/v1 ready=deferred allowed_roots=2 cache_root=configured\n$/,
    );
  });

  it('leaves nothing behind when it was only started (D2)', async () => {
    const home = folder();
    await run(HELLO, { home });
    expect(existsSync(join(home, '.local'))).toBe(false);
    expect(existsSync(join(home, '.cache'))).toBe(false);
  });

  it('keeps what prints by accident off the protocol', async () => {
    const noise = `data:text/javascript,const write = process.stdout.write; const timer = setInterval(() => {
      if (process.stdout.write === write) return;
      clearInterval(timer); console.log('banner'); process.stdout.write('more noise');
    }, 1)`;
    const child = spawn(process.execPath, ['--import', noise, ...SERVER], {
      cwd: ROOT,
      env: environment(folder()),
      stdio: 'pipe',
    });
    const errors = text(child.stderr);
    const lines = text(child.stdout);
    child.stdin.write(HELLO);
    await once(child.stdout, 'data');
    child.stdin.end();
    await once(child, 'exit');
    expect(
      (await lines)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).jsonrpc),
    ).toEqual(['2.0']);
    expect(await errors).toMatch(/banner[\s\S]*more noise/);
  });

  it('waits for a registry that another server is just making', async () => {
    const folderOfState = state(folder());
    const registry = join(folderOfState, 'registry.sqlite');
    writeFileSync(registry, '');
    const maker = new Worker("require('fs').writeFileSync(require('worker_threads').workerData, 'SQLite format 3\\0')", {
      eval: true,
      workerData: registry,
    });
    checkRegistryHeader(folderOfState);
    await once(maker, 'exit');
  });

  it('goes on when nobody reads its stderr any more, whatever it has to log', async () => {
    const child = spawn(process.execPath, SERVER, { cwd: ROOT, env: environment(folder()), stdio: 'pipe' });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (line: string) => {
      child.stdin.write(line);
      return JSON.parse((await lines.next()).value ?? '{}');
    };
    await ask(HELLO);
    child.stderr.destroy();
    for (let id = 2; id < 6; id += 1) {
      const call = { name: 'geomap_georeference', arguments: { crs: id } };
      const answer = await ask(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: call })}\n`);
      expect(answer).toMatchObject({ id, result: { isError: true } });
    }
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends on SIGTERM', async () => {
    const child = spawn(process.execPath, SERVER, { cwd: ROOT, env: environment(folder()), stdio: 'pipe' });
    child.stdin.write(HELLO);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('serves a real client: refusals come as results, the guide is there', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: SERVER,
      cwd: ROOT,
      env: environment(folder()),
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1' }, { capabilities: {} });
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
    const refused = await client.callTool({ name: 'geomap_georeference', arguments: { crs: 1 } });
    expect(refused.structuredContent).toMatchObject({
      code: 'invalid_arguments',
      message: 'Input validation failed for geomap_georeference: /: give exactly one of gcps, gcps_uri or restore_revision.',
    });
    expect((await client.readResource({ uri: 'geomap://guide' })).contents).toHaveLength(1);
    await client.close();
  });
});
