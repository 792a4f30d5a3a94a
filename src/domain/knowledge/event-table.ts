import type { SeismicEvent } from './event.ts';
import { isoText } from './instants.ts';

/** Columns of a synced catalogue (contract/knowledge.md 6.4); times are ISO-8601 in UTC. */
const COLUMNS = [
  'identity_key',
  'event_id',
  'time',
  'latitude',
  'longitude',
  'depth',
  'mag',
  'magType',
  'net',
  'ids',
  'sources',
  'place',
  'type',
  'status',
  'reviewstatus',
  'updated',
  'gap',
] as const;

/** A cell in quotes where RFC 4180 wants them. */
const cell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const timeText = (ms: number | null): string | null => (ms === null ? null : isoText(ms));

export const eventTableHead = (): string => `${COLUMNS.join(',')}\n`;

/** One event as a line with its line end. */
export function eventTableLine(event: SeismicEvent): string {
  const ids = event.identities.join(',');
  const values: Readonly<Record<(typeof COLUMNS)[number], string | number | null>> = {
    identity_key: ids,
    event_id: event.eventId,
    time: timeText(event.timeMs),
    latitude: event.latitude,
    longitude: event.longitude,
    depth: event.depthKm,
    mag: event.magnitude,
    magType: event.magnitudeType,
    net: event.network,
    ids,
    sources: event.contributors.join(','),
    place: event.place,
    type: event.kind,
    status: event.status,
    reviewstatus: event.status,
    updated: timeText(event.updatedMs),
    gap: event.gapDegrees,
  };
  return `${COLUMNS.map((column) => cell(values[column])).join(',')}\n`;
}
