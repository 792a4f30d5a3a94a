// Time and peak memory of processing very large scans through the built server: a 199 MiB uncompressed RGB TIFF and a baseline JPEG
// of 24,000 x 16,000 px, both made here from a drawn sheet. Wanted: the vision worker below 1.2 GiB, and nothing left of the copy.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawSheet } from '../src/demo/sheet-drawing.ts';
import { planSheet } from '../src/demo/sheet-planner.ts';
import { createGlyphSource } from '../src/workers/adapters/font.ts';
import { openBenchFolder } from './bench-folder.ts';
import { processesOfFolder } from './process-memory.ts';
import { openPeer } from './stdio-peer.ts';

const LIMIT_MIB = 1.2 * 1024;
const folder = await openBenchFolder({ redis: true });
const maps = join(folder.root, 'data', 'maps');
await mkdir(maps);

sharp.cache(false);
/** The drawn sheet with the grain of a scan, so that nothing packs well. */
const sheet = await sharp(Buffer.from(drawSheet(planSheet(7), createGlyphSource())))
  .flatten({ background: '#fff' })
  .png()
  .toBuffer();
const large = (width: number, height: number) => sharp(sheet).resize(width, height, { fit: 'fill', kernel: 'cubic' });
await large(10_200, 6_800).tiff({ compression: 'none' }).toFile(join(maps, 'plain.tif'));
await large(24_000, 16_000).jpeg({ quality: 85, progressive: false }).toFile(join(maps, 'wide.jpg'));

const call = async (name: string, args: Readonly<Record<string, unknown>>) => {
  const started = performance.now();
  const answer = await peer.request('tools/call', { name, arguments: args });
  return { answer: JSON.stringify(answer), seconds: (performance.now() - started) / 1000 };
};
const peer = openPeer({ ...folder.environment, GEOMAP_DETECTOR: 'builtin' });
await peer.initialize();
for (const file of ['plain.tif', 'wide.jpg']) {
  const registered = await call('geomap_register_map', { path: join(maps, file) });
  const mapId = /"map_id":"([0-9a-f]{32})"/.exec(registered.answer)?.[1];
  const processed = await call('geomap_process_image', { map_id: mapId });
  const vision = processesOfFolder(folder.root, peer.process.pid ?? 0).filter(({ origin }) => /vision/.test(origin));
  const peak = Math.max(0, ...vision.map(({ peakMebibytes }) => peakMebibytes));
  const again = await call('geomap_process_image', { map_id: mapId });
  const part = await call('geomap_read_region', { map_id: mapId, tile: { rows: 8, columns: 8, index: 63 } });
  const failed = [registered, processed, again, part].filter(({ answer }) => !answer.includes('"isError":false')).length;
  console.log(
    `${file}: registered in ${registered.seconds.toFixed(1)} s, processed in ${processed.seconds.toFixed(1)} s (again ${(again.seconds * 1000).toFixed(0)} ms), last tile of 8 x 8 in ${part.seconds.toFixed(1)} s; vision worker peak ${peak.toFixed(0)} MiB (wanted: at most ${LIMIT_MIB.toFixed(0)})${failed > 0 ? `; ${failed} calls FAILED` : ''}`,
  );
}
await peer.close();
await rm(maps, { recursive: true });
folder.remove();
