import type { Box } from '../../geo/wrap.ts';
import type { EarthquakeOptions } from '../earthquake-options.ts';
import type { SeismicEvent } from '../event.ts';
import { eventIdentities } from '../event-identity.ts';
import { isProviderFailure } from '../failures.ts';
import { instantOfField, isoText, parseInstant } from '../instants.ts';
import type { HttpAnswer, HttpRequest, ProviderPorts } from '../ports.ts';
import { isObject, type JsonObject, numberOf, readFeatures, readJsonAnswer, textOf } from './json-answer.ts';
import * as live from './live-messages.ts';

/** Events taken of a live service per box at most: the services themselves refuse to reach beyond their 20000th event. */
export const FDSN_LIMIT = 20_000;
/** Events of one request. */
const PAGE = 4000;
/** Without these a service would answer for the last month, or with more events than it may send: the same floor for every service (KW-16). */
const FLOOR = { minmagnitude: 4.5, starttime: '1970-01-01T00:00:00.000Z' } as const;
const TIMEOUT_MS = 15_000;

type Service = { readonly base: string; readonly format: 'geojson' | 'json'; readonly label: string };

const SERVICES: Readonly<Record<string, Service>> = {
  usgs_fdsn_events: { base: 'https://earthquake.usgs.gov/fdsnws/event/1', format: 'geojson', label: 'USGS' },
  emsc_fdsn_events: { base: 'https://www.seismicportal.eu/fdsnws/event/1', format: 'json', label: 'EMSC' },
};

/** Whether a source has a live event service. */
export const hasFdsnService = (sourceId: string): boolean => Object.hasOwn(SERVICES, sourceId);

/** Request URL of a live source, as provenance names it. */
export const fdsnUrl = (sourceId: string): string => `${SERVICES[sourceId]?.base ?? ''}/query`;

/** Options with the floor of live services filled in: what is really asked. */
export const liveOptions = (options: EarthquakeOptions): EarthquakeOptions => ({
  ...options,
  minMagnitude:
    options.minMagnitude ??
    (options.maxMagnitude === null || options.maxMagnitude >= FLOOR.minmagnitude ? FLOOR.minmagnitude : null),
  startMs: options.startMs ?? (options.endMs === null || options.endMs > 0 ? parseInstant(FLOOR.starttime) : null),
});

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));

/** Query parameters for one box. Blank filters are left out, never sent empty. */
export function fdsnParams(
  service: { readonly format: string },
  box: Box,
  options: EarthquakeOptions,
): Readonly<Record<string, string | number>> {
  const given: Readonly<Record<string, string | number | null>> = {
    format: service.format,
    orderby: 'time',
    limit: PAGE,
    eventtype: service.format === 'geojson' && options.kinds?.length === 1 ? (options.kinds[0] ?? null) : null,
    starttime: options.startMs === null ? null : isoText(options.startMs).slice(0, 23),
    endtime: options.endMs === null ? null : isoText(options.endMs).slice(0, 23),
    minmagnitude: options.minMagnitude,
    maxmagnitude: options.maxMagnitude,
    reviewstatus: options.status,
    catalog: options.network,
    contributor: options.contributor,
    minlatitude: clamp(box.min_lat, 90),
    maxlatitude: clamp(box.max_lat, 90),
    minlongitude: clamp(box.min_lon, 180),
    maxlongitude: clamp(box.max_lon, 180),
  };
  const params: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(given)) if (value !== null) params[key] = value;
  return params;
}

/** EMSC's two-letter event types: certainty (k known, s suspected, f felt, d damaging) and cause. */
const EMSC_CAUSES: Readonly<Record<string, string>> = {
  e: 'earthquake',
  x: 'explosion',
  n: 'nuclear explosion',
  i: 'induced event',
  r: 'rock burst',
  h: 'chemical explosion',
};

const emscKind = (code: string | null): string | null => {
  if (code === null) return null;
  if (code === 'ls') return 'landslide';
  return EMSC_CAUSES[code.slice(1)] ?? null;
};

