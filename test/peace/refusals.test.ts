import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CheckpointRefusal } from '../../src/domain/layout/peace/checkpoint-refusal.ts';
import { planDetector } from '../../src/domain/layout/peace/detector-network.ts';
import { readPickle } from '../../src/domain/layout/peace/pickle-machine.ts';
import { convertCheckpoint } from '../../src/workers/peace/convert-checkpoint.ts';
import { checkpointBytes, newStorages, tensor, writeCheckpoint } from './checkpoint-writer.ts';
import { conv, detectorRoot, layer, listed } from './network-writer.ts';
import { ownFolder, writeDetector } from './peace-folder.ts';
import { type Writable, writePickle } from './pickle-writer.ts';

const reasonOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return 'none';
  } catch (error) {
    if (!(error instanceof CheckpointRefusal)) throw error;
    expect(error.message).toMatch(/^[a-z].{10,}[^.]$/);
    return error.reason;
  }
};

const planOf = (root: Writable): Promise<string> => reasonOf(() => planDetector(readPickle(writePickle(root))));

/** A whole detector with one more entry beside the model. */
function withEntry(value: Writable): Writable {
  const root = detectorRoot(newStorages(1), { seed: 1 });
  return typeof root === 'object' && root !== null && 'dict' in root ? { dict: [...root.dict, ['more', value]] } : root;
}

const modelOf = (layers: readonly Writable[]): Writable => ({
  dict: [['model', layer('YOLOv10DetectionModel', { layers: [['model', listed('Sequential', layers)]] })]],
});

