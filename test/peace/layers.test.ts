import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initializerBytes } from '../../src/domain/layout/peace/initializer-numbers.ts';
import { emitLayer } from '../../src/domain/layout/peace/layers.ts';
import { asModule } from '../../src/domain/layout/peace/module-tree.ts';
import { INPUT } from '../../src/domain/layout/peace/network.ts';
import { createNetworkBuilder } from '../../src/domain/layout/peace/network-builder.ts';
import { encodeModel } from '../../src/domain/layout/peace/onnx-encoding.ts';
import { readPickle } from '../../src/domain/layout/peace/pickle-machine.ts';
import { openOnnxSession } from '../../src/workers/adapters/onnx-session.ts';
import { newStorages, type Storages, tensorOf } from './checkpoint-writer.ts';
import { type ConvSizes, conv, conv2d, layer } from './network-writer.ts';
import { ownFolder } from './peace-folder.ts';
import { type Writable, writePickle } from './pickle-writer.ts';

type Picture = { readonly channels: number; readonly height: number; readonly width: number; readonly data: Float32Array };

const noise = (channels: number, [height, width]: readonly [number, number], storages: Storages): Picture => ({
  channels,
  height,
  width,
  data: Float32Array.from({ length: channels * height * width }, () => storages.random()),
});

/** The layer alone as a network, run by onnxruntime on a picture of three channels. */
async function runLayer(written: Writable, storages: Storages, input: Picture): Promise<Float32Array> {
  const module = asModule(readPickle(writePickle(written)));
  if (module === undefined) throw new Error('the test wrote no layer');
  const to = createNetworkBuilder();
  const output = emitLayer(to, module, { name: INPUT, channels: 3 });
  const parts = [];
  for (const part of encodeModel({ nodes: to.nodes, initializers: to.initializers, outputs: [output] }))
    parts.push(
      'bytes' in part
        ? part.bytes
        : await initializerBytes(part.initializer, async (key) => storages.data.get(key) ?? new Uint8Array(0)),
    );
  const file = join(ownFolder(), 'layer.onnx');
  writeFileSync(file, Buffer.concat(parts));
  const session = await openOnnxSession(file);
  const results = await session.run(input.data, input);
  await session.release();
  return results.get(output.name)?.data ?? new Float32Array(0);
}

type Kernel = ConvSizes & { readonly weight: Float32Array; readonly bias: Float32Array };

/** The definition of a convolution, number by number. */
function naive(input: Picture, { from, to, kernel = 1, stride = 1, groups = 1, weight, bias }: Kernel): Picture {
  const padding = Math.floor(kernel / 2);
  const size = (side: number): number => Math.floor((side + 2 * padding - kernel) / stride) + 1;
  const [height, width] = [size(input.height), size(input.width)];
  const data = new Float32Array(to * height * width);
  const [perGroup, outPerGroup] = [from / groups, to / groups];
  for (let o = 0; o < to; o += 1)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        let sum = bias[o] ?? 0;
        for (let c = 0; c < perGroup; c += 1)
          for (let ky = 0; ky < kernel; ky += 1)
            for (let kx = 0; kx < kernel; kx += 1) {
              const [sy, sx] = [y * stride + ky - padding, x * stride + kx - padding];
              if (sy < 0 || sx < 0 || sy >= input.height || sx >= input.width) continue;
              const channel = Math.floor(o / outPerGroup) * perGroup + c;
              sum +=
                (weight[((o * perGroup + c) * kernel + ky) * kernel + kx] ?? 0) *
                (input.data[(channel * input.height + sy) * input.width + sx] ?? 0);
            }
        data[(o * height + y) * width + x] = sum;
      }
  return { channels: to, height, width, data };
}

/** The floats of the storages that were written since `before`, in order. */
const writtenSince = (storages: Storages, before: number): readonly Float32Array[] =>
  [...storages.data.values()].slice(before).map((bytes) => new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4));

/** Normalisation as its definition says it, after the convolution. */
function normalised(picture: Picture, [scale, shift, mean, variance]: readonly (Float32Array | undefined)[]): Picture {
  const area = picture.height * picture.width;
  const data = picture.data.map((value, at) => {
    const channel = Math.floor(at / area);
    const spread = Math.sqrt((variance?.[channel] ?? 0) + 0.001);
    return ((value - (mean?.[channel] ?? 0)) / spread) * (scale?.[channel] ?? 0) + (shift?.[channel] ?? 0);
  });
  return { ...picture, data };
}

const silu = (value: number): number => value / (1 + Math.exp(-value));

function expectClose(found: Float32Array, expected: ArrayLike<number>): void {
  expect(found).toHaveLength(expected.length);
  expect(found.reduce((most, value, at) => Math.max(most, Math.abs(value - (expected[at] ?? Number.NaN))), 0)).toBeLessThan(2e-5);
}

