import type { Box } from '../geo/wrap.ts';

/** One seismic event as read from any source. Angles in degrees (WGS 84), depth in km, positive down, times in epoch ms UTC. */
export type SeismicEvent = {
  /** Ids that name this event anywhere; events that share one are the same event. Never empty. */
  readonly identities: readonly string[];
  readonly eventId: string | null;
  readonly sourceId: string;
  readonly timeMs: number | null;
  readonly updatedMs: number | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly depthKm: number | null;
  /** Null when the source gives none; never 0 in its place (field report 6.1). */
  readonly magnitude: number | null;
  readonly magnitudeType: string | null;
  readonly place: string | null;
  /** Event type as the source says it (`earthquake`, `nuclear explosion`, ...); null when it says nothing. */
  readonly kind: string | null;
  readonly gapDegrees: number | null;
  readonly network: string | null;
  readonly status: string | null;
  readonly contributors: readonly string[];
};

/** What is asked of a catalogue. Null means no restriction. */
export type EventQuery = {
  /** Boxes that do not wrap, already grown by the search margin. */
  readonly boxes: readonly Box[];
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly minMagnitude: number | null;
  readonly maxMagnitude: number | null;
  readonly status: string | null;
  readonly network: string | null;
  readonly contributor: string | null;
  /** Wanted event types, lower case; null for all of them. Events without a type always pass. */
  readonly kinds: readonly string[] | null;
  /** Number of events wanted; null for all. The counts are always those of everything that matches. */
  readonly limit: number | null;
};

export type EventHits = {
  readonly total: number;
  /** Events that match everything but the wanted types, by type. */
  readonly excludedByKind: Readonly<Record<string, number>>;
  /** Events left out only because a magnitude is asked for and they have none. */
  readonly withoutMagnitude: number;
  /** Newest first, then strongest. */
  readonly events: readonly SeismicEvent[];
};

type Verdict = 'match' | 'other_kind' | 'no_magnitude' | 'no';

/** Whether an event that lies in one of the boxes fits the rest of the query. Events without a time pass time filters. */
export function judgeEvent(event: SeismicEvent, query: EventQuery): Verdict {
  if (event.timeMs !== null) {
    if (query.startMs !== null && event.timeMs < query.startMs) return 'no';
    if (query.endMs !== null && event.timeMs > query.endMs) return 'no';
  }
  if (query.status !== null && event.status?.toLowerCase() !== query.status.toLowerCase()) return 'no';
  if (query.network !== null && event.network?.toLowerCase() !== query.network.toLowerCase()) return 'no';
  if (query.contributor !== null && !event.contributors.includes(query.contributor)) return 'no';
  const { magnitude } = event;
  if (magnitude !== null) {
    if (query.minMagnitude !== null && magnitude < query.minMagnitude) return 'no';
    if (query.maxMagnitude !== null && magnitude > query.maxMagnitude) return 'no';
  }
  const otherKind = query.kinds !== null && event.kind !== null && !query.kinds.includes(event.kind.toLowerCase());
  if (otherKind) return 'other_kind';
  const asked = query.minMagnitude !== null || query.maxMagnitude !== null;
  return asked && magnitude === null ? 'no_magnitude' : 'match';
}

/** Newest first, then strongest; events without a time or magnitude last. Use with a stable sort. */
export const byTimeThenMagnitude = (a: SeismicEvent, b: SeismicEvent): number =>
  descending(a.timeMs, b.timeMs) || descending(a.magnitude, b.magnitude);

const descending = (a: number | null, b: number | null): number => {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : b - a;
};

/** Collects the verdicts on candidate events, which must come in the wanted order, into counts and the first `limit` events. */
export function collectEvents(candidates: Iterable<SeismicEvent>, query: EventQuery): EventHits {
  const events: SeismicEvent[] = [];
  const excluded = new Map<string, number>();
  let [total, withoutMagnitude] = [0, 0];
  for (const event of candidates) {
    const verdict = judgeEvent(event, query);
    if (verdict === 'match') {
      total += 1;
      if (query.limit === null || events.length < query.limit) events.push(event);
    } else if (verdict === 'no_magnitude') withoutMagnitude += 1;
    else if (verdict === 'other_kind') excluded.set(event.kind ?? '', (excluded.get(event.kind ?? '') ?? 0) + 1);
  }
  return { total, excludedByKind: Object.fromEntries([...excluded].sort()), withoutMagnitude, events };
}