/** One feature of USGS GeoJSON or EMSC JSON as an event, or null when it has no place. */
export function fdsnEvent(feature: JsonObject, sourceId: string): SeismicEvent | null {
  const properties = isObject(feature.properties) ? feature.properties : {};
  const geometry = isObject(feature.geometry) ? feature.geometry : {};
  const coordinates: readonly unknown[] = Array.isArray(geometry.coordinates) ? geometry.coordinates : [];
  const [longitude, latitude, third] = coordinates.map(numberOf);
  if (longitude === null || longitude === undefined || latitude === null || latitude === undefined) return null;
  const emsc = sourceId === 'emsc_fdsn_events';
  const ownDepth = numberOf(properties.depth);
  const eventId = (emsc ? textOf(properties.unid) : null) ?? textOf(feature.id) ?? textOf(properties.code);
  const timeMs = instantOfField(properties.time);
  const magnitude = numberOf(properties.mag);
  return {
    identities: eventIdentities({
      ids: textOf(properties.ids),
      candidates: [eventId],
      fallback: [timeMs, latitude, longitude, magnitude],
    }),
    eventId,
    sourceId,
    timeMs,
    updatedMs: instantOfField(emsc ? properties.lastupdate : properties.updated),
    latitude,
    longitude,
    depthKm: emsc ? (ownDepth === null ? null : Math.abs(ownDepth)) : (third ?? ownDepth),
    magnitude,
    magnitudeType: textOf(emsc ? properties.magtype : properties.magType),
    place: textOf(emsc ? properties.flynn_region : properties.place),
    kind: emsc ? emscKind(textOf(properties.evtype)) : textOf(properties.type),
    gapDegrees: numberOf(properties.gap),
    network: textOf(emsc ? properties.auth : properties.net),
    status: textOf(properties.status),
    contributors: (textOf(properties.sources) ?? '').split(',').filter((part) => part !== ''),
  };
}

export type FdsnAnswer = {
  readonly events: readonly SeismicEvent[];
  /** A box had as many events as may be asked for, or a later page of it was not answered: there are more. */
  readonly capped: boolean;
  readonly warnings: readonly string[];
};

type Page = Pick<FdsnAnswer, 'capped' | 'warnings'> & { readonly features: readonly JsonObject[] };

/** Pages of one box, newest events first, until one is not full. What has come is kept when a later page fails. */
async function queryBox(
  service: Service,
  params: HttpRequest['params'],
  ask: (request: HttpRequest['params']) => Promise<HttpAnswer>,
): Promise<Page> {
  const features: JsonObject[] = [];
  while (features.length < FDSN_LIMIT) {
    try {
      // The offset counts from 1 and is left out of the first request, which every service takes.
      const answer = await ask(features.length === 0 ? params : { ...params, offset: features.length + 1 });
      const more = answer.status === 204 ? [] : readFeatures(readJsonAnswer(answer, service.label), service.label);
      features.push(...more);
      if (more.length < PAGE) return { features, capped: false, warnings: [] };
    } catch (error) {
      if (features.length === 0 || !isProviderFailure(error)) throw error;
      return { features, capped: true, warnings: [live.pageMissing(service.label, features.length, error.message)] };
    }
  }
  return { features, capped: true, warnings: [] };
}

/** Events of a live service in the boxes, page by page. Throws `unknown_provider` (provider_failed). */
export async function queryFdsn(
  sourceId: string,
  request: { readonly boxes: readonly Box[]; readonly options: EarthquakeOptions; readonly signal: AbortSignal },
  ports: Pick<ProviderPorts, 'http'>,
): Promise<FdsnAnswer> {
  const service = SERVICES[sourceId];
  if (service === undefined) return { events: [], capped: false, warnings: [] };
  const common = { url: fdsnUrl(sourceId), timeoutMs: TIMEOUT_MS, label: service.label, signal: request.signal };
  const answers = await Promise.all(
    request.boxes.map((box) =>
      queryBox(service, fdsnParams(service, box, request.options), (params) => ports.http({ ...common, params })),
    ),
  );
  const events = answers.flatMap(({ features }) => features).map((feature) => fdsnEvent(feature, sourceId));
  return {
    events: events.filter((event) => event !== null),
    capped: answers.some(({ capped }) => capped),
    warnings: answers.flatMap(({ warnings }) => warnings),
  };
}
