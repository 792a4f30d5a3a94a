// Cost of one more registration with 2,000 registered artifacts beside that of the first ones, and of one page of the resource
// list, both through the real server and queue. Wanted: a ratio of at most 2, and a page in less than 20 ms.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { NewArtifact, Store } from '../src/domain/catalog/store.ts';
import { openStore } from '../src/platform/store/open-store.ts';
import { type BenchFolder, median, openBenchFolder, timed } from './bench-folder.ts';
import { openPeer, type StdioPeer } from './stdio-peer.ts';

const ARTIFACTS = 2000;
const PER_RUN = 20;
const ROUNDS = 25;
/** One grey pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==', 'base64');

const pageSchema = z.object({ resources: z.array(z.unknown()), nextCursor: z.string().optional() });

const newId = () => randomBytes(16).toString('hex');

const source = (path: string) => ({
  path,
  mimeType: 'image/png',
  bytes: PNG.length,
  mtimeMs: 0,
  sha256: newId() + newId(),
  width: 1,
  height: 1,
  orientation: 1,
  pages: 1,
  page: 0,
});

/** An artifact with a file behind it, so that listing finds what it looks for. */
const artifact = (folder: string): NewArtifact => {
  const id = newId();
  const path = join(folder, `${id}.png`);
  writeFileSync(path, PNG);
  return {
    id,
    path,
    mimeType: 'image/png',
    bytes: PNG.length,
    role: 'component_crop',
    stage: 'hie',
    label: 'legend',
    bbox: [0, 0, 1, 1],
  };
};

const addArtifacts = (store: Store, folder: string) => {
  for (let count = 0; count < ARTIFACTS; count += PER_RUN) {
    const map = store.registerMap(source(join(folder, `run-${count}.png`)));
    const run = { id: newId(), mapId: map.id, sourceSha256: map.sha256, detectorId: 'bench', payload: {} };
    store.publishRun(
      run,
      Array.from({ length: PER_RUN }, () => artifact(folder)),
    );
  }
};

/** Median milliseconds of registering new files. */
const registrations = async (peer: StdioPeer, folder: string, label: string): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = join(folder, `${label}-${round}.png`);
    writeFileSync(path, PNG);
    times.push(await timed(() => peer.request('tools/call', { name: 'geomap_register_map', arguments: { path } })));
  }
  return median(times);
};

/** Milliseconds of each page, from the first to the last, and how many entries they held. */
const readPages = async (peer: StdioPeer): Promise<{ readonly times: readonly number[]; readonly entries: number }> => {
  const times: number[] = [];
  let [cursor, entries]: [string | undefined, number] = [undefined, 0];
  do {
    const started = performance.now();
    const page = pageSchema.parse(await peer.request('resources/list', cursor === undefined ? {} : { cursor }));
    times.push(performance.now() - started);
    entries += page.resources.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { times, entries };
};

const measure = async ({ root, environment }: BenchFolder) => {
  const [maps, made] = [join(root, 'data/maps'), join(root, 'cache/made')];
  for (const folder of [maps, made]) mkdirSync(folder);
  const peer = openPeer(environment);
  await peer.initialize();
  await registrations(peer, maps, 'warm-up');
  const first = await registrations(peer, maps, 'first');
  const store = openStore({ stateRoot: join(root, 'data/state') });
  addArtifacts(store, made);
  store.close();
  const late = await registrations(peer, maps, 'late');
  const { times, entries } = await readPages(peer);
  await peer.close();
  return { first, late, times, entries };
};

const folder = await openBenchFolder({ redis: true });
const { first, late, times, entries } = await measure(folder).finally(folder.remove);
console.log(
  `registration: ${first.toFixed(1)} ms at first, ${late.toFixed(1)} ms with ${ARTIFACTS} artifacts: ratio ${(late / first).toFixed(2)} (wanted: at most 2)`,
);
console.log(
  `resource list: ${entries} entries on ${times.length} pages, median ${median(times).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms (wanted: a page below 20)`,
);
