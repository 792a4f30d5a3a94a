import type { SheetPlan } from './sheet-plan.ts';

const HEADER =
  'time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,magError,magNst,status,locationSource,magSource';

/** The plan's invented earthquakes as a file in the column order of the USGS catalogue. */
export const earthquakeCsv = ({ earthquakes }: SheetPlan): string => {
  const rows = earthquakes.map(({ id, time, lonLat: [lon, lat], magnitude, depthKm }) =>
    [
      time,
      lat,
      lon,
      depthKm,
      magnitude,
      'mb',
      '',
      '',
      '',
      '',
      'demo',
      id,
      time,
      `"${id}, invented"`,
      'earthquake',
      '',
      '',
      '',
      '',
      'reviewed',
      'demo',
      'demo',
    ].join(','),
  );
  return `${[HEADER, ...rows].join('\n')}\n`;
};

/** The plan's faults as GeoJSON with the property names of the GEM catalogue. */
export const faultGeoJson = ({ faults }: SheetPlan): string => {
  const features = faults.map(({ name, slipType, lonLat }, index) => ({
    type: 'Feature',
    properties: {
      ogc_fid: index + 1,
      catalog_id: `DEMO_${index + 1}`,
      catalog_name: 'DEMO',
      name,
      slip_type: slipType,
      average_dip: '(65,55,75)',
      average_rake: '(-90,,)',
      dip_dir: 'W',
      net_slip_rate: null,
    },
    geometry: { type: 'LineString', coordinates: lonLat },
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
};
