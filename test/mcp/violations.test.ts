import { describe, expect, it } from 'vitest';
import { GeomapError } from '../../src/domain/errors/geomap-error.ts';
import { openSchemaGate } from '../../src/mcp/schema-gate.ts';
import { TOOLS } from '../../src/mcp/tools/registry.ts';
import { violationMessage } from '../../src/mcp/violations.ts';

const gate = openSchemaGate();

/** Message of the failure, or undefined when the call passes. */
function refusal(name: string, args: unknown): string | undefined {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  try {
    gate.input(tool, args);
    return undefined;
  } catch (error) {
    if (error instanceof GeomapError && error.code === 'invalid_arguments') return error.facts.message;
    throw error;
  }
}

const GCP = { pixel_x: 0, pixel_y: 0, world_x: 1, world_y: 1 };
const BOX = { min_lon: -122, min_lat: 37, max_lon: -121, max_lat: 38 };
const GEOREF = { crs: 'EPSG:4326', affine: { coefficients: [0.001, 0, -122, 0, -0.001, 38] }, bounds: BOX, residual: 0 };
const BUNDLE = { schema_version: 'knowledge/v2', items: [], warnings: [], provider_versions: {}, bounds: null, trace: null };
const ITEM = {
  id: 'a:b',
  key: 'b',
  provider: 'a',
  value: [],
  summary: null,
  source: null,
  record_count: 0,
  truncated: false,
  provenance: null,
};