describe('a pickle', () => {
  it.each([
    ['posix', 'system'],
    ['os', 'system'],
    ['builtins', 'eval'],
    ['__builtin__', 'getattr'],
    ['subprocess', 'Popen'],
    ['torch.hub', 'load'],
    ['torch', 'load'],
    ['numpy.testing._private.utils', 'runstring'],
    ['ultralytics.utils', 'os.system'],
    ['ultralytics.utils.checks', 'check_requirements'],
    ['collections.abc', 'OrderedDict'],
  ])('that names %s.%s is refused wherever the name stands', async (module, name) => {
    const call: Writable = { call: { global: [module, name] }, args: ['touch /tmp/x'] };
    expect(await planOf(withEntry(call))).toBe('foreign_global');
    expect(await planOf(withEntry({ global: [module, name] }))).toBe('foreign_global');
  });

  it('with leftovers of a training is read: paths, enumerations, losses and numbers of NumPy stay inert', async () => {
    const leftovers: Writable = [
      { call: { global: ['pathlib', 'PosixPath'] }, args: ['runs', 'detect'] },
      { made: { global: ['dependencies.ultralytics.utils', 'IterableSimpleNamespace'] }, state: { dict: [['imgsz', 1]] } },
      { made: { global: ['ultralytics.utils.loss', 'v8DetectionLoss'] }, state: { dict: [['__proto__', { dict: [] }]] } },
      { call: { global: ['torch', 'device'] }, args: ['cpu'] },
      {
        call: { global: ['numpy.core.multiarray', 'scalar'] },
        args: [{ call: { global: ['numpy', 'dtype'] }, args: ['f8'] }, 'x'],
      },
    ];
    expect(await planOf(withEntry(leftovers))).toBe('none');
    expect(Object.hasOwn(Object.prototype, 'imgsz')).toBe(false);
  });

  it('that holds something else than a detector is refused', async () => {
    expect(await planOf({ dict: [] })).toBe('not_a_detector');
    expect(await planOf([1, 2])).toBe('not_a_detector');
    expect(await planOf({ dict: [['model', layer('ResNet')]] })).toBe('inconsistent');
    expect(await planOf(modelOf([layer('Conv')]))).toBe('not_a_detector');
  });

  it('that goes in circles, very deep, or on without end is refused', async () => {
    // A model whose list of layers is the model itself: memo 0.
    const head = layer('v10Detect', { attributes: [['f', -1]] });
    const self = { raw: [0x71, 1] };
    const circle = Uint8Array.from([
      0x80,
      2,
      0x7d,
      ...[0x58, 5, 0, 0, 0, ...Buffer.from('model')],
      ...[0x63, ...Buffer.from('torch.nn.modules.container\nSequential\n'), 0x29, 0x81, ...self.raw],
      ...[0x7d, 0x58, 8, 0, 0, 0, ...Buffer.from('_modules'), 0x7d],
      ...[0x58, 5, 0, 0, 0, ...Buffer.from('model'), 0x68, 1, 0x73, 0x73, 0x62, 0x73, 0x2e],
    ]);
    expect(await reasonOf(() => planDetector(readPickle(circle)))).toBe('not_a_detector');
    const nested = (depth: number): Writable =>
      depth === 0 ? conv(newStorages(1), { from: 3, to: 3 }) : listed('Sequential', [nested(depth - 1)]);
    expect(await planOf(modelOf([nested(60), head]))).toBe('inconsistent');
    expect(await reasonOf(() => readPickle(new Uint8Array(5000).fill(0x28)))).toBe('too_deep');
    expect(await reasonOf(() => readPickle(new Uint8Array(3_000_000).fill(0x4e)))).toBe('too_large');
    expect(await reasonOf(() => readPickle(new Uint8Array(9 << 20)))).toBe('too_large');
    expect(await reasonOf(() => readPickle(new Uint8Array(0)))).toBe('damaged');
  });

  it('with a layer that contains itself is refused', async () => {
    const at = (text: string): number[] => [0x58, text.length, 0, 0, 0, ...Buffer.from(text)];
    const object = (module: string, name: string): number[] => [0x63, ...Buffer.from(`${module}\n${name}\n`), 0x29, 0x81];
    const head = [...object('ultralytics.nn.modules.head', 'v10Detect'), 0x7d, ...at('f'), 0x4b, 0, 0x73, 0x62];
    const looped = [
      ...object('torch.nn.modules.container', 'Sequential'),
      0x71,
      7,
      ...[0x7d, ...at('f'), 0x4a, 255, 255, 255, 255, 0x73, ...at('_modules'), 0x7d, ...at('0'), 0x68, 7, 0x73, 0x73, 0x62],
    ];
    const list = [
      ...object('torch.nn.modules.container', 'Sequential'),
      ...[0x7d, ...at('_modules'), 0x7d, ...at('0'), ...looped, 0x73, ...at('1'), ...head, 0x73, 0x73, 0x62],
    ];
    const model = [
      ...object('ultralytics.nn.tasks', 'YOLOv10DetectionModel'),
      ...[0x7d, ...at('_modules'), 0x7d, ...at('model'), ...list, 0x73, 0x73, 0x62],
    ];
    const pickle = Uint8Array.from([0x80, 2, 0x7d, ...at('model'), ...model, 0x73, 0x2e]);
    expect(await reasonOf(() => planDetector(readPickle(pickle)))).toBe('cyclic');
  });

  it('with tensors of absurd sizes or beyond their storage is refused', async () => {
    const place = { key: '0', type: 'HalfStorage', length: 4 };
    expect(await planOf(withEntry(tensor(place, [4], 1)))).toBe('damaged');
    expect(await planOf(withEntry(tensor({ ...place, length: 2 ** 30 }, [4])))).toBe('too_large');
    expect(await planOf(withEntry(tensor(place, [100_000, 100_000])))).toBe('too_large');
    expect(await planOf(withEntry(tensor({ ...place, type: 'ComplexStorage' }, [4])))).toBe('foreign_global');
    expect(await planOf(withEntry(tensor({ ...place, key: '../../secret' }, [4])))).toBe('bad_pickle');
  });

  it('trained with a picture size that cannot be is refused; others are rounded up to a multiple of 32', async () => {
    const root = (imgsz: Writable): Writable => detectorRoot(newStorages(1), { seed: 1, imgsz });
    expect(await planOf(root(1_000_000))).toBe('unsupported');
    expect(await planOf(root(-5))).toBe('unsupported');
    expect(await planOf(root('big'))).toBe('unsupported');
    const sizeOf = (imgsz: Writable) => planDetector(readPickle(writePickle(root(imgsz)))).inputSize;
    expect([sizeOf(50), sizeOf([100, 33]), sizeOf(null)]).toEqual([
      [64, 64],
      [128, 64],
      [640, 640],
    ]);
  });
});

