// Idle memory of the MCP process, and what else runs: before the first call, after one, and after the server has ended.
// Wanted: below 130 MiB, and no other process before the first call or after the idle time.
import { setTimeout as wait } from 'node:timers/promises';
import { openBenchFolder } from './bench-folder.ts';
import { processesOfFolder, processOf } from './process-memory.ts';
import { openPeer } from './stdio-peer.ts';

const IDLE_SECONDS = 2;
const PATIENCE_MS = 15_000;

const folder = await openBenchFolder({ redis: true });
const peer = openPeer({ ...folder.environment, GEOMAP_IDLE_SECONDS: String(IDLE_SECONDS) });
const pid = peer.process.pid ?? 0;

const others = () => processesOfFolder(folder.root, pid);
const show = (moment: string) => {
  const names = others().map(({ name, rssMebibytes }) => `${name} ${rssMebibytes.toFixed(0)} MiB`);
  console.log(
    `${moment}: MCP process ${processOf(pid)?.rssMebibytes.toFixed(0) ?? '-'} MiB; others: ${names.join(', ') || 'none'}`,
  );
};
/** Waits until `done` or patience ends; there is no event for the end of a process that is not our child. */
const until = async (done: () => boolean): Promise<number> => {
  const started = performance.now();
  while (!done() && performance.now() - started < PATIENCE_MS) await wait(100);
  return (performance.now() - started) / 1000;
};

await peer.initialize();
await peer.request('tools/list', {});
await wait(1000);
show('after initialize and tools/list');
await peer.request('tools/call', { name: 'geomap_list_capabilities', arguments: {} });
show('after a call');
const idle = await until(() => others().length === 0);
show(`${idle.toFixed(1)} s later (idle limit ${IDLE_SECONDS} s)`);
await peer.close();
const gone = await until(() => others().length === 0);
console.log(`after the server's end: ${others().length} processes left, ${gone.toFixed(1)} s later`);
folder.remove();
