import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsSchema } from '../../src/domain/settings/settings.ts';
import { ConfigurationError } from '../../src/platform/configuration-error.ts';
import { parseEnvironment } from '../../src/platform/environment.ts';
import { ENVIRONMENT_VARIABLES } from '../../src/platform/environment-variables.ts';
import { temporaryFolder } from './queue-fixture.ts';

const parse = (variables: Readonly<Record<string, string>>, folder = '/launch') =>
  parseEnvironment({ variables: { HOME: '/home/ann', ...variables }, folder });

describe('paths', () => {
  test('default to the XDG places below the home folder', () => {
    const { settings, process: own } = parse({});
    expect(settings.data_root).toBe('/home/ann/.local/share/stratigraphic-amenity');
    expect(settings.cache_root).toBe('/home/ann/.cache/stratigraphic-amenity');
    expect(settings.allowed_roots).toEqual([settings.data_root, settings.cache_root]);
    expect(settings.model_root).toBe(`${settings.data_root}/assets/models`);
    expect(settings.knowledge.k2_usage_json).toBe(`${settings.data_root}/assets/knowledge/k2_usage.json`);
    expect(own.stateRoot).toBe(`${settings.data_root}/state`);
  });

  test('follow each other: another data root moves models, knowledge and state, another knowledge root its files', () => {
    const { settings, process: own } = parse({ GEOMAP_DATA_ROOT: '/d', GEOMAP_KNOWLEDGE_ROOT: '/k' });
    expect([settings.model_root, own.stateRoot]).toEqual(['/d/assets/models', '/d/state']);
    expect([settings.knowledge.earthquake_csv, settings.knowledge.sources_root]).toEqual([
      '/k/earthquake_1970_4.5mag.csv',
      '/d/knowledge/sources',
    ]);
  });

  test('expand the home sign and are taken from the launch folder', () => {
    const { settings } = parse({ GEOMAP_DATA_ROOT: '~/maps', GEOMAP_CACHE_ROOT: 'cache/../c', XDG_DATA_HOME: '/unused' });
    expect([settings.data_root, settings.cache_root]).toEqual(['/home/ann/maps', '/launch/c']);
  });

  test('have the links of their existing part resolved, whether or not the rest exists', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    const { settings } = parse({ GEOMAP_DATA_ROOT: join(folder, 'link/new/deep') });
    expect(settings.data_root).toBe(join(folder, 'real/new/deep'));
  });

  test.each(Object.keys(ENVIRONMENT_VARIABLES))('%s counts as unset when it is blank', (name) => {
    const clean = parse({});
    expect(parse({ [name]: '' })).toEqual(clean);
    expect(parse({ [name]: '  \t' })).toEqual(clean);
  });

  test('list allowed roots as PATH lists folders, without blanks and repetitions', () => {
    expect(parse({ GEOMAP_MCP_ALLOWED_ROOTS: '/a: :b::/a:~/c' }).settings.allowed_roots).toEqual([
      '/a',
      '/launch/b',
      '/home/ann/c',
    ]);
  });

  test('never make the whole disk or the home folder an allowed root unless it is named', () => {
    expect(parse({ GEOMAP_DATA_ROOT: '/', GEOMAP_CACHE_ROOT: '~' }).settings.allowed_roots).toEqual([]);
    expect(parse({ GEOMAP_MCP_ALLOWED_ROOTS: '~' }).settings.allowed_roots).toEqual(['/home/ann']);
  });

  test('create nothing', () => {
    const folder = temporaryFolder();
    parse({ HOME: folder, GEOMAP_DATA_ROOT: join(folder, 'd') }, folder);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('gates', () => {
  test.each([
    ['', true],
    [' YES ', true],
    ['1', true],
    ['On', true],
    ['y', true],
    ['true', true],
    ['ture', false],
    ['0', false],
    ['enabled', false],
  ])('%j is %s', (text, open) => {
    const { gates } = parse({
      GEOMAP_MCP_ENABLE_DETECTOR_PREPARATION: text,
      GEOMAP_MCP_ENABLE_KNOWLEDGE_PREPARATION: text,
    }).settings;
    expect(gates).toEqual({ detectors: open, knowledge: open });
  });
});

describe('sources', () => {
  test('are the primary and its companion unless the primary is another or a list is given', () => {
    expect(parse({}).settings.knowledge.earthquake_source_ids).toEqual(['usgs_fdsn_events', 'emsc_fdsn_events']);
    const emsc = 'emsc_fdsn_events';
    expect(parse({ GEOMAP_EARTHQUAKE_SOURCE_ID: emsc }).settings.knowledge.earthquake_source_ids).toEqual([emsc]);
    const listed = parse({ GEOMAP_EARTHQUAKE_SOURCE_IDS: ` ${emsc}, usgs_fdsn_events,,${emsc} ` });
    expect(listed.settings.knowledge.earthquake_source_ids).toEqual([emsc, 'usgs_fdsn_events']);
    expect(parse({}).settings.knowledge.mineral_occurrence_source_ids).toEqual([
      'ontario_mineral_deposit_inventory',
      'sigeom_mineral_occurrences',
    ]);
    expect(parse({}).settings.knowledge.active_fault_source_ids).toEqual([
      'gem_global_active_faults',
      'diss_seismogenic_sources',
    ]);
  });

  test('may be names of mirrors, and nothing else that this server does not know', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'mine'));
    const mirrors = { GEOMAP_KNOWLEDGE_SOURCES_ROOT: folder };
    expect(parse({ ...mirrors, GEOMAP_EARTHQUAKE_SOURCE_ID: 'mine' }).settings.knowledge.earthquake_source_ids).toEqual(['mine']);
    for (const [name, text] of [
      ['GEOMAP_EARTHQUAKE_SOURCE_IDS', 'usgs_fdsn_events,usgs'],
      ['GEOMAP_EARTHQUAKE_SOURCE_ID', 'gem_global_active_faults'],
      ['GEOMAP_ACTIVE_FAULT_SOURCE_IDS', '..'],
      ['GEOMAP_MINERAL_OCCURRENCE_SOURCE_IDS', 'mine'],
    ] as const)
      expect(() => parse({ ...mirrors, [name]: text })).toThrow(new RegExp(`^${name} must be made of `));
  });

  test('a semantic model is a folder that exists, or none', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(parse({ GEOMAP_SEMANTIC_MODEL: folder }).settings.knowledge.semantic_model).toBe(folder);
    expect(parse({ GEOMAP_SEMANTIC_MODEL: join(folder, 'file') }).settings.knowledge.semantic_model).toBeNull();
    expect(parse({ GEOMAP_SEMANTIC_MODEL: 'sentence-transformers/x' }).settings.knowledge.semantic_model).toBeNull();
  });
});

