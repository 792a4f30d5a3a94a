import type { ConvolutionSource, Initializer } from './network.ts';
import { type PickleTensor, STORAGE_BYTES } from './pickle-values.ts';
import { type ReadStorage, tensorNumbers } from './storage-numbers.ts';

/** The bytes of an initializer, little-endian: float32, or int64 for lists of whole numbers. */
export async function initializerBytes({ dims, source }: Initializer, read: ReadStorage): Promise<Uint8Array> {
  switch (source.from) {
    case 'ints': {
      const view = new DataView(new ArrayBuffer(8 * source.values.length));
      for (const [at, value] of source.values.entries()) view.setBigInt64(8 * at, BigInt(value), true);
      return new Uint8Array(view.buffer);
    }
    case 'floats':
      return bytesOf(Float64Array.from(source.values));
    case 'weights': {
      const [only, ...more] = source.sum;
      // Nearly all of them: no second copy of the largest weights.
      if (only !== undefined && more.length === 0) return bytesOf(await foldedWeights(only, read));
      const total = new Float64Array(dims.reduce((product, side) => product * side, 1));
      for (const part of source.sum) addCentred(total, { part, dims }, await foldedWeights(part, read));
      return bytesOf(total);
    }
    case 'biases': {
      const total = new Float64Array(dims[0] ?? 0);
      for (const part of source.sum) await addBiases(total, part, read);
      return bytesOf(total);
    }
    default:
      return source satisfies never;
  }
}

/** Bytes that an initializer has, known before its numbers are. */
export const initializerSize = ({ dims, source }: Initializer): number =>
  dims.reduce((product, side) => product * side, 1) * (source.from === 'ints' ? 8 : 4);

const numbersOf = async (tensor: PickleTensor, read: ReadStorage): Promise<Float64Array> => {
  const { key, dtype, length } = tensor.storage;
  return tensorNumbers(tensor, await read(key, length * STORAGE_BYTES[dtype]));
};

/** Factor of the folded normalisation per output channel, in double precision. */
async function factors({ norm, weight }: ConvolutionSource, read: ReadStorage): Promise<Float64Array> {
  if (norm === undefined) return new Float64Array(weight.size[0] ?? 0).fill(1);
  const [scale, variance] = [await numbersOf(norm.scale, read), await numbersOf(norm.variance, read)];
  return scale.map((value, channel) => value / Math.sqrt((variance[channel] ?? 0) + norm.eps));
}

type Adding = { readonly part: ConvolutionSource; readonly dims: readonly number[] };

/** A kernel times the factor of its normalisation. */
async function foldedWeights(part: ConvolutionSource, read: ReadStorage): Promise<Float64Array> {
  const numbers = await numbersOf(part.weight, read);
  const factor = await factors(part, read);
  const perChannel = numbers.length / factor.length;
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = (numbers[at] ?? 0) * (factor[Math.floor(at / perChannel)] ?? 1);
  return numbers;
}

/** Adds a kernel into the middle of a kernel of `dims`. */
function addCentred(total: Float64Array, { part, dims }: Adding, numbers: Float64Array): void {
  const [channels = 0, depth = 0, rows = 0, columns = 0] = part.weight.size;
  const [, , allRows = 0, allColumns = 0] = dims;
  const [top, left] = [(allRows - rows) / 2, (allColumns - columns) / 2];
  let from = 0;
  for (let plane = 0; plane < channels * depth; plane += 1)
    for (let row = 0; row < rows; row += 1) {
      let to = (plane * allRows + top + row) * allColumns + left;
      for (let column = 0; column < columns; column += 1, from += 1, to += 1) total[to] = (total[to] ?? 0) + (numbers[from] ?? 0);
    }
}

async function addBiases(total: Float64Array, part: ConvolutionSource, read: ReadStorage): Promise<void> {
  const { bias, norm } = part;
  const own = bias ? await numbersOf(bias, read) : new Float64Array(total.length);
  const factor = await factors(part, read);
  const mean = norm ? await numbersOf(norm.mean, read) : new Float64Array(total.length);
  const shift = norm ? await numbersOf(norm.shift, read) : new Float64Array(total.length);
  for (let at = 0; at < total.length; at += 1)
    total[at] = (total[at] ?? 0) + (shift[at] ?? 0) + ((own[at] ?? 0) - (mean[at] ?? 0)) * (factor[at] ?? 1);
}

function bytesOf(numbers: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  for (let at = 0; at < numbers.length; at += 1) view.setFloat32(4 * at, numbers[at] ?? 0, true);
  return new Uint8Array(view.buffer);
}
