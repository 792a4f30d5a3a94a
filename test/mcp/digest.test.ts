import { describe, expect, it } from 'vitest';
import { composeText, digestBytes, digestOf, errorDigest } from '../../src/mcp/digest.ts';
import { compactJson, formatFloat, formatScalar } from '../../src/mcp/digest-format.ts';
import { fitted, queried, registered } from './payloads.ts';

// Expected texts: CPython 3.11, '%.12g' % value.
const PYTHON: readonly (readonly [number, string])[] = [
  [0, '0'],
  [-0, '-0'],
  [100, '100'],
  [0.1, '0.1'],
  [1e-7, '1e-07'],
  [1e12, '1e+12'],
  [1234567890123, '1.23456789012e+12'],
  [123456789012.5, '123456789012'],
  [123456789013.5, '123456789014'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [1 / 3, '0.333333333333'],
  [2 / 3, '0.666666666667'],
  [-90.83331208051943, '-90.8333120805'],
  [999999999999.5, '1e+12'],
  [99999999999.95, '99999999999.9'],
  [99999999999.97, '100000000000'],
  [5e-324, '4.94065645841e-324'],
  [1.7976931348623157e308, '1.79769313486e+308'],
  [Number.NaN, 'nan'],
  [Number.POSITIVE_INFINITY, 'inf'],
  [Number.NEGATIVE_INFINITY, '-inf'],
];

describe('scalars', () => {
  it.each(PYTHON)('writes %d as %s', (value, expected) => {
    expect(formatFloat(value)).toBe(expected);
  });

  it('writes null, truth values and texts as published', () => {
    expect([null, undefined, true, false, 'a\r\nb\nc'].map(formatScalar)).toEqual([
      'not_available',
      'not_available',
      'yes',
      'no',
      'a  b c',
    ]);
  });

  it('writes JSON with sorted keys, without blanks, in ASCII', () => {
    expect(compactJson({ b: 1, a: ['é', '🌋', null], c: { z: 1, y: 2 } })).toBe(
      '{"a":["\\u00e9","\\ud83c\\udf0b",null],"b":1,"c":{"y":2,"z":1}}',
    );
  });
});

describe('the digest of a success', () => {
  it('of a registration is the published one', () => {
    const payload = {
      schema_version: 'geomap-tool-result/v1',
      ...registered.payload,
      trace_id: '946432cba59e445b99468b0cdb9e81c0',
    };
    expect(composeText('Registered.', digestOf(payload))).toBe(`Registered.

Evidence digest:
trace_id: 946432cba59e445b99468b0cdb9e81c0
map_id: 065e059696574f14b144fcb0b1acc12b
map_uri: geomap://maps/065e059696574f14b144fcb0b1acc12b
source_uri: geomap://maps/065e059696574f14b144fcb0b1acc12b/source
mime_type: image/png`);
  });

  it('of a two-point fit is the published one, with the extent used', () => {
    expect(digestOf({ ...fitted.payload, trace_id: 'a8b7' })).toEqual([
      'trace_id: a8b7',
      'georef_uri: geomap://maps/065e059696574f14b144fcb0b1acc12b/georef/1.json',
      'affine: 30 0 660000 0 -40 5400000',
      'residual: 0',
      'residual_units: metre',
      'residual_m: 0',
      'residual_diagnostic: no',
      'fit_method: axis-aligned-exact-2gcp',
      'gcp_count: 2',
      'crs: EPSG:26915',
      'holdout_error_m: not_available',
      'gcp_pixel_errors: 0 0',
      'bounds: {"crs":"EPSG:4326","max_lat":48.73246484409058,"max_lon":-90.57947506914766,"min_lat":48.511867200437685,"min_lon":-90.83331208051943}',
      'pixel_extent: 0 0 600 600',
      'warning: residual_not_diagnostic: two points fit exactly',
    ]);
  });

  it('of a query tells counts, zero ones too, and each item', () => {
    expect(digestOf({ ...queried.payload, trace_id: 't' })).toEqual([
      'trace_id: t',
      'bundle_uri: geomap://bundles/0123456789abcdef0123456789abcdef.json',
      'provider_records: faults_fixture=0, minerals_fixture=86',
      'total_records_found: 86',
      'total_records_returned: 50',
      'truncated: yes',
      'item: minerals:1 | found=86 | returned=50 | gold and copper',
      'item: faults:1 | found=0 | returned=0 | not_available',
      'warning: first warning',
      'warning: mineral file /srv/secret/minerals.csv is old',
    ]);
  });

  it('of processing tells boxes, doubt, crops, legend labels and the pictures of the whole sheet', () => {
    const payload = {
      trace_id: 't',
      map_uri: 'geomap://maps/m',
      detector: { id: 'builtin' },
      regions: {
        title: [],
        main_map: [{ label: 'main_map', bbox: [1, 2, 30, 40], confidence: 0.49, artifact_uri: 'geomap://artifacts/a.png' }],
        legend: [{ label: 'legend', bbox: [5, 6, 7, 8] }],
      },
      legend: [
        { id: 0, color_hex: '#FF0000', label: null },
        { id: 1, color_hex: '#00FF00', label: 'Qal' },
      ],
      artifacts: [
        { role: 'component_crop', uri: 'geomap://artifacts/a.png', mime_type: 'image/png' },
        { role: 'lonlat_corner_crop', uri: 'geomap://artifacts/b.png', mime_type: 'image/png' },
        { role: 'detection_overlay', uri: 'geomap://artifacts/c.png', mime_type: 'image/png' },
      ],
      warnings: [],
    };
    expect(digestOf(payload)).toEqual([
      'trace_id: t',
      'map_uri: geomap://maps/m',
      'detector: builtin',
      'region: main_map | 1 2 30 40 | confidence=0.49 low_confidence | artifact_uri=geomap://artifacts/a.png',
      'region: legend | 5 6 7 8 | confidence=not_available | artifact_uri=not_available',
      'legend_region_detected: yes',
      'legend_extracted_candidates: 2 (not a verified map-unit count)',
      'legend_entry: 1 | #00FF00 | Qal',
      'artifact: lonlat_corner_crop | artifact_uri=geomap://artifacts/b.png | mime_type=image/png',
      'artifact: detection_overlay | artifact_uri=geomap://artifacts/c.png | mime_type=image/png',
    ]);
  });

  it('of a capability listing sorts providers and names what is missing', () => {
    const payload = {
      trace_id: 't',
      providers: [
        { id: 'rock_type', ready: true, missing_requirements: [] },
        { id: 'active_faults', ready: false, missing_requirements: ['one', 'two'] },
        { id: 'b', ready: false, missing_requirements: [] },
      ],
      capabilities: {
        map_processing: { ready: false, missing_requirements: ['weights'] },
        georeferencing: { ready: true, missing_requirements: [] },
      },
      limits: { max_source_bytes: 209715200, max_resource_read_bytes: 52428800 },
    };
    expect(digestOf(payload)).toEqual([
      'trace_id: t',
      'unready_provider: active_faults (missing: one, two)',
      'unready_provider: b (missing: not_available)',
      'ready_provider: rock_type',
      'unready_capability: map_processing (missing: weights)',
      'ready_capability: georeferencing',
      'limits: max_resource_read_bytes=52428800, max_source_bytes=209715200',
    ]);
  });

  it('of an enrichment and an overlay carries the answer itself', () => {
    expect(digestOf({ trace_id: 't', lithology: 'sedimentary', stratigraphic_age: null, items: [] })).toEqual([
      'trace_id: t',
      'lithology: sedimentary',
      'stratigraphic_age: not_available',
    ]);
    expect(
      digestOf({
        trace_id: 't',
        overlay: { items: [], out_of_bounds: [1] },
        resources: [{ uri: 'geomap://overlays/x.svg', mime_type: 'image/svg+xml' }],
      }),
    ).toEqual(['trace_id: t', 'annotations_out_of_bounds: 1', 'resource_uri: geomap://overlays/x.svg | mime_type=image/svg+xml']);
  });
});

describe('the digest of a failure', () => {
  it('leaves empty groups out and keeps the published order', () => {
    expect(errorDigest('invalid_bounds', { trace_id: 't', details: {}, recovery_hints: [] })).toEqual([
      'error.code: invalid_bounds',
      'trace_id: t',
    ]);
    expect(
      errorDigest('missing_extra', {
        trace_id: 't',
        details: { b: 1, a: 'é' },
        recovery_hints: ['first', 'second'],
        cause: { type: 'missing_node_module', module: 'x' },
      }),
    ).toEqual([
      'error.code: missing_extra',
      'trace_id: t',
      'details: {"a":"\\u00e9","b":1}',
      'recovery_hint: first',
      'recovery_hint: second',
      'cause: {"module":"x","type":"missing_node_module"}',
    ]);
  });

  it('is measured from the first marker in bytes', () => {
    expect(digestBytes(composeText('é', ['a: é']))).toBe(5);
    expect(digestBytes('no digest')).toBe(0);
  });
});