describe('a file', () => {
  const target = (folder: string): string => join(folder, 'out', 'network.onnx');

  it('that is no archive, is cut off, or is of the old format is refused with its reason, and nothing is written', async () => {
    const folder = ownFolder();
    const whole = join(folder, 'whole.pt');
    await writeDetector(whole, { seed: 3 });
    const cut = join(folder, 'cut.pt');
    writeFileSync(cut, readFileSync(whole));
    truncateSync(cut, readFileSync(whole).length - 100);
    writeFileSync(join(folder, 'empty.pt'), '');
    writeFileSync(join(folder, 'text.pt'), 'Sorry, the quota is exceeded');
    writeFileSync(join(folder, 'old.pt'), Buffer.from('80028a0a6cfc9c46f9206aa850192e8002', 'hex'));
    const reasons = [];
    for (const name of ['cut', 'empty', 'text', 'old', 'absent'])
      reasons.push(await reasonOf(() => convertCheckpoint(join(folder, `${name}.pt`), target(folder))));
    expect(reasons).toEqual(['damaged', 'not_zip', 'not_zip', 'legacy_format', 'unreadable']);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('whose storages are missing, short or altered is refused, and no part of a network stays', async () => {
    const folder = ownFolder();
    const storages = newStorages(4);
    const { pickle } = checkpointBytes(detectorRoot(storages, { seed: 4 }), storages);
    const convert = async (data: ReadonlyMap<string, Uint8Array>): Promise<string> => {
      await writeCheckpoint(join(folder, 'x.pt'), { pickle, storages: data });
      return reasonOf(() => convertCheckpoint(join(folder, 'x.pt'), target(folder)));
    };
    expect(await convert(new Map([...storages.data].slice(3)))).toBe('damaged');
    expect(await convert(new Map([...storages.data].map(([key, data]) => [key, data.subarray(1)])))).toBe('damaged');
    expect(readdirSync(join(folder, 'out'))).toEqual([]);
    expect(await convert(storages.data)).toBe('none');
  });

  it('that would unpack to an absurd size is refused without unpacking it', async () => {
    const folder = ownFolder();
    const pickle = new Uint8Array(9 << 20);
    await writeCheckpoint(join(folder, 'bomb.pt'), { pickle, storages: new Map() }, true);
    expect(await reasonOf(() => convertCheckpoint(join(folder, 'bomb.pt'), target(folder)))).toBe('too_large');
    // The size in the directory is a claim: here it says four gigabytes.
    const file = readFileSync(join(folder, 'bomb.pt'));
    const directory = file.indexOf(Buffer.from('504b0102', 'hex'));
    file.writeUInt32LE(0xfffffff0, directory + 24);
    writeFileSync(join(folder, 'bomb.pt'), file);
    expect(await reasonOf(() => convertCheckpoint(join(folder, 'bomb.pt'), target(folder)))).toBe('too_large');
  });

  it('that is damaged anywhere converts or is refused with a reason, and never hangs', async () => {
    const folder = ownFolder();
    await writeDetector(join(folder, 'whole.pt'), { seed: 5, width: 2, classes: 1 });
    const whole = readFileSync(join(folder, 'whole.pt'));
    mkdirSync(join(folder, 'out'));
    const damage = fc.record({
      flips: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 4,
      }),
      cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ flips, cut }) => {
        const bytes = Buffer.from(whole.subarray(0, cut === null ? whole.length : Math.floor(cut * whole.length)));
        for (const [place, value] of flips) if (bytes.length > 0) bytes[Math.floor(place * (bytes.length - 1))] = value;
        writeFileSync(join(folder, 'x.pt'), bytes);
        await reasonOf(() => convertCheckpoint(join(folder, 'x.pt'), target(folder)));
      }),
      { numRuns: 120 },
    );
    expect(readdirSync(join(folder, 'out')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('whose pickle alone is damaged is refused with a reason or read, and never hangs', () => {
    const storages = newStorages(6);
    const { pickle } = checkpointBytes(detectorRoot(storages, { seed: 6, width: 2, classes: 1 }), storages);
    fc.assert(
      fc.property(fc.nat(pickle.length - 1), fc.integer({ min: 0, max: 255 }), (place, value) => {
        const bytes = Uint8Array.from(pickle);
        bytes[place] = value;
        try {
          planDetector(readPickle(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(CheckpointRefusal);
        }
      }),
      { numRuns: 800 },
    );
  });
});
