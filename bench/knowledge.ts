// Knowledge queries on real data through the whole server: meaning data in the store, worker warm, provider cache empty. In the same
// run and process, as raw reference: the same filter over the whole file, read and parsed as a query without a store has to do it.
// Wanted (p50): about 2,500 earthquakes < 25 ms, world of earthquakes < 40 ms, world of faults < 60 ms, small box of faults < 15 ms,
// enrich_legend < 8 ms; worker below 250 MiB; both files taken in within 10 s.
import { readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { median, openBenchFolder, timed } from './bench-folder.ts';
import { EARTHQUAKES, FAULTS, hasKnowledgeData, installKnowledge } from './knowledge-files.ts';
import { processesOfFolder } from './process-memory.ts';
import { openPeer } from './stdio-peer.ts';

type Corners = readonly [number, number, number, number];
const ROUNDS = 25;
const WORLD: Corners = [-180, -90, 180, 90];
const MARGIN = 0.05;

if (!hasKnowledgeData()) {
  console.log('The shared knowledge data are absent: nothing to measure.');
  process.exit(0);
}

const place = await openBenchFolder({ redis: true });
const assets = await installKnowledge(place.environment.GEOMAP_DATA_ROOT ?? '');
const peer = openPeer(place.environment);
await peer.initialize();

const itemSchema = z.looseObject({
  record_count: z.number(),
  returned_count: z.number(),
  provenance: z.looseObject({ excluded_by_type: z.record(z.string(), z.number()).optional() }),
});
const answerSchema = z.looseObject({
  isError: z.boolean().optional(),
  structuredContent: z.looseObject({ items: z.array(itemSchema) }),
});

/** Everything that an earlier call may have left but the store itself. */
const forgetAnswers = (): void =>
  rmSync(join(place.environment.GEOMAP_CACHE_ROOT ?? '', 'knowledge/v2/providers'), { recursive: true, force: true });

const call = async (name: string, given: object) => {
  const answer = await peer.request('tools/call', { name, arguments: given });
  const checked = answerSchema.safeParse(answer);
  if (!checked.success || checked.data.isError === true) throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 800)}`);
  return checked.data.structuredContent.items[0];
};
const query = ([min_lon, min_lat, max_lon, max_lat]: Corners, provider: string) =>
  call('geomap_query_knowledge', { bounds: { min_lon, min_lat, max_lon, max_lat, crs: 'EPSG:4326' }, include: [provider] });

const rowSchema = z.array(z.looseObject({ latitude: z.string(), longitude: z.string(), type: z.string() }));
/** Earthquakes in a box by reading the file. */
const scanEvents = ([west, south, east, north]: Corners): number =>
  rowSchema.parse(parse(readFileSync(join(assets, EARTHQUAKES)), { columns: true })).filter(({ latitude, longitude, type }) => {
    const [lat, lon] = [Number(latitude), Number(longitude)];
    const inside = lon >= west - MARGIN && lon <= east + MARGIN && lat >= south - MARGIN && lat <= north + MARGIN;
    return inside && type === 'earthquake';
  }).length;

const collectionSchema = z.object({
  features: z.array(z.object({ geometry: z.object({ coordinates: z.array(z.unknown()) }) })),
});
const pairSchema = z.tuple([z.number(), z.number()]);
/** Faults whose box meets a box, by reading the file. */
const scanFaults = ([west, south, east, north]: Corners): number =>
  collectionSchema.parse(JSON.parse(readFileSync(join(assets, FAULTS), 'utf8'))).features.filter(({ geometry }) => {
    const places = geometry.coordinates.flat(8);
    let [inWest, inEast, below, above] = [false, false, false, false];
    for (let at = 0; at + 1 < places.length; at += 2) {
      const [lon, lat] = pairSchema.parse([places[at], places[at + 1]]);
      inWest ||= lon >= west;
      inEast ||= lon <= east;
      below ||= lat >= south;
      above ||= lat <= north;
    }
    return inWest && inEast && below && above;
  }).length;

const firstEvents = await timed(() => query(WORLD, 'earthquake_history'));
const firstFaults = await timed(() => query(WORLD, 'active_faults'));
console.log(
  `first queries, files taken into the store: earthquakes ${firstEvents.toFixed(0)} ms (worker start included), faults ${firstFaults.toFixed(0)} ms; together ${((firstEvents + firstFaults) / 1000).toFixed(2)} s, wanted < 10 s`,
);

type Case = { readonly name: string; readonly wanted: number; readonly ask: () => Promise<unknown>; readonly raw: () => number };
const BOX: Corners = [88, 25, 105, 35];
const SMALL: Corners = [-122.5, 37, -121.5, 38];
const cases: readonly Case[] = [
  { name: 'earthquakes, about 2,500', wanted: 25, ask: () => query(BOX, 'earthquake_history'), raw: () => scanEvents(BOX) },
  { name: 'earthquakes, world', wanted: 40, ask: () => query(WORLD, 'earthquake_history'), raw: () => scanEvents(WORLD) },
  { name: 'faults, world', wanted: 60, ask: () => query(WORLD, 'active_faults'), raw: () => scanFaults(WORLD) },
  { name: 'faults, small box', wanted: 15, ask: () => query(SMALL, 'active_faults'), raw: () => scanFaults(SMALL) },
  {
    name: 'enrich_legend',
    wanted: 8,
    ask: () => call('geomap_enrich_legend', { label: 'Quaternary alluvium' }),
    raw: () => JSON.parse(readFileSync(join(assets, 'k2_rock_type.json'), 'utf8')).length,
  },
];

const times = new Map(cases.map(({ name }): [string, number[]] => [name, []]));
const answers = new Map<string, unknown>();
for (const { ask } of cases) await ask();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { name, ask } of cases) {
    forgetAnswers();
    times.get(name)?.push(
      await timed(async () => {
        answers.set(name, await ask());
      }),
    );
  }
}
const smallest = median(times.get('enrich_legend') ?? []);
console.log(`load average ${loadavg()[0]?.toFixed(1)}: figures of a busy machine say little, ratios more`);
for (const { name, wanted, raw } of cases) {
  const own = times.get(name) ?? [];
  const [p50, p95] = [median(own), own.toSorted((a, b) => a - b)[Math.floor(own.length * 0.95)] ?? Number.NaN];
  const reference = median([await timed(raw), await timed(raw), await timed(raw)]);
  const item = itemSchema.safeParse(answers.get(name)).data;
  const found = `${item?.record_count} found, ${item?.returned_count} returned, left out ${JSON.stringify(item?.provenance.excluded_by_type ?? {})}`;
  console.log(
    `${name}: p50 ${p50.toFixed(1)} ms (wanted < ${wanted}), p95 ${p95.toFixed(1)} ms, ${(p50 / reference).toFixed(3)} times reading the file (${reference.toFixed(1)} ms), ${(p50 / smallest).toFixed(2)} times the smallest call; ${found}`,
  );
}
for (const { name, pid, rssMebibytes } of processesOfFolder(place.root, peer.process.pid ?? 0))
  console.log(`${name} ${pid}: ${rssMebibytes.toFixed(0)} MiB (wanted < 250)`);
await peer.close();
place.remove();
