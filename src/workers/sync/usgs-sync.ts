import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Box, boxParts } from '../../domain/geo/wrap.ts';
import { byTimeThenMagnitude, type SeismicEvent } from '../../domain/knowledge/event.ts';
import { mergeEvents } from '../../domain/knowledge/event-merge.ts';
import { eventTableHead, eventTableLine } from '../../domain/knowledge/event-table.ts';
import { parseInstant } from '../../domain/knowledge/instants.ts';
import { fdsnEvent } from '../../domain/knowledge/live/fdsn.ts';
import { isObject, numberOf, readFeatures, readJsonAnswer } from '../../domain/knowledge/live/json-answer.ts';
import type { HttpAnswer, HttpRequest } from '../../domain/knowledge/ports.ts';
import { SOURCES } from '../../domain/knowledge/sources.ts';
import { narrowingOptions, type UsgsProfile } from '../../domain/knowledge/sync-profile.ts';
import { halves, secondText, type TimeWindow, yearWindows } from '../../domain/knowledge/sync-windows.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { publish } from './publish.ts';
import { openStaging, type Staging } from './staging.ts';
import type { SyncDeps } from './sync-deps.ts';
import { SyncFailure } from './sync-failure.ts';

export const USGS_BASE = 'https://earthquake.usgs.gov/fdsnws/event/1';
const SOURCE = SOURCES.usgs_fdsn_events;
const WORLD: Box = { min_lon: -180, min_lat: -90, max_lon: 180, max_lat: 90 };
const LABEL = 'USGS';
const TIMEOUT_MS = 120_000;
/** What the profile asks for, whatever else a query may want. */
const ONE_KIND = 'Only events of the type earthquake are in this mirror.';

export type UsgsWish = {
  readonly profile: UsgsProfile;
  readonly bounds: Box | null;
  readonly baseUrl: string;
  readonly folder: string;
  readonly staging: string;
};

type Fetching = { readonly deps: SyncDeps; readonly staging: Staging; readonly wish: UsgsWish };

/** Filters of the profile that every request carries. */
function filtersOf({ format: _f, limit: _l, offset: _o, starttime: _s, endtime: _e, orderby: _b, ...filters }: UsgsProfile) {
  const given: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(filters)) if (value !== undefined) given[key] = value;
  return given;
}

const paramsOf = ({ profile }: UsgsWish, part: Box, window: TimeWindow): HttpRequest['params'] => ({
  format: 'geojson',
  ...filtersOf(profile),
  starttime: secondText(window.startMs),
  endtime: secondText(window.endMs),
  minlatitude: part.min_lat,
  maxlatitude: part.max_lat,
  minlongitude: part.min_lon,
  maxlongitude: part.max_lon,
});

const ask = ({ deps, wish }: Fetching, path: string, params: HttpRequest['params']): Promise<HttpAnswer> =>
  deps.send({ url: `${wish.baseUrl}${path}`, params, timeoutMs: TIMEOUT_MS, label: LABEL, signal: deps.signal });

/** Number of events by `/count`: `{"count": 5}` or a bare number. */
async function countOf(fetching: Fetching, params: HttpRequest['params']): Promise<number> {
  const answer = await ask(fetching, '/count', params);
  if (answer.status === 204) return 0;
  const bare = answer.status === 200 ? numberOf(answer.text) : null;
  const count = bare ?? numberOf(readJsonAnswer(answer, LABEL).count);
  if (count === null || count < 0)
    throw new SyncFailure('content', 'USGS did not tell how many events there are; try again later.');
  return count;
}

/** One window: counted, halved while it holds too many, fetched, and on disk before the next one (contract/knowledge.md 7.1.2). */
async function fetchWindow(fetching: Fetching, part: Box, window: TimeWindow): Promise<void> {
  const { deps, staging, wish } = fetching;
  deps.signal.throwIfAborted();
  const key = [part.min_lon, secondText(window.startMs), secondText(window.endMs)].join(' ');
  const known = staging.outcomeOf(key);
  if (known === 'stored' || known === 'empty') return;
  const params = paramsOf(wish, part, window);
  const count = known === 'halved' ? Number.POSITIVE_INFINITY : await countOf(fetching, params);
  if (count === 0) return staging.note(key, 'empty');
  if (count > wish.profile.limit) {
    const both = halves(window);
    if (both === null)
      throw new SyncFailure(
        'content',
        'One day holds more events than USGS gives at once; raise minmagnitude or narrow the bounds.',
      );
    if (known !== 'halved') staging.note(key, 'halved');
    for (const half of both) await fetchWindow(fetching, part, half);
    return;
  }
  const answer = await ask(fetching, '/query', { ...params, limit: wish.profile.limit, orderby: 'time-asc' });
  if (answer.status === 204) return staging.note(key, 'empty');
  const { length } = readFeatures(readJsonAnswer(answer, LABEL), LABEL);
  if (length < count) throw new SyncFailure('content', `USGS counted ${count} events and sent ${length}; run the command again.`);
  staging.store(key, answer.text);
}

