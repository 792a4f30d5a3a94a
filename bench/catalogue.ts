// Cost of one more registration with 2,000 registered artifacts beside that of the first, and of one page of the resource list.
// Wanted: a ratio of at most 2, and a page in less than 20 ms. The store is used as the workers use it, without a queue between.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { NewArtifact, Store } from '../src/domain/catalog/store.ts';
import { openStore } from '../src/platform/store/open-store.ts';
import { median, openBenchFolder, timed } from './bench-folder.ts';

const ARTIFACTS = 2000;
const PER_RUN = 20;
const PAGE = 100;
const ROUNDS = 25;

const newId = () => randomBytes(16).toString('hex');

const source = (path: string) => ({
  path,
  mimeType: 'image/png',
  bytes: 1000,
  mtimeMs: 0,
  sha256: newId() + newId(),
  width: 100,
  height: 100,
  orientation: 1,
  pages: 1,
  page: 0,
});

const artifact = (folder: string): NewArtifact => {
  const id = newId();
  return {
    id,
    path: join(folder, `${id}.png`),
    mimeType: 'image/png',
    bytes: 1000,
    role: 'component_crop',
    stage: 'hie',
    label: 'legend',
    bbox: [0, 0, 10, 10],
  };
};

const registrations = async (store: Store, label: string): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await timed(() => store.registerMap(source(`/maps/${label}-${round}.png`))));
  return median(times);
};

const addArtifacts = (store: Store, folder: string) => {
  for (let count = 0; count < ARTIFACTS; count += PER_RUN) {
    const map = store.registerMap(source(`/maps/run-${count}.png`));
    const run = { id: newId(), mapId: map.id, sourceSha256: map.sha256, detectorId: 'bench', payload: {} };
    store.publishRun(
      run,
      Array.from({ length: PER_RUN }, () => artifact(folder)),
    );
  }
};

/** Milliseconds of each page, from the first to the last. */
const readPages = async (store: Store): Promise<readonly number[]> => {
  const times: number[] = [];
  let cursor: string | undefined;
  do {
    times.push(
      await timed(() => {
        cursor = store.listResources(cursor, PAGE).nextCursor ?? undefined;
      }),
    );
  } while (cursor !== undefined);
  return times;
};

const folder = await openBenchFolder({ redis: false });
const store = openStore({ stateRoot: join(folder.root, 'data/state') });
store.registerMap(source('/maps/warm-up.png'));
const first = await registrations(store, 'first');
addArtifacts(store, folder.root);
const late = await registrations(store, 'late');
const pages = await readPages(store);
store.close();
folder.remove();

console.log(
  `registration: ${first.toFixed(2)} ms at first, ${late.toFixed(2)} ms with ${ARTIFACTS} artifacts: ratio ${(late / first).toFixed(2)} (wanted: at most 2)`,
);
console.log(
  `pages of the resource list: ${pages.length} of ${PAGE}, median ${median(pages).toFixed(2)} ms, slowest ${Math.max(...pages).toFixed(2)} ms (wanted: below 20)`,
);