describe('values that cannot be used', () => {
  test.each([
    ['GEOMAP_EARTHENGINE_SCALE', 'ten'],
    ['GEOMAP_EARTHENGINE_MAX_PIXELS', '1e8'],
    ['GEOMAP_SEMANTIC_TOP_K', '0'],
    ['GEOMAP_SEMANTIC_MIN_SCORE', 'high'],
    ['GEOMAP_MAX_SOURCE_BYTES', '-5'],
    ['GEOMAP_MAX_SOURCE_PIXELS', '12.5'],
    ['GEOMAP_IDLE_SECONDS', '99999999999999999999'],
    ['GEOMAP_DATASET_SOURCE', '../../x'],
    ['GEOMAP_DETECTOR', 'best'],
    ['GEOMAP_REDIS_URL', 'http://localhost'],
    ['GEOMAP_REDIS_URL', 'localhost'],
    ['GEOMAP_REDIS_URL', 'garbage'],
  ])('%s=%s is an error of one line that names the variable and not the value', (name, text) => {
    const attempt = () => parse({ [name]: text });
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(new RegExp(`^${name} must be [^\\n]+$`));
    expect(attempt).not.toThrow(text);
  });
});

test('process settings stay out of the settings that travel', () => {
  const { settings, process: own } = parse({
    GEOMAP_REDIS_URL: 'redis://:pw@h/0',
    GEOMAP_IDLE_SECONDS: '7',
    GEOMAP_LOG_LEVEL: ' debug ',
  });
  expect(own).toEqual({
    stateRoot: `${settings.data_root}/state`,
    redisUrl: 'redis://:pw@h/0',
    idleSeconds: 7,
    logLevel: 'DEBUG',
  });
  expect(JSON.stringify(settings)).not.toContain('pw');
  expect(settingsSchema.parse(settings)).toEqual(settings);
  expect(parse({ GEOMAP_LOG_LEVEL: 'loud' }).process.logLevel).toBe('INFO');
});

test('a socket is named by its path, absolute or from the launch folder', () => {
  expect(parse({ GEOMAP_REDIS_URL: 'run/r.sock' }).process.redisUrl).toBe('/launch/run/r.sock');
  expect(parse({ GEOMAP_REDIS_URL: 'unix:///run/r.sock' }).process.redisUrl).toBe('/run/r.sock');
});

test('limits are the documented ones', () => {
  expect(parse({}).settings.limits).toEqual({
    max_source_bytes: 209_715_200,
    max_source_pixels: 400_000_000,
    max_resource_read_bytes: 52_428_800,
  });
  expect(parse({ GEOMAP_MAX_SOURCE_BYTES: '1000' }).settings.limits.max_source_bytes).toBe(1000);
});