/** Events of all stored answers, one per identity, newest first; the order does not depend on how they came. */
function collect(staging: Staging): readonly SeismicEvent[] {
  const events: SeismicEvent[] = [];
  for (const text of staging.stored()) {
    const body: unknown = JSON.parse(text);
    const features = isObject(body) ? readFeatures(body, LABEL) : [];
    for (const feature of features) {
      const event = fdsnEvent(feature, SOURCE.id);
      if (event !== null) events.push(event);
    }
  }
  const byId = (a: SeismicEvent, b: SeismicEvent): number => ((a.eventId ?? '') < (b.eventId ?? '') ? -1 : 1);
  return [...mergeEvents(events)].sort((a, b) => byTimeThenMagnitude(a, b) || byId(a, b));
}

/** Writes the table and gives its SHA-256. */
function writeTable(file: string, events: readonly SeismicEvent[]): string {
  const hash = createHash('sha256');
  const descriptor = openSync(file, 'w', 0o600);
  const put = (text: string): void => {
    hash.update(text);
    writeSync(descriptor, text);
  };
  try {
    put(eventTableHead());
    for (let at = 0; at < events.length; at += 1000)
      put(
        events
          .slice(at, at + 1000)
          .map(eventTableLine)
          .join(''),
      );
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}

/** Coverage in full, unless options left events out in ways that it cannot say. */
function coverageOf({ profile, bounds }: UsgsWish, endtime: string) {
  const narrowing = narrowingOptions(profile);
  if (narrowing.length > 0)
    return { status: 'filtered', notes: [ONE_KIND, `Only events chosen by ${narrowing.join(', ')} are in this mirror.`] };
  return {
    status: bounds === null ? 'global-service' : 'regional-extract',
    notes: [ONE_KIND],
    windows: bounds === null ? [WORLD] : [...boxParts(bounds)],
    starttime: profile.starttime,
    endtime,
    minmagnitude: profile.minmagnitude,
  };
}

/** Mirrors USGS events. Returns the manifest's file. Throws `SyncFailure`, `unknown_provider` (provider_failed), and errors of the disk. */
export async function syncUsgs(wish: UsgsWish, deps: SyncDeps): Promise<string> {
  const { profile, bounds } = wish;
  const question = JSON.stringify([1, wish.baseUrl, profile, bounds]);
  const staging = openStaging(wish.staging, question, () => ({
    endtime: profile.endtime ?? secondText(deps.now().getTime()),
  }));
  const endtime = staging.frozen.endtime ?? '';
  const span = { startMs: parseInstant(profile.starttime, 'start') ?? 0, endMs: parseInstant(endtime, 'end') ?? 0 };
  const windows = yearWindows(span);
  if (windows.length === 0) throw new SyncFailure('usage', 'starttime must be before endtime.');
  const steps = (bounds === null ? [WORLD] : boxParts(bounds)).flatMap((part) => windows.map((window) => ({ part, window })));
  if (staging.resumed) deps.progress({ share: 0, message: 'Going on with what was fetched before.' });
  for (const [at, { part, window }] of steps.entries()) {
    deps.progress({ share: (0.95 * at) / steps.length, message: `Fetching ${secondText(window.startMs).slice(0, 4)}` });
    await fetchWindow({ deps, staging, wish }, part, window);
  }
  deps.progress({ share: 0.95, message: 'Writing the catalogue' });
  const events = collect(staging);
  makeFolder(join(staging.folder, 'normalized'));
  const normalized = 'normalized/earthquakes.csv';
  const sha256 = writeTable(join(staging.folder, normalized), events);
  return publish({
    folder: wish.folder,
    staging,
    normalized,
    sha256,
    manifest: {
      source_id: SOURCE.id,
      family: SOURCE.family,
      retrieved_at: deps.now().toISOString(),
      source_version: 'usgs-fdsn-event-service',
      normalizer_version: '1',
      source_url: `${wish.baseUrl}/query`,
      request: { ...profile, endtime, bounds },
      record_count: events.length,
      manifest_hash_material_version: '1',
      license: SOURCE.license,
      citation: SOURCE.citation,
      attribution: SOURCE.attribution,
      coverage: coverageOf(wish, endtime),
    },
  });
}