describe('a layer of a checkpoint', () => {
  it('of convolution, normalisation and activation gives what its definition gives', async () => {
    const sizes = fc.record({
      seed: fc.integer({ min: 1, max: 1e6 }),
      kernel: fc.constantFrom(1, 3, 5, 7),
      stride: fc.constantFrom(1, 2),
      groups: fc.constantFrom(1, 3),
      per: fc.integer({ min: 1, max: 3 }),
      act: fc.constantFrom('SiLU' as const, 'Identity' as const),
      size: fc.tuple(fc.integer({ min: 1, max: 13 }), fc.integer({ min: 1, max: 13 })),
    });
    await fc.assert(
      fc.asyncProperty(sizes, async ({ seed, per, size, ...rest }) => {
        const storages = newStorages(seed);
        const shape = { from: 3, to: 3 * per, ...rest };
        const input = noise(3, size, storages);
        const written = conv(storages, shape);
        const floats = writtenSince(storages, 0);
        // The order in which the writer makes them: normalisation first.
        const weight = floats[4] ?? new Float32Array(0);
        const plain = naive(input, { ...shape, weight, bias: new Float32Array(shape.to) });
        const { data } = normalised(plain, floats.slice(0, 4));
        expectClose(await runLayer(written, storages, input), rest.act === 'SiLU' ? data.map(silu) : data);
      }),
      { numRuns: 25 },
    );
  });

  it('that was folded before, without normalisation, keeps its bias', async () => {
    const storages = newStorages(9);
    const input = noise(3, [5, 6], storages);
    const shape = { from: 3, to: 4, kernel: 3 };
    const written = layer('Conv', {
      layers: [
        ['conv', conv2d(storages, shape, true)],
        ['act', layer('Identity')],
      ],
    });
    const floats = writtenSince(storages, 0);
    const weight = floats.find((each) => each.length === 108) ?? new Float32Array(0);
    const bias = floats.find((each) => each.length === 4) ?? new Float32Array(0);
    expectClose(await runLayer(written, storages, input), naive(input, { ...shape, weight, bias }).data);
  });

  it('of two kernels side by side gives the sum of both', async () => {
    const storages = newStorages(11);
    const input = noise(3, [9, 8], storages);
    const parts = [7, 3].map((kernel) => {
      const before = storages.data.size;
      const shape = { from: 3, to: 3, kernel, groups: 3, act: 'Identity' as const };
      const written = conv(storages, shape);
      const floats = writtenSince(storages, before);
      const plain = naive(input, { ...shape, weight: floats[4] ?? new Float32Array(0), bias: new Float32Array(3) });
      return { written, data: normalised(plain, floats.slice(0, 4)).data };
    });
    const written = layer('RepVGGDW', {
      layers: [...parts.map((part, at) => [at === 0 ? 'conv' : 'conv1', part.written] as const), ['act', layer('SiLU')]],
    });
    const sum = parts[0]?.data.map((value, at) => silu(value + (parts[1]?.data[at] ?? 0))) ?? [];
    expectClose(await runLayer(written, storages, input), sum);
  });

  it('that enlarges repeats every pixel; one that pools takes the greatest', async () => {
    const storages = newStorages(12);
    const input = noise(3, [3, 4], storages);
    const attributes = [
      ['scale_factor', { float: 2 }],
      ['mode', 'nearest'],
    ] as const;
    const larger = await runLayer(layer('Upsample', { attributes }), storages, input);
    const expected = Array.from({ length: 3 * 6 * 8 }, (_, at) => {
      const [c, y, x] = [Math.floor(at / 48), Math.floor((at % 48) / 8), at % 8];
      return input.data[(c * 3 + (y >> 1)) * 4 + (x >> 1)] ?? 0;
    });
    expectClose(larger, expected);
    const pool = layer('MaxPool2d', {
      attributes: [
        ['kernel_size', 5],
        ['stride', 1],
        ['padding', 2],
      ],
    });
    const pooled = await runLayer(pool, storages, { ...input, channels: 3 });
    expect(pooled[0]).toBe(Math.max(...[0, 1, 2, 4, 5, 6, 8, 9, 10].map((at) => input.data[at] ?? 0)));
  });

  it('whose storage is shared and strided is read where it lies', async () => {
    const storages = newStorages(13);
    const input = noise(3, [2, 2], storages);
    const numbers = Float32Array.from({ length: 9 }, (_, at) => at / 10);
    tensorOf(storages, [9], numbers);
    // The transposed matrix, by its strides alone.
    const storage: Writable = { persistent: ['storage', { global: ['torch', 'FloatStorage'] }, '0', 'cpu', 9] };
    const args: Writable[] = [storage, 0, { tuple: [3, 3, 1, 1] }, { tuple: [1, 3, 1, 1] }, false, { ordered: [] }];
    const weight: Writable = { call: { global: ['torch._utils', '_rebuild_tensor_v2'] }, args };
    const one: Writable = { tuple: [1, 1] };
    const attributes = [
      ['kernel_size', one],
      ['stride', one],
      ['padding', 0],
      ['dilation', 1],
      ['groups', 1],
    ] as const;
    const written = layer('Conv2d', { attributes, tensors: [['weight', weight]] });
    const transposed = Float32Array.from([0, 3, 6, 1, 4, 7, 2, 5, 8], (at) => numbers[at] ?? 0);
    const expected = naive(input, { from: 3, to: 3, weight: transposed, bias: new Float32Array(3) });
    expectClose(await runLayer(written, storages, input), expected.data);
  });
});
