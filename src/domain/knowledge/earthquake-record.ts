import { type Box, containsPoint } from '../geo/wrap.ts';
import type { SeismicEvent } from './event.ts';
import { isoText } from './instants.ts';

/** Degrees added on all sides of the area when events are searched (contract/knowledge.md 3.2). */
export const MARGIN_DEGREES = 0.05;

/** The parts grown by the margin; what grows over the meridian of 180 goes on beyond it as a box of its own. */
export function searchBoxes(parts: readonly Box[]): readonly Box[] {
  return parts.flatMap((part) => {
    const grown: Box = {
      min_lon: part.min_lon - MARGIN_DEGREES,
      min_lat: part.min_lat - MARGIN_DEGREES,
      max_lon: part.max_lon + MARGIN_DEGREES,
      max_lat: part.max_lat + MARGIN_DEGREES,
    };
    const beyond: Box[] = [];
    if (grown.min_lon < -180) beyond.push({ ...grown, min_lon: grown.min_lon + 360, max_lon: 180 });
    if (grown.max_lon > 180) beyond.push({ ...grown, min_lon: -180, max_lon: grown.max_lon - 360 });
    return [grown, ...beyond];
  });
}

/** Whether an event lies only in the search margin. */
export const isNearby = (event: SeismicEvent, parts: readonly Box[]): boolean =>
  !parts.some((part) => containsPoint(part, event.longitude, event.latitude));

const time = (ms: number | null): string | null => (ms === null ? null : isoText(ms));

const USGS_PAGE = 'https://earthquake.usgs.gov/earthquakes/eventpage/';

/** Columns of the contract, in its order; a source that lacks a column lacks it in the record. */
const COLUMNS: Readonly<Record<string, (event: SeismicEvent) => unknown>> = {
  time: (event) => time(event.timeMs),
  latitude: (event) => event.latitude,
  longitude: (event) => event.longitude,
  place: (event) => event.place,
  mag: (event) => event.magnitude,
  magType: (event) => event.magnitudeType,
  depth: (event) => event.depthKm,
  type: (event) => event.kind,
  updated: (event) => time(event.updatedMs),
  gap: (event) => event.gapDegrees,
};

/** Names of all record columns. */
export const EVENT_COLUMNS: readonly string[] = Object.keys(COLUMNS);

/** One event as results show it (contract/knowledge.md 3.2): times in ISO-8601 UTC, `outside_bounds` for the margin (KW-37). */
export function eventRecord(
  event: SeismicEvent,
  parts: readonly Box[],
  columns: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const record = Object.fromEntries(
    Object.entries(COLUMNS)
      .filter(([name]) => columns.has(name))
      .map(([name, read]) => [name, read(event)]),
  );
  const fromUsgs = event.sourceId === 'usgs_fdsn_events' && event.eventId !== null;
  return {
    ...record,
    event_id: event.eventId,
    source_id: event.sourceId,
    ...(fromUsgs ? { url: `${USGS_PAGE}${encodeURIComponent(event.eventId)}` } : {}),
    ...(isNearby(event, parts) ? { outside_bounds: true } : {}),
  };
}
