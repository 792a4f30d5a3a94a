import { byTimeThenMagnitude, type SeismicEvent } from './event.ts';

const descending = (a: number | null, b: number | null): number => {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : b - a;
};

type EventOrder = { readonly words: string; readonly compare: (a: SeismicEvent, b: SeismicEvent) => number };

/** Orders that the option `sort` of `earthquake_history` names. All are total together with the stable order of the catalogue. */
export const EVENT_ORDERS = {
  time: { words: 'time descending, then magnitude descending', compare: byTimeThenMagnitude },
  magnitude: {
    words: 'magnitude descending, then time descending; unknown magnitudes last',
    compare: (a, b) => descending(a.magnitude, b.magnitude) || byTimeThenMagnitude(a, b),
  },
  oldest: {
    words: 'time ascending, then magnitude descending; unknown times last',
    compare: (a, b) => {
      if (a.timeMs === null || b.timeMs === null) return descending(a.timeMs, b.timeMs);
      return a.timeMs - b.timeMs || descending(a.magnitude, b.magnitude);
    },
  },
} as const satisfies Record<string, EventOrder>;

export type EventSort = keyof typeof EVENT_ORDERS;
