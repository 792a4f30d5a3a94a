import { escapeXml } from '../overlay/xml.ts';
import type { ExportFeature, ExportGeometry, Place } from './features.ts';

const DECIMALS = 9;

const places = (line: readonly Place[]): string =>
  line.map(([lon, lat]) => `${Number(lon.toFixed(DECIMALS))},${Number(lat.toFixed(DECIMALS))}`).join(' ');

const polygon = (rings: readonly (readonly Place[])[]): string => {
  const boundary = (ring: readonly Place[], at: number): string => {
    const side = at === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
    return `<${side}><LinearRing><coordinates>${places(ring)}</coordinates></LinearRing></${side}>`;
  };
  return `<Polygon><tessellate>1</tessellate>${rings.map(boundary).join('')}</Polygon>`;
};

function shape(geometry: ExportGeometry): string {
  switch (geometry.type) {
    case 'Point':
      return `<Point><coordinates>${places([geometry.coordinates])}</coordinates></Point>`;
    case 'MultiLineString': {
      const lines = geometry.coordinates.map(
        (line) => `<LineString><tessellate>1</tessellate><coordinates>${places(line)}</coordinates></LineString>`,
      );
      return lines.length === 1 ? lines.join('') : `<MultiGeometry>${lines.join('')}</MultiGeometry>`;
    }
    case 'MultiPolygon': {
      const areas = geometry.coordinates.map(polygon);
      return areas.length === 1 ? areas.join('') : `<MultiGeometry>${areas.join('')}</MultiGeometry>`;
    }
    default:
      return geometry satisfies never;
  }
}

const placemark = ({ name, geometry, properties }: ExportFeature): string => {
  const data = Object.entries(properties).map(
    ([key, value]) => `<Data name="${escapeXml(key)}"><value>${escapeXml(String(value))}</value></Data>`,
  );
  return `<Placemark><name>${escapeXml(name)}</name><ExtendedData>${data.join('')}</ExtendedData>${shape(geometry)}</Placemark>`;
};

/** KML 2.2 (OGC 07-147r2): WGS 84, longitude first; well-formed for any text. */
export const writeKml = (title: string, features: readonly ExportFeature[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(title)}</name>
${features.map(placemark).join('\n')}
</Document></kml>
`;
