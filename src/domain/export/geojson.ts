import type { ExportFeature } from './features.ts';

/** About 0.1 mm on the ground. */
const DECIMALS = 9;

const rounded = (_key: string, value: unknown): unknown => (typeof value === 'number' ? Number(value.toFixed(DECIMALS)) : value);

/** A FeatureCollection after RFC 7946: WGS 84, longitude first, one feature per line. */
export function writeGeoJson(features: readonly ExportFeature[]): string {
  const lines = features.map(({ id, name, geometry, properties }) => {
    const shape = JSON.stringify(geometry, rounded);
    const facts = JSON.stringify({ name, ...properties });
    return `{"type":"Feature","id":${JSON.stringify(id)},"properties":${facts},"geometry":${shape}}`;
  });
  return `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}\n`;
}
