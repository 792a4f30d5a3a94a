/** Literal payloads of jobs, as workers hand them over. */
export const registered = {
  payload: {
    map_id: '065e059696574f14b144fcb0b1acc12b',
    map_uri: 'geomap://maps/065e059696574f14b144fcb0b1acc12b',
    source_uri: 'geomap://maps/065e059696574f14b144fcb0b1acc12b/source',
    mime_type: 'image/png',
    source_path_redacted: true,
    size: { width: 1, height: 1 },
    warnings: [],
  },
  links: [
    { uri: 'geomap://maps/065e059696574f14b144fcb0b1acc12b/source', name: 'source map image', mimeType: 'image/png', size: 70 },
  ],
  preview_file: null,
};

export const fitted = {
  payload: {
    schema_version: 'georef/v1',
    crs: 'EPSG:26915',
    affine: { coefficients: [30, 0, 660000, 0, -40, 5400000], a: 30, b: 0, c: 660000, d: 0, e: -40, f: 5400000 },
    bounds: {
      min_lon: -90.83331208051943,
      min_lat: 48.511867200437685,
      max_lon: -90.57947506914766,
      max_lat: 48.73246484409058,
      crs: 'EPSG:4326',
    },
    residual: 0,
    residual_units: 'metre',
    residual_m: 0,
    residual_diagnostic: false,
    fit_method: 'axis-aligned-exact-2gcp',
    gcp_pixel_errors: [0, 0],
    holdout_error: null,
    pixel_extent: [0, 0, 600, 600],
    gcps: [
      { pixel_x: 0, pixel_y: 0, world_x: 660000, world_y: 5400000 },
      { pixel_x: 1000, pixel_y: 1000, world_x: 690000, world_y: 5360000 },
    ],
    gcp_count: 2,
    warnings: ['residual_not_diagnostic: two points fit exactly'],
    georef_uri: 'geomap://maps/065e059696574f14b144fcb0b1acc12b/georef/1.json',
  },
  links: [],
  preview_file: null,
};

export const queried = {
  payload: {
    schema_version: 'knowledge/v2',
    bounds: null,
    items: [
      {
        id: 'minerals:1',
        key: 'minerals',
        provider: 'minerals_fixture',
        value: Array.from({ length: 50 }, () => 1),
        record_count: 86,
        truncated: true,
        summary: 'gold\nand copper',
      },
      { id: 'faults:1', key: 'faults', provider: 'faults_fixture', value: [], record_count: 0, truncated: false, summary: null },
    ],
    selected_item_ids: null,
    warnings: ['first warning', 'mineral file /srv/secret/minerals.csv is old'],
    provider_versions: {},
    trace: null,
    bundle_uri: 'geomap://bundles/0123456789abcdef0123456789abcdef.json',
    record_counts: { minerals_fixture: 86, faults_fixture: 0 },
    total_records_found: 86,
    total_records_returned: 50,
    truncated: true,
  },
  links: [
    {
      uri: 'geomap://bundles/0123456789abcdef0123456789abcdef.json',
      name: 'knowledge bundle',
      mimeType: 'application/json',
      size: 900,
    },
  ],
  preview_file: null,
};

export const enriched = (label: string) => ({
  payload: { label, lithology: 'sedimentary', stratigraphic_age: null, items: [], warnings: [] },
  links: [],
  preview_file: null,
});
