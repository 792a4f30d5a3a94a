import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxParts } from '../../src/domain/geo/wrap.ts';
import { searchBoxes } from '../../src/domain/knowledge/earthquake-record.ts';
import type { EventQuery } from '../../src/domain/knowledge/event.ts';
import { storeDesk } from './store-kit.ts';

type Row = {
  readonly id: string;
  readonly time: string;
  readonly lat: number;
  readonly lon: number;
  readonly mag: number | null;
  readonly kind: string;
  readonly net: string;
  readonly status: string;
};

// Places on a coarse grid beside free ones, so that events lie exactly on edges, on the meridian of 180 and on each other.
const degree = (limit: number) =>
  fc.oneof(
    fc.integer({ min: -limit / 10, max: limit / 10 }).map((tens) => tens * 10),
    fc.double({ min: -limit, max: limit, noNaN: true }),
  );
const longitude = fc.oneof(degree(180), fc.constantFrom(-180, 180, 179.97, -179.97));

const rows = fc
  .array(
    fc.record({
      lat: degree(90),
      lon: longitude,
      mag: fc.option(fc.integer({ min: 0, max: 80 }).map((tenths) => tenths / 10)),
      kind: fc.constantFrom('earthquake', 'Earthquake', 'explosion', 'quarry blast', ''),
      net: fc.constantFrom('us', 'CI', 'nc'),
      status: fc.constantFrom('reviewed', 'automatic', ''),
      days: fc.integer({ min: 0, max: 9000 }),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((list) =>
    // The time of day tells events of one day apart: what is equally old and strong keeps the order of its file.
    list.map(
      ({ days, ...row }, at): Row => ({
        ...row,
        id: `e${at}`,
        time: new Date(days * 86_400_000 + at * 1000).toISOString(),
      }),
    ),
  );

const csv = (list: readonly Row[]): string =>
  [
    'time,latitude,longitude,mag,type,net,id,status',
    ...list.map(({ time, lat, lon, mag, kind, net, id, status }) => [time, lat, lon, mag ?? '', kind, net, id, status].join(',')),
    '',
  ].join('\n');

const bounds = fc
  .tuple(longitude, longitude, degree(90), degree(90))
  .map(([west, east, a, b]) => ({ min_lon: west, max_lon: east, min_lat: Math.min(a, b), max_lat: Math.max(a, b) }));

const queries = fc.record({
  bounds,
  startMs: fc.option(fc.integer({ min: 0, max: 9000 }).map((day) => day * 86_400_000)),
  endMs: fc.option(fc.integer({ min: 0, max: 9000 }).map((day) => day * 86_400_000)),
  minMagnitude: fc.option(fc.integer({ min: 0, max: 8 })),
  maxMagnitude: fc.option(fc.integer({ min: 0, max: 8 })),
  status: fc.option(fc.constantFrom('reviewed', 'Automatic')),
  network: fc.option(fc.constantFrom('US', 'ci', 'zz')),
  kinds: fc.option(fc.constantFrom('earthquake', 'explosion,quarry blast').map((text) => text.split(','))),
  limit: fc.option(fc.integer({ min: 0, max: 20 })),
});
type Asked = typeof queries extends fc.Arbitrary<infer T> ? T : never;

const toQuery = ({ bounds: area, ...rest }: Asked): EventQuery => ({
  ...rest,
  contributor: null,
  boxes: searchBoxes(boxParts(area)),
});

/** The contract's rules over every row, without an index. */
function scan(list: readonly Row[], { bounds: area, ...asked }: Asked) {
  const margin = 0.05;
  const east = area.min_lon > area.max_lon ? area.max_lon + 360 : area.max_lon;
  const inside = (lon: number): boolean => lon >= area.min_lon - margin && lon <= east + margin;
  const candidates = list
    .filter(({ lat }) => lat >= area.min_lat - margin && lat <= area.max_lat + margin)
    .filter(({ lon }) => [lon - 360, lon, lon + 360].some(inside))
    .filter(({ time }) => asked.startMs === null || Date.parse(time) >= asked.startMs)
    .filter(({ time }) => asked.endMs === null || Date.parse(time) <= asked.endMs)
    .filter(({ status }) => asked.status === null || status.toLowerCase() === asked.status.toLowerCase())
    .filter(({ net }) => asked.network === null || net.toLowerCase() === asked.network.toLowerCase())
    .filter(({ mag }) => mag === null || ((asked.minMagnitude ?? -1) <= mag && mag <= (asked.maxMagnitude ?? 99)));
  const wanted = ({ kind }: Row): boolean => asked.kinds === null || kind === '' || asked.kinds.includes(kind.toLowerCase());
  const asksMagnitude = asked.minMagnitude !== null || asked.maxMagnitude !== null;
  const matches = candidates.filter((row) => wanted(row) && !(asksMagnitude && row.mag === null));
  const others = candidates.filter((row) => !wanted(row)).map(({ kind }) => kind);
  return {
    total: matches.length,
    excludedByKind: Object.fromEntries([...new Set(others)].map((kind) => [kind, others.filter((one) => one === kind).length])),
    withoutMagnitude: candidates.filter((row) => wanted(row) && asksMagnitude && row.mag === null).length,
    ids: matches
      .toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))
      .slice(0, asked.limit ?? undefined)
      .map(({ id }) => id),
  };
}

const shown = ({ events, ...counts }: { readonly events: readonly { readonly eventId: string | null }[] }) => ({
  ...counts,
  ids: events.map(({ eventId }) => eventId),
});

test('finds what a scan of every row finds, with the same counts and the same order, whatever the box and the filters', async () => {
  const d = storeDesk();
  await fc.assert(
    fc.asyncProperty(rows, fc.array(queries, { minLength: 40, maxLength: 40 }), async (list, asked) => {
      d.write('earthquakes.csv', csv(list));
      const catalogue = await d.events();
      for (const one of asked) expect(shown(catalogue.search(toQuery(one)))).toEqual(scan(list, one));
    }),
    { numRuns: 60 },
  );
});

test('gives the same answer for every order of the rows', async () => {
  const [a, b] = [storeDesk(), storeDesk()];
  const shuffled = rows.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  await fc.assert(
    fc.asyncProperty(shuffled, fc.array(queries, { minLength: 5, maxLength: 5 }), async ([list, other], asked) => {
      a.write('earthquakes.csv', csv(list));
      b.write('earthquakes.csv', csv(other));
      const [first, second] = [await a.events(), await b.events()];
      for (const one of asked) expect(second.search(toQuery(one))).toEqual(first.search(toQuery(one)));
    }),
    { numRuns: 30 },
  );
});

const everywhere: EventQuery = {
  boxes: [{ min_lon: -180, min_lat: -90, max_lon: 180, max_lat: 90 }],
  startMs: null,
  endMs: null,
  minMagnitude: null,
  maxMagnitude: null,
  status: null,
  network: null,
  contributor: null,
  kinds: null,
  limit: null,
};

test('keeps every field of an event, and finds a contributor by the whole of its name', async () => {
  const d = storeDesk();
  d.write(
    'earthquakes.csv',
    'time,latitude,longitude,depth,mag,magType,gap,net,ids,sources,updated,place,type,reviewstatus\n' +
      '2020-01-02T03:04:05.678Z,1.5,-2.5,0,0,mw,12.5,us,",b,a,",",us,nc,",1577934245678,"Ñandú, ""here""",earthquake,reviewed\n' +
      ',3,4,,,,,,,,,,,\n',
  );
  const catalogue = await d.events();
  expect(catalogue.search(everywhere).events).toEqual([
    {
      identities: ['a', 'b'],
      eventId: null,
      sourceId: 'usgs_fdsn_events',
      timeMs: 1577934245678,
      updatedMs: 1577934245678,
      latitude: 1.5,
      longitude: -2.5,
      depthKm: 0,
      magnitude: 0,
      magnitudeType: 'mw',
      place: 'Ñandú, "here"',
      kind: 'earthquake',
      gapDegrees: 12.5,
      network: 'us',
      status: 'reviewed',
      contributors: ['us', 'nc'],
    },
    expect.objectContaining({ timeMs: null, magnitude: null, place: null, contributors: [], latitude: 3, longitude: 4 }),
  ]);
  const by = (contributor: string) => catalogue.search({ ...everywhere, contributor }).total;
  expect([by('nc'), by('n'), by('us,nc'), by(''), by('%')]).toEqual([1, 0, 0, 0, 0]);
});

test.each([
  ['an empty file', '', 'missing_knowledge_asset'],
  ['a file without the columns', 'a,b\n1,2\n', 'unknown_provider'],
  ['a quote that never ends', 'time,latitude,longitude,place\n2020,1,2,"cut', 'unknown_provider'],
  ['a last row that was cut off', 'time,latitude,longitude,mag\n2020,1,2,5\n2020,1', 'unknown_provider'],
  ['bytes of something else', '\0\u0001\u0002\n\n', 'unknown_provider'],
])('says that %s cannot be used, and keeps nothing of it', async (_name, content, code) => {
  const d = storeDesk();
  d.write('earthquakes.csv', content);
  await expect(d.events()).rejects.toMatchObject({ code });
  expect(d.stores()).toEqual([]);
});

test('has no catalogue where no file is', async () => {
  await expect(storeDesk().events()).rejects.toMatchObject({
    code: 'missing_knowledge_asset',
    facts: { details: { state: 'absent' } },
  });
});
