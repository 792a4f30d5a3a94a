import { describe, expect, it } from 'vitest';
import type { BundleInput } from '../../src/domain/documents/knowledge.ts';
import { extractOverlay } from '../../src/domain/overlay/extract.ts';
import { itemDocument } from '../../src/domain/overlay/item.ts';

const PART = { min_lon: -122, min_lat: 37, max_lon: -121, max_lat: 38 };

const item = (provider: string, value: unknown, provenance: Record<string, unknown> = {}) => ({
  id: `${provider}:${provider}`,
  key: provider,
  provider,
  value,
  provenance,
});

const bundle = (items: BundleInput['items'], rest: Partial<BundleInput> = {}): BundleInput => ({
  schema_version: 'knowledge/v2',
  items,
  warnings: [],
  provider_versions: {},
  bounds: null,
  trace: { bounds_parts: [PART] },
  ...rest,
});

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('taking annotations out of a bundle', () => {
  it('lists queried parts first, then each provider: its boxes, then its records', () => {
    const overlay = extractOverlay(
      bundle([
        item('active_faults', [{ name: 'Alpha', geometry_bbox: [-121.9, 37.1, -121.5, 37.4] }], { bounds_parts: [PART] }),
        item('mineral_occurrences', [{ lon: '-121.5', lat: '37.5', id: 0 }]),
        item('rock_type', { label: 'granite' }),
      ]),
      null,
    );
    expect(ids(overlay.items)).toEqual([
      'query_bounds:part:0',
      'provider_bounds:active_faults:0',
      'result_bbox:active_faults:0',
      'result_point:mineral_occurrences:0',
    ]);
    expect(overlay.items.map(itemDocument)[3]).toEqual({
      id: 'result_point:mineral_occurrences:0',
      kind: 'result_point',
      label: '0',
      color_rgb: [22, 163, 74],
      provider: 'mineral_occurrences',
      key: 'mineral_occurrences',
      longitude: -121.5,
      latitude: 37.5,
      source: 'item.value.longitude_latitude',
      record_index: 0,
    });
  });

  it('skips malformed geometry without a word', () => {
    const records = [
      null,
      7,
      { longitude: 'x', latitude: 1 },
      { lon: 200, lat: 1 },
      { geometry_bbox: [1, 2, 3] },
      { longitude: true, latitude: true },
    ];
    const overlay = extractOverlay(bundle([item('custom', records)]), null);
    expect(ids(overlay.items)).toEqual(['query_bounds:part:0']);
    expect(overlay.warnings).toEqual([]);
  });

  it('hides what lies outside every part with one warning that names count, range and providers', () => {
    const records = [
      { longitude: 10, latitude: 10, place: 'far' },
      { longitude: -121.5, latitude: 37.5 },
    ];
    const overlay = extractOverlay(bundle([item('earthquake_history', records), item('a', [{ lon: 1, lat: 1 }])]), null);
    expect(ids(overlay.outOfBounds)).toEqual(['result_point:earthquake_history:0', 'result_point:a:0']);
    expect(overlay.warnings).toHaveLength(1);
    expect(overlay.warnings[0]).toContain('2 annotations');
    expect(overlay.warnings[0]).toContain('lon -122.0000..-121.0000, lat 37.0000..38.0000');
    expect(overlay.warnings[0]).toContain('a, earthquake_history');
  });

  it('keeps records of a search margin as nearby and does not warn of them', () => {
    const overlay = extractOverlay(
      bundle([item('earthquake_history', [{ longitude: -122.03, latitude: 37.5, outside_bounds: true }])]),
      null,
    );
    expect(overlay.items.map(itemDocument).at(-1)).toMatchObject({ id: 'result_point:earthquake_history:0', nearby: true });
    expect(overlay.outOfBounds).toEqual([]);
    expect(overlay.warnings).toEqual([]);
  });

  it('tests each part on its own, so that the gap between two parts is outside', () => {
    const parts = [
      { min_lon: 179, min_lat: -1, max_lon: 180, max_lat: 1 },
      { min_lon: -180, min_lat: -1, max_lon: -179, max_lat: 1 },
    ];
    const records = [179.5, -179.5, 0].map((longitude) => ({ longitude, latitude: 0 }));
    const overlay = extractOverlay(bundle([item('earthquake_history', records)], { trace: { bounds_parts: parts } }), null);
    expect(ids(overlay.outOfBounds)).toEqual(['result_point:earthquake_history:2']);
    expect(overlay.bounds).toEqual({ min_lon: 179, min_lat: -1, max_lon: -179, max_lat: 1 });
  });

  it('falls back to the bounds of the bundle, then to those of the georeference', () => {
    const far = bundle([item('a', [{ lon: 10, lat: 10 }])], { trace: null, bounds: PART });
    expect(extractOverlay(far, null).outOfBounds).toHaveLength(1);
    const unbounded = bundle([item('a', [{ lon: 10, lat: 10 }])], { trace: null });
    expect(extractOverlay(unbounded, PART).outOfBounds).toHaveLength(1);
    expect(extractOverlay(unbounded, null)).toMatchObject({
      outOfBounds: [],
      bounds: { min_lon: 9.99, min_lat: 9.99, max_lon: 10.01, max_lat: 10.01 },
    });
  });

  it('takes a fault by its trace: one whose box only touches the area is outside it', () => {
    const geometry = {
      type: 'LineString',
      coordinates: [
        [-123, 37.9],
        [-121.9, 39],
      ],
    };
    const crossing = {
      type: 'MultiLineString',
      coordinates: [
        [
          [-123, 36.5],
          [-121.5, 37.5],
        ],
      ],
    };
    const records = [
      { name: 'misses', geometry, geometry_bbox: [-123, 37.9, -121.9, 39] },
      { name: 'crosses', geometry: crossing },
    ];
    const overlay = extractOverlay(bundle([item('active_faults', records)]), null);
    expect(ids(overlay.outOfBounds)).toEqual(['result_bbox:active_faults:0']);
    expect(overlay.items.map(itemDocument).at(-1)).toMatchObject({
      id: 'result_bbox:active_faults:1',
      drawn_as: 'trace',
      bounds: { min_lon: -123, max_lat: 37.5 },
    });
  });

  it('has no frame for an empty bundle', () => {
    expect(extractOverlay(bundle([], { trace: null }), PART)).toMatchObject({
      bounds: null,
      items: [],
      outOfBounds: [],
      warnings: [],
    });
  });
});
