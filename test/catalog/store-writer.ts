import { openStore } from '../../src/platform/store/open-store.ts';
import { sourceFacts } from './store-fixture-facts.ts';

/*
 * One of several processes that write to one store at the same time. Waits for a message, registers the same file, adds
 * georeferences, and answers with what it got.
 */
const stateRoot = process.argv[2] ?? '';
const fits = Number(process.argv[3]);

process.on('message', () => {
  const store = openStore({ stateRoot });
  const map = store.registerMap(sourceFacts('/maps/same.png'));
  const revisions = Array.from(
    { length: fits },
    () => store.addGeoref(map.id, () => ({ sourceSha256: '', document: { by: process.pid } })).revision,
  );
  store.close();
  process.send?.({ id: map.id, revisions }, () => process.exit(0));
});
process.send?.('ready');
