import { type Box, boxesIntersect, boxParts } from '../geo/wrap.ts';
import { isoText, parseInstant } from './instants.ts';

export type CoverageStatus = 'covered' | 'partly_covered' | 'not_covered' | 'coverage_unknown';

/** Where, when and from which magnitude on a catalogue has data. */
export type EventCoverage = {
  readonly windows: readonly Box[];
  readonly startMs: number;
  readonly endMs: number;
  readonly minMagnitude: number;
};

const at = (text: string, edge: 'start' | 'end'): number => parseInstant(text, edge) ?? Number.NaN;

/**
 * Coverage of files that do not say it themselves, by SHA-256 (D29): never guessed from the events. The one entry is the ComCat
 * export of the PEACE knowledge base, which holds the conterminous United States and China with its surroundings only.
 */
const KNOWN_FILES: Readonly<Record<string, EventCoverage>> = {
  '6720908b673ee2a2b444853ffaaa1c645f8ca33e7c300b4a0aa213ccf7ddc183': {
    windows: [
      { min_lon: -124.994, min_lat: 24.606, max_lon: -65.065, max_lat: 49.96 },
      { min_lon: 72.775, min_lat: 20.963, max_lon: 135.522, max_lat: 53.841 },
    ],
    startMs: at('1970-01-04', 'start'),
    endMs: at('2024-08-02', 'end'),
    minMagnitude: 4.5,
  },
};

/** Coverage of the file with this digest, or null when it is not known. */
export const coverageOfFile = (digest: string): EventCoverage | null => KNOWN_FILES[digest] ?? null;

/** True when one of the windows holds the whole part. Windows of the known files do not touch, so a part is never held by two. */
const isHeld = (part: Box, windows: readonly Box[]): boolean =>
  windows.some(
    (window) =>
      part.min_lon >= window.min_lon &&
      part.max_lon <= window.max_lon &&
      part.min_lat >= window.min_lat &&
      part.max_lat <= window.max_lat,
  );

export type CoverageQuestion = {
  /** Parts of the area as asked, without the search margin. */
  readonly parts: readonly Box[];
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly minMagnitude: number | null;
  readonly maxMagnitude: number | null;
};

/**
 * What the coverage says about a question. Time and magnitude count as beyond the data only where the caller asked for them: a
 * query without a time means whatever the catalogue has.
 */
export function judgeCoverage(coverage: EventCoverage | null, question: CoverageQuestion): CoverageStatus {
  if (coverage === null) return 'coverage_unknown';
  const { parts, startMs, endMs, minMagnitude, maxMagnitude } = question;
  const touches = parts.some((part) => coverage.windows.some((window) => boxesIntersect(part, window)));
  const outOfTime = (endMs !== null && endMs < coverage.startMs) || (startMs !== null && startMs > coverage.endMs);
  const tooSmall = maxMagnitude !== null && maxMagnitude < coverage.minMagnitude;
  if (!touches || outOfTime || tooSmall) return 'not_covered';
  const insideTime = (startMs === null || startMs >= coverage.startMs) && (endMs === null || endMs <= coverage.endMs);
  const insideSize = minMagnitude === null || minMagnitude >= coverage.minMagnitude;
  const insideArea = parts.flatMap(boxParts).every((part) => isHeld(part, coverage.windows));
  return insideArea && insideTime && insideSize ? 'covered' : 'partly_covered';
}

const day = (ms: number): string => isoText(ms).slice(0, 10);

/** Coverage in words. */
export function coverageText({ windows, startMs, endMs, minMagnitude }: EventCoverage): string {
  const areas = windows.map((box) => `lon ${box.min_lon} to ${box.max_lon}, lat ${box.min_lat} to ${box.max_lat}`);
  return `${areas.join(' and ')}, from ${day(startMs)} to ${day(endMs)}, magnitude ${minMagnitude} and above`;
}

/** Coverage as results carry it. */
export const coverageRecord = (status: CoverageStatus, coverage: EventCoverage | null): Readonly<Record<string, unknown>> =>
  coverage === null
    ? { status }
    : {
        status,
        windows: coverage.windows,
        starttime: isoText(coverage.startMs),
        endtime: isoText(coverage.endMs),
        minmagnitude: coverage.minMagnitude,
      };
