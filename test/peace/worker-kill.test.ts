import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { WEIGHT_FILES } from '../../src/workers/peace/peace-source.ts';
import { ensureBuilt } from '../build.ts';
import { environmentOf, failureOf, newTrace, openPeer, SOON_MS, temporaryFolder } from '../queue/queue-fixture.ts';
import { writeDetector, writeWeights } from './peace-folder.ts';

beforeAll(ensureBuilt);

async function peaceServer() {
  const folder = temporaryFolder();
  const { settings, process: own } = environmentOf(folder, {
    GEOMAP_DETECTOR: 'peace',
    // Lines that name the processes of the workers.
    GEOMAP_LOG_LEVEL: 'DEBUG',
    GEOMAP_MCP_ALLOWED_ROOTS: folder,
  });
  await writeWeights(settings.model_root, { scoreBias: 1 });
  // Some seconds of arithmetic on a picture of 1280 px, and hardly any on the small one that networks are tried with.
  await writeDetector(join(settings.model_root, WEIGHT_FILES.component), { seed: 3, scoreBias: 1, ballast: 160, imgsz: 1280 });
  mkdirSync(join(folder, 'maps'));
  const path = join(folder, 'maps', 'sheet.png');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  writeFileSync(
    path,
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff', noise } })
      .png()
      .toBuffer(),
  );
  const peer = openPeer({ settings, process: own }, { handlersModule: undefined });
  const { payload } = await peer.runner.run({ name: 'map.register', input: { path }, settings, traceId: newTrace() });
  const processing = (onProgress: (message: string) => void) =>
    peer.runner.run({
      name: 'map.process',
      input: { map_id: payload.map_id },
      settings,
      traceId: newTrace(),
      onProgress: ({ message }) => onProgress(message ?? ''),
    });
  return { peer, processing };
}

const residentBytes = (pid: number): number =>
  1024 * Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Inference shows in the memory of the process: one map between layers of the large network has 65 MB. */
const MAP_BYTES = 65_000_000;

test.skipIf(process.platform !== 'linux')(
  'a vision worker killed in the middle of inference fails its call as worker_lost, and the next call works',
  async () => {
    const { peer, processing } = await peaceServer();
    let killed: Promise<number> | undefined;
    const failure = await failureOf(
      processing(() => {
        if (killed !== undefined) return;
        const started = peer.lines.find((line) => /event=worker_start kind=vision/.test(line)) ?? '';
        const pid = Number(/pid=(\d+)/.exec(started)?.[1]);
        const before = residentBytes(pid);
        killed = vi
          .waitFor(() => expect(residentBytes(pid)).toBeGreaterThan(before + MAP_BYTES), { timeout: 20_000, interval: 10 })
          .then(() => {
            process.kill(pid, 'SIGKILL');
            return performance.now();
          });
      }),
    );
    const lostAfter = performance.now() - ((await killed) ?? 0);
    expect(failure).toMatchObject({ code: 'worker_lost', details: { signal: 'SIGKILL' } });
    expect(lostAfter).toBeLessThan(SOON_MS);
    const { payload } = await processing(() => undefined);
    expect(payload.detector).toMatchObject({ id: 'peace', requested: 'peace' });
  },
);
