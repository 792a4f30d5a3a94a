import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode } from '../../src/domain/layout/peace/decode.ts';
import { openOnnxSession } from '../../src/workers/adapters/onnx-session.ts';
import { convertCheckpoint } from '../../src/workers/peace/convert-checkpoint.ts';
import { createNetworkRunner } from '../../src/workers/peace/network-runner.ts';
import { ownFolder } from './peace-folder.ts';

const DATA = new URL('../../../shared/data/detector/', import.meta.url).pathname;

/** Numbers of a file of NumPy. */
function npy(name: string): Float32Array {
  const file = readFileSync(join(DATA, name));
  const start = 10 + file.readUInt16LE(8);
  return new Float32Array(file.buffer.slice(file.byteOffset + start, file.byteOffset + file.length));
}

const largest = (one: ArrayLike<number>, two: ArrayLike<number>): number =>
  Array.from(one).reduce((most, value, at) => Math.max(most, Math.abs(value - (two[at] ?? Number.NaN))), 0);

describe.skipIf(!existsSync(DATA))('checkpoints of the real format (skipped without ../shared)', () => {
  it.each(['tinyn', 'tinyx'])('%s gives the detections of the reference network', async (name) => {
    const file = join(ownFolder(), 'network.onnx');
    const network = { ...(await convertCheckpoint(join(DATA, `${name}.pt`), file)), file, sourceSha256: '' };
    const runner = createNetworkRunner({ open: openOnnxSession });
    const maps = await runner.run(network, { tensor: npy(`ref_${name}_320x256_x.npy`), width: 256, height: 320 });
    await runner.release();
    for (const [level, map] of maps.entries()) {
      const reference = `ref_${name}_320x256_raw${level}.npy`;
      if (existsSync(join(DATA, reference))) expect(largest(map.data, npy(reference))).toBeLessThan(2e-4);
    }
    const found = decode(maps, { strides: network.outputs.map(({ stride }) => stride), classes: network.classes });
    const rows = npy(`ref_${name}_320x256_det.npy`);
    expect(found).toHaveLength(rows.length / 6);
    for (let at = 0; at < rows.length; at += 6) {
      const [score = 0, classId = 0] = rows.subarray(at + 4, at + 6);
      const box = rows.subarray(at, at + 4);
      const match = found.find((each) => each.classId === classId && largest(each.box, box) < 0.02);
      expect(Math.abs((match?.score ?? Number.NaN) - score)).toBeLessThan(5e-5);
    }
  });

  it.each([
    ['evil_os', 'foreign_global', /posix\.system/],
    ['evil_legacy', 'legacy_format', /old format/],
  ])('%s is refused, and nothing happens', async (name, reason, message) => {
    const file = join(ownFolder(), 'network.onnx');
    await expect(convertCheckpoint(join(DATA, `${name}.pt`), file)).rejects.toMatchObject({
      reason,
      message: expect.stringMatching(message),
    });
    expect([existsSync(file), existsSync('/tmp/pwned_pt')]).toEqual([false, false]);
  });
});
