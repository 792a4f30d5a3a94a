import { type Parser, parse } from 'csv-parse';
import { EVENT_COLUMNS } from '../../domain/knowledge/earthquake-record.ts';
import { byTimeThenMagnitude, type SeismicEvent } from '../../domain/knowledge/event.ts';
import { eventIdentities } from '../../domain/knowledge/event-identity.ts';
import { mergeEvents } from '../../domain/knowledge/event-merge.ts';
import { providerFailed } from '../../domain/knowledge/failures.ts';
import { instantOfField } from '../../domain/knowledge/instants.ts';
import { numberOf, textOf } from '../../domain/knowledge/live/json-answer.ts';
import * as say from '../../domain/knowledge/messages.ts';
import type { Asset } from '../../domain/knowledge/ports.ts';
import { EVENT_STORE, type EventRows } from '../../platform/store/knowledge/event-store.ts';
import { readUnchanged } from './asset-file.ts';
import type { Collector, StoredKind } from './stored-assets.ts';

type Row = Readonly<Record<string, string>>;

const ROWS_PER_STEP = 2000;
const LINE_FEED = 0x0a;

/** One row as an event, or null when it has no place (contract/knowledge.md 3.2). Whose event it is is said when it is read. */
function readEvent(row: Row): SeismicEvent | null {
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
    sourceId: '',
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

/** A reader of CSV that tells its columns by `onColumns` before the first row. */
const openTable = (onColumns: (columns: readonly string[]) => void): Parser =>
  parse({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    columns: (header: string[]) => {
      onColumns(header);
      return header;
    },
  });

/** Told of the length of each row: a last row that is short, alone and without an end of line is the edge of a file that was cut off. */
function createEdgeWatch(content: Buffer): { readonly row: (isShort: boolean) => void; readonly isCut: () => boolean } {
  let [short, lastIsShort] = [0, false];
  return {
    row: (isShort) => {
      lastIsShort = isShort;
      if (isShort) short += 1;
    },
    isCut: () => lastIsShort && short === 1 && content.at(-1) !== LINE_FEED,
  };
}

async function readRows(content: Buffer, asset: Asset, step: (share: number) => Promise<void>): Promise<EventRows> {
  let columns: readonly string[] = [];
  const table = openTable((header) => {
    columns = header;
  });
  table.end(content);
  const read: SeismicEvent[] = [];
  const edge = createEdgeWatch(content);
  let count = 0;
  for await (const value of table) {
    const row: Row = value;
    edge.row(Object.keys(row).length < columns.length);
    const event = readEvent(row);
    if (event !== null) read.push(event);
    count += 1;
    if (count % ROWS_PER_STEP === 0) await step((0.9 * table.info.bytes) / content.length);
  }
  if (!columns.includes('latitude') || !columns.includes('longitude'))
    throw providerFailed(say.assetBroken(asset.name, 'it has no columns latitude and longitude'));
  if (edge.isCut()) throw providerFailed(say.assetBroken(asset.name, 'its last row is cut off'));
  await step(0.9);
  return {
    columns: new Set(EVENT_COLUMNS.filter((column) => columns.includes(column))),
    events: [...mergeEvents(read)].sort(byTimeThenMagnitude),
  };
}

/** Reads an earthquake CSV: one event per identity, newest first. Throws `unknown_provider` (provider_failed). */
const collectEvents: Collector<EventRows> = async ({ path, asset }, step) => {
  const content = await readUnchanged(path, asset);
  try {
    return await readRows(content, asset, step);
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw providerFailed(say.assetBroken(asset.name, 'it is no readable CSV'), error.message);
    throw error;
  }
};

export const EVENT_FILES: StoredKind<EventRows, ReturnType<typeof EVENT_STORE.read>> = {
  kind: 'events',
  format: EVENT_STORE,
  collect: collectEvents,
};
