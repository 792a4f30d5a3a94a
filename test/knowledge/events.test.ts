import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SeismicEvent } from '../../src/domain/knowledge/event.ts';
import { mergeEvents } from '../../src/domain/knowledge/event-merge.ts';
import { parseInstant } from '../../src/domain/knowledge/instants.ts';

const event = (identities: readonly string[], more: Partial<SeismicEvent> = {}): SeismicEvent => ({
  identities,
  eventId: identities[0] ?? null,
  sourceId: 'usgs_fdsn_events',
  timeMs: 0,
  updatedMs: null,
  latitude: 0,
  longitude: 0,
  depthKm: null,
  magnitude: 5,
  magnitudeType: null,
  place: null,
  kind: 'earthquake',
  gapDegrees: null,
  network: null,
  status: null,
  contributors: [],
  ...more,
});

test('merges what a bridging record links, into one event with all ids', () => {
  const merged = mergeEvents([event(['a']), event(['b']), event(['a', 'b']), event(['z'])]);
  expect(merged.map(({ identities }) => [...identities].sort())).toEqual([['a', 'b'], ['z']]);
});

test('keeps the latest update, then the source that was configured first', () => {
  const newer = mergeEvents([event(['a'], { updatedMs: 5, place: 'new' }), event(['a'], { updatedMs: 3, place: 'old' })]);
  expect(newer[0]?.place).toBe('new');
  const ranked = mergeEvents(
    [event(['a'], { place: 'usgs' }), event(['a'], { place: 'emsc', sourceId: 'emsc_fdsn_events' })],
    ['usgs_fdsn_events', 'emsc_fdsn_events'],
  );
  expect(ranked[0]?.place).toBe('usgs');
});

test('leaves no two events that share an id, and loses no id, whatever the order', () => {
  const groups = fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { minLength: 1, maxLength: 3 }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(groups, (list) => {
      const merged = mergeEvents(list.map((ids) => event(ids))).map(({ identities }) => identities);
      const all = merged.flat();
      expect(new Set(all).size).toBe(all.length);
      expect(new Set(all)).toEqual(new Set(list.flat()));
      expect(mergeEvents(list.toReversed().map((ids) => event(ids)))).toHaveLength(merged.length);
    }),
  );
});

test.each([
  ['2021-06-15', 'start', '2021-06-15T00:00:00.000Z'],
  ['2021-06-15', 'end', '2021-06-15T23:59:59.999Z'],
  ['2021-02', 'end', '2021-02-28T23:59:59.999Z'],
  ['2021-12', 'end', '2021-12-31T23:59:59.999Z'],
  ['2020', 'end', '2020-12-31T23:59:59.999Z'],
  ['2021-06-15T12:00', 'start', '2021-06-15T12:00:00.000Z'],
  ['2021-06-15 12:00:30.5', 'start', '2021-06-15T12:00:30.500Z'],
  ['2021-06-15T02:00:00+02:00', 'start', '2021-06-15T00:00:00.000Z'],
  ['2021-06-15T02:00:00-0330', 'start', '2021-06-15T05:30:00.000Z'],
  ['1623758400000', 'start', '2021-06-15T12:00:00.000Z'],
  [1623758400000, 'start', '2021-06-15T12:00:00.000Z'],
] as const)('reads the instant %s as its %s', (value, edge, iso) => {
  const instant = parseInstant(value, edge);
  expect(instant === null ? null : new Date(instant).toISOString()).toBe(iso);
});

test.each(['', 'zzz', '2021-02-30', '2021-13-01', '20210615', '12', '2021-06-15T25:00:00Z', '15/06/2021', null, Number.NaN])(
  'takes %s for no instant',
  (value) => {
    expect(parseInstant(value)).toBeNull();
  },
);

test('reads back every instant that it could have written', () => {
  const times = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(times, (time) => {
      expect(parseInstant(time.toISOString())).toBe(time.getTime());
    }),
  );
});