describe('calls that are refused', () => {
  it.each([
    ['geomap_enrich_legend', [], ['/: must be an object']],
    ['geomap_enrich_legend', 'x', ['/: must be an object']],
    ['geomap_enrich_legend', {}, ['/: lacks label']],
    ['geomap_enrich_legend', { label: '' }, ['/label: must not be empty']],
    ['geomap_enrich_legend', { label: null }, ['/label: must be text']],
    ['geomap_list_capabilities', { b: 1, a: 2 }, ['/: takes no keys']],
    ['geomap_register_map', { path: 'x', y: 1 }, ['/: has a key that is not allowed; allowed: path, page']],
    ['geomap_process_image', {}, ['/: give exactly one of map_id and map_uri']],
    ['geomap_process_image', { map_id: 'a', map_uri: 'geomap://maps/a' }, ['/: give exactly one of map_id and map_uri']],
    ['geomap_process_image', { map_id: '' }, ['/map_id: must not be empty']],
    ['geomap_georeference', { crs: 'EPSG:4326', gcps: [GCP] }, ['/gcps: needs at least 2 items']],
    ['geomap_georeference', { crs: null, gcps: [GCP, GCP] }, ['/crs: must be text or a whole number']],
    ['geomap_georeference', { crs: '', gcps: [GCP, GCP] }, ['/crs: must not be empty']],
    [
      'geomap_georeference',
      { crs: 4.5, gcps: [GCP, { ...GCP, z: 1 }] },
      ['/crs: must be text or a whole number', '/gcps/1: has a key that is not allowed'],
    ],
    ['geomap_georeference', { crs: 1, gcps: [GCP, GCP], map_id: 'a', map_uri: 'b' }, ['/: give map_id or map_uri, not both']],
    ['geomap_georeference', { crs: 1, gcps: [GCP, GCP], pixel_extent: [1, 2, 3] }, ['/pixel_extent: needs at least 4 items']],
    [
      'geomap_georeference',
      { crs: 1, gcps: [GCP, { ...GCP, world_x: Number.POSITIVE_INFINITY }] },
      ['/gcps/1/world_x: must be a number'],
    ],
    ['geomap_query_knowledge', {}, ['/: give bounds (an object), legend_labels (at least one) or query_text (not empty)']],
    ['geomap_query_knowledge', { bounds: null }, ['/: give bounds']],
    ['geomap_query_knowledge', { bounds: { ...BOX, max_lon: 181 } }, ['/bounds/max_lon: must be at most 180']],
    [
      'geomap_query_knowledge',
      { bounds: { ...BOX, zoom: 3 } },
      ['/bounds: has a key that is not allowed; allowed: min_lon, min_lat, max_lon, max_lat, crs'],
    ],
    ['geomap_query_knowledge', { bounds: [0, 0, 1, 1] }, ['/bounds: must be an object or null']],
    ['geomap_query_knowledge', { bounds: BOX, max_records: 1.5 }, ['/max_records: must be a whole number or null']],
    [
      'geomap_query_knowledge',
      { bounds: BOX, max_records_by_provider: { x: -1 } },
      ['/max_records_by_provider/x: must be at least 0'],
    ],
    ['geomap_query_knowledge', { bounds: BOX, provider_options: [] }, ['/provider_options: must be an object']],
    ['geomap_query_knowledge', { bounds: BOX, provider_options: { x: 5 } }, ['/provider_options/x: must be an object or null']],
    ['geomap_query_map', { metadata: {} }, ['/metadata: must not be empty', '/: give map_id']],
    ['geomap_query_map', { map_id: 'a', metadata: {} }, ['/metadata: must not be empty']],
    ['geomap_query_map', { metadata: { legend_labels: 'granite' } }, ['/metadata/legend_labels: must be a list']],
    ['geomap_query_map', { metadata: { bounds: [1, 2, 3, 4] } }, ['/metadata/bounds: must be an object or null']],
    ['geomap_query_map', { query_text: 'x' }, ['/: give map_id']],
    [
      'geomap_render_knowledge_overlay',
      {},
      ['/: give exactly one of bundle_uri and bundle', '/: give at least one of map_id, map_uri or georef'],
    ],
    [
      'geomap_render_knowledge_overlay',
      { bundle: BUNDLE, bundle_uri: 'x', georef: GEOREF },
      ['/: give exactly one of bundle_uri and bundle'],
    ],
    [
      'geomap_render_knowledge_overlay',
      { bundle: BUNDLE, georef: {} },
      ['/georef: lacks crs', '/georef: lacks affine', '/georef: lacks bounds', '/georef: lacks residual'],
    ],
    [
      'geomap_render_knowledge_overlay',
      { bundle: BUNDLE, georef: { ...GEOREF, affine: {} } },
      ['/georef/affine: needs coefficients or a, b, c, d, e, f'],
    ],
    [
      'geomap_render_knowledge_overlay',
      { bundle: BUNDLE, georef: { ...GEOREF, affine: { coefficients: [1, 2, 3, 4, 5] } } },
      ['/georef/affine/coefficients: needs at least 6 items'],
    ],
    [
      'geomap_render_knowledge_overlay',
      { bundle: BUNDLE, georef: { ...GEOREF, fit_method: 'magic' } },
      ['/georef/fit_method: must be one of axis-aligned-exact-2gcp'],
    ],
    [
      'geomap_render_knowledge_overlay',
      { bundle: { ...BUNDLE, schema_version: 'knowledge/v1' }, georef: GEOREF },
      ['/bundle/schema_version: must be knowledge/v2'],
    ],
    [
      'geomap_render_knowledge_overlay',
      { bundle: { ...BUNDLE, items: [{ ...ITEM, surprise: 1 }] }, georef: GEOREF },
      ['/bundle/items/0: has a key that is not allowed'],
    ],
    [
      'geomap_render_knowledge_overlay',
      { bundle: { ...BUNDLE, items: ['x'] }, georef: GEOREF },
      ['/bundle/items/0: must be an object'],
    ],
  ])('%s %j', (name, args, hints) => {
    const message = refusal(name, args);
    for (const hint of hints) expect(message).toContain(hint);
    expect(message?.startsWith(`Input validation failed for ${name}: `)).toBe(true);
  });

  it('say only what is wrong: one violation, one phrase', () => {
    expect(refusal('geomap_query_knowledge', { bounds: { ...BOX, max_lat: 91 } })).toBe(
      'Input validation failed for geomap_query_knowledge: /bounds/max_lat: must be at most 90.',
    );
    expect(refusal('geomap_georeference', { crs: '', gcps: [GCP, GCP] })).toBe(
      'Input validation failed for geomap_georeference: /crs: must not be empty.',
    );
  });

  it('never repeat what was given, neither values nor names of keys that read like anything but a word', () => {
    const secret = 'SECRETVALUE'.repeat(5000);
    for (const args of [{ path: [secret] }, { [secret]: 1, path: 'x' }, { path: { a: secret } }, { path: 'x', page: secret }])
      expect(refusal('geomap_register_map', args)).not.toContain('SECRET');
    expect(refusal('geomap_query_knowledge', { bounds: BOX, max_records_by_provider: { [secret]: -1 } })).toContain(
      '/max_records_by_provider/*: must be at least 0',
    );
  });

  it('stay within 2,000 characters and say how many more there are', () => {
    const bad = { pixel_x: 'x', pixel_y: 'y', world_x: true, world_y: false };
    const message = refusal('geomap_georeference', { crs: 'EPSG:4326', gcps: Array.from({ length: 100 }, () => bad) }) ?? '';
    expect(message.length).toBeLessThanOrEqual(2000);
    expect(message).toMatch(/; and \d+ more\.$/);
    const shown = message.split('; ').length - 1;
    expect(message).toContain(`and ${400 - shown} more`);
  });

  it('make one message of no violation at all without breaking', () => {
    expect(violationMessage('geomap_x', [])).toBe('Input validation failed for geomap_x: .');
  });
});

describe('calls that pass', () => {
  it.each([
    ['geomap_list_capabilities', {}],
    ['geomap_georeference', { crs: 26915, gcps: [GCP, GCP] }],
    [
      'geomap_query_knowledge',
      { bounds: { ...BOX, crs: 'EPSG:4326' }, query_text: null, max_records: null, provider_options: { x: null } },
    ],
    ['geomap_query_knowledge', { bounds: { min_lon: 179, min_lat: -1, max_lon: -179, max_lat: 1 } }],
    ['geomap_query_map', { metadata: { legend: [{ text: 'granite' }, [[0, 0, 1, 1], { text: 'basalt' }]], anything: 1 } }],
    [
      'geomap_render_knowledge_overlay',
      { bundle: { ...BUNDLE, items: [{ ...ITEM, returned_count: 0 }] }, georef: { ...GEOREF, trace_id: 't', note: 1 } },
    ],
    // A whole result pasted back (D12).
    [
      'geomap_render_knowledge_overlay',
      {
        map_id: 'm',
        bundle: {
          ...BUNDLE,
          bundle_uri: 'geomap://bundles/x.json',
          record_counts: {},
          total_records_found: 0,
          trace_id: 't',
          text_summary: 's',
          resource_links: [],
        },
      },
    ],
  ])('%s %j', (name, args) => {
    expect(refusal(name, args)).toBeUndefined();
  });
});
