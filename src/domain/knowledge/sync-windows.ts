import { isoText } from './instants.ts';

/** A span of time, epoch ms; both ends belong to it, and neighbours share theirs. */
export type TimeWindow = { readonly startMs: number; readonly endMs: number };

const DAY_MS = 86_400_000;

/** From start to end, cut at each first of January (UTC). Empty when the end is not after the start. */
export function yearWindows({ startMs, endMs }: TimeWindow): readonly TimeWindow[] {
  const windows: TimeWindow[] = [];
  for (let from = startMs; from < endMs; ) {
    const next = Math.min(endMs, Date.UTC(new Date(from).getUTCFullYear() + 1, 0, 1));
    windows.push({ startMs: from, endMs: next });
    from = next;
  }
  return windows;
}

/** The two halves at a whole second, or null for a window of a day or less, which cannot hold too many events of the world. */
export function halves({ startMs, endMs }: TimeWindow): readonly [TimeWindow, TimeWindow] | null {
  if (endMs - startMs <= DAY_MS) return null;
  const middle = Math.floor((startMs + endMs) / 2000) * 1000;
  return [
    { startMs, endMs: middle },
    { startMs: middle, endMs },
  ];
}

/** An instant as the service takes it: UTC, whole seconds. */
export const secondText = (ms: number): string => `${isoText(ms).slice(0, 19)}Z`;
