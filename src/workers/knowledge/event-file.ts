import { parse } from 'csv-parse/sync';
import Flatbush from 'flatbush';
import { EVENT_COLUMNS } from '../../domain/knowledge/earthquake-record.ts';
import { byTimeThenMagnitude, collectEvents, type SeismicEvent } from '../../domain/knowledge/event.ts';
import { eventIdentities } from '../../domain/knowledge/event-identity.ts';
import { mergeEvents } from '../../domain/knowledge/event-merge.ts';
import { providerFailed } from '../../domain/knowledge/failures.ts';
import { instantOfField } from '../../domain/knowledge/instants.ts';
import { numberOf, textOf } from '../../domain/knowledge/live/json-answer.ts';
import * as say from '../../domain/knowledge/messages.ts';
import type { Asset, EventCatalogue } from '../../domain/knowledge/ports.ts';

type Row = Readonly<Record<string, string>>;
type Table = { readonly columns: readonly string[]; readonly rows: readonly Row[] };

function readTable(content: Buffer, asset: Asset): Table {
  try {
    let columns: readonly string[] = [];
    const rows = parse<Row>(content, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      columns: (header: string[]) => {
        columns = header;
        return header;
      },
    });
    return { columns, rows };
  } catch (error) {
    throw providerFailed(
      say.assetBroken(asset.name, 'it is no readable CSV'),
      error instanceof Error ? error.message : undefined,
    );
  }
}

/** One row as an event, or null when it has no place (contract/knowledge.md 3.2). */
function readEvent(row: Row, sourceId: string): SeismicEvent | null {
  const [latitude, longitude] = [numberOf(row.latitude), numberOf(row.longitude)];
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const eventId = textOf(row.event_id) ?? textOf(row.id);
  return {
    identities: eventIdentities({
      ids: textOf(row.ids),
      candidates: [textOf(row.identity_key), eventId],
      fallback: [row.time ?? null, row.latitude ?? null, row.longitude ?? null, row.depth ?? null, row.mag ?? null],
    }),
    eventId,
    sourceId,
    timeMs: instantOfField(row.time),
    updatedMs: instantOfField(row.updated),
    latitude,
    longitude,
    depthKm: numberOf(row.depth),
    magnitude: numberOf(row.mag),
    magnitudeType: textOf(row.magType),
    place: textOf(row.place),
    kind: textOf(row.type),
    gapDegrees: numberOf(row.gap),
    network: textOf(row.net),
    status: textOf(row.reviewstatus) ?? textOf(row.status),
    contributors: (row.sources ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  };
}

/** Places of the events in a static R-tree (Hilbert-packed); numbers are positions in the list. */
function indexEvents(events: readonly SeismicEvent[]): Flatbush | null {
  if (events.length === 0) return null;
  const index = new Flatbush(events.length);
  for (const { longitude, latitude } of events) index.add(longitude, latitude, longitude, latitude);
  index.finish();
  return index;
}

/** Parses an earthquake CSV: one event per identity, newest first, with an index by place. Throws `unknown_provider` (provider_failed). */
export function parseEventFile(content: Buffer, asset: Asset, sourceId: string): EventCatalogue {
  const { columns, rows } = readTable(content, asset);
  if (!columns.includes('latitude') || !columns.includes('longitude')) {
    throw providerFailed(say.assetBroken(asset.name, 'it has no columns latitude and longitude'));
  }
  const read = rows.map((row) => readEvent(row, sourceId)).filter((event) => event !== null);
  const events = [...mergeEvents(read)].sort(byTimeThenMagnitude);
  const index = indexEvents(events);
  return {
    asset,
    mirror: null,
    warnings: [],
    columns: new Set(EVENT_COLUMNS.filter((column) => columns.includes(column))),
    search: (query) => {
      const marked = new Uint8Array(events.length);
      for (const box of query.boxes) {
        for (const at of index?.search(box.min_lon, box.min_lat, box.max_lon, box.max_lat) ?? []) marked[at] = 1;
      }
      return collectEvents(pick(events, marked), query);
    },
  };
}

/** The marked members of a list, in its order. */
function* pick<T>(list: readonly T[], marked: Uint8Array): Iterable<T> {
  for (const [at, element] of list.entries()) if (marked[at] === 1) yield element;
}
