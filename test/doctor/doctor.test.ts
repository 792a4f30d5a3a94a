import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runDoctor } from '../../src/workers/doctor/doctor-command.ts';
import { temporaryFolder } from '../catalog/store-fixture.ts';

type Loading = Parameters<typeof runDoctor>[1]['preflight'];
const allLoad: Loading = { check: async () => ({ failures: [], problem: null }) };

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

/** Findings by check, as the JSON form gives them, and the exit code. */
async function examine(variables: Record<string, string> = {}, more: { nodeVersion?: string; preflight?: Loading } = {}) {
  const lines: string[] = [];
  const code = await runDoctor(['--json'], {
    launch: { variables: { HOME: home, ...variables }, folder: home },
    nodeVersion: '22.1.0',
    preflight: allLoad,
    ...more,
    out: (line) => void lines.push(line),
    err: (line) => void lines.push(line),
  });
  const findings = new Map<string, { state: string; found: string; remedy: string | null }>();
  for (const line of lines) findings.set(JSON.parse(line).check, JSON.parse(line));
  return { code, findings };
}

test('on a fresh home nothing stands in the way, nothing is made, and what is optional says how to get it', async () => {
  const { code, findings } = await examine();
  expect([...findings.values()].filter(({ state }) => state === 'problem')).toEqual([]);
  expect(code).toBe(0);
  expect(findings.get('asset peace-layout-detectors')?.remedy).toContain('stratigraphic-amenity-assets peace-layout-detectors');
  expect(readdirSync(home)).toEqual([]);
});

describe('a finding that stands in the way has a remedy and code 1:', () => {
  const problemOf = async (check: string, ...args: Parameters<typeof examine>) => {
    const { code, findings } = await examine(...args);
    expect(code).toBe(1);
    expect(findings.get(check)?.state).toBe('problem');
    return findings.get(check)?.remedy ?? '';
  };

  test('an old Node.js', async () => {
    expect(await problemOf('Node.js', {}, { nodeVersion: '20.18.3' })).toContain('20.19');
  });

  test('a package the server cannot do without, and a system library', async () => {
    const failing = (failure: object): Loading => ({
      check: async () => ({ failures: [{ probed: 'sharp', package: 'sharp', ...failure }], problem: null }) as never,
    });
    expect(await problemOf('sharp', {}, { preflight: failing({ reason: 'missing' }) })).toContain('npm run setup');
    const library = failing({ reason: 'shared_library', library: 'libvips-cpp.so.8' });
    expect(await problemOf('sharp', {}, { preflight: library })).toContain('libvips-cpp.so.8');
  });

  test('a setting that cannot be read', async () => {
    expect(await problemOf('settings', { GEOMAP_DETECTOR: 'best' })).toContain('variable');
  });

  test('a Redis of the operator that does not answer', async () => {
    expect(await problemOf('Redis', { GEOMAP_REDIS_URL: join(home, 'no.sock') })).toContain('GEOMAP_REDIS_URL');
  });

  test('a machine without any Redis', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    try {
      expect(await problemOf('Redis')).toContain('apt-get');
    } finally {
      process.env.PATH = path;
    }
  });

  test('a registry that is none', async () => {
    mkdirSync(join(home, 'state'));
    writeFileSync(join(home, 'state/registry.sqlite'), 'no database');
    expect(await problemOf('registry', { GEOMAP_STATE_ROOT: join(home, 'state') })).toContain('Back up');
  });

  test('an asset of which files are missing, or no root at all', async () => {
    mkdirSync(join(home, 'data/assets/models/det_component/weights'), { recursive: true });
    writeFileSync(join(home, 'data/assets/models/det_component/weights/best.pt'), 'x');
    expect(await problemOf('asset peace-layout-detectors', { GEOMAP_DATA_ROOT: join(home, 'data') })).toContain('--force');
    writeFileSync(join(home, 'file'), 'x');
    expect(await problemOf('allowed root', { GEOMAP_MCP_ALLOWED_ROOTS: join(home, 'file') })).toContain('ALLOWED_ROOTS');
  });

  test('a root that the user may not write to (skipped for the superuser, who may)', async (context) => {
    if (process.getuid?.() === 0) return context.skip('the superuser may write everywhere');
    chmodSync(home, 0o500);
    expect(await problemOf('data root')).toContain('GEOMAP_DATA_ROOT');
  });
});

test('a gate that is neither a yes nor a no, and a variable that nobody reads, are noted', async () => {
  const { code, findings } = await examine({
    GEOMAP_MCP_ENABLE_DETECTOR_PREPARATION: 'ture',
    GEOMAP_MCP_ENABLE_KNOWLEDGE_PREPARATION: 'no',
    GEOMAP_DETECTR: 'peace',
    GEOMAP_ULTRALYTICS_ROOT: '/x',
  });
  expect(code).toBe(0);
  expect(findings.get('GEOMAP_MCP_ENABLE_DETECTOR_PREPARATION')?.state).toBe('note');
  expect(findings.get('GEOMAP_MCP_ENABLE_KNOWLEDGE_PREPARATION')?.state).toBe('ok');
  expect(findings.get('GEOMAP_DETECTR')?.state).toBe('note');
  expect(findings.has('GEOMAP_ULTRALYTICS_ROOT')).toBe(false);
});

test('the screen ends with a verdict, and a wrong option with the usage and code 2', async () => {
  const lines: string[] = [];
  const deps = {
    launch: { variables: { HOME: home }, folder: home },
    nodeVersion: '22.1.0',
    preflight: allLoad,
    out: (line: string) => void lines.push(line),
    err: (line: string) => void lines.push(line),
  };
  expect(await runDoctor([], deps)).toBe(0);
  expect(lines.at(-1)).toBe('Nothing stands in the way.');
  expect(await runDoctor(['--wrong'], deps)).toBe(2);
  expect(lines.at(-1)).toContain('Usage');
});
