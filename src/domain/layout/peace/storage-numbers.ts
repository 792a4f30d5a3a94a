import { CheckpointRefusal } from './checkpoint-refusal.ts';
import type { PickleTensor, StorageType } from './pickle-values.ts';

/** Hands out the bytes of a storage by its key, at least `bytes` of them. */
export type ReadStorage = (key: string, bytes: number) => Promise<Uint8Array>;

let halves: Float32Array | undefined;

/** All 65,536 half-precision numbers by their bits. */
function halfTable(): Float32Array {
  if (halves !== undefined) return halves;
  const table = new Float32Array(1 << 16);
  for (let bits = 0; bits < table.length; bits += 1) {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    if (exponent === 31) table[bits] = fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    else if (exponent === 0) table[bits] = sign * fraction * 2 ** -24;
    else table[bits] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  }
  halves = table;
  return table;
}

/** Reads the element at an index; storages are little-endian. */
function elementReader(bytes: Uint8Array, dtype: StorageType): (index: number) => number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (dtype) {
    case 'HalfStorage': {
      const table = halfTable();
      return (index) => table[view.getUint16(2 * index, true)] ?? 0;
    }
    case 'FloatStorage':
      return (index) => view.getFloat32(4 * index, true);
    case 'DoubleStorage':
      return (index) => view.getFloat64(8 * index, true);
    case 'BFloat16Storage': {
      const word = new DataView(new ArrayBuffer(4));
      return (index) => {
        word.setUint32(0, view.getUint16(2 * index, true) << 16);
        return word.getFloat32(0);
      };
    }
    default:
      throw new CheckpointRefusal('unsupported', `weights are stored as ${dtype}`);
  }
}

/** The numbers of a tensor in row-major order. */
export function tensorNumbers(tensor: PickleTensor, bytes: Uint8Array): Float64Array {
  const { size, stride, offset } = tensor;
  const read = elementReader(bytes, tensor.storage.dtype);
  const total = size.reduce((product, side) => product * side, 1);
  const numbers = new Float64Array(total);
  if (isContiguous(tensor)) {
    for (let index = 0; index < total; index += 1) numbers[index] = read(offset + index);
    return numbers;
  }
  const place = size.map(() => 0);
  let at = offset;
  for (let index = 0; index < total; index += 1) {
    numbers[index] = read(at);
    for (let axis = size.length - 1; axis >= 0; axis -= 1) {
      const step = stride[axis] ?? 0;
      const next = (place[axis] ?? 0) + 1;
      at += step;
      if (next < (size[axis] ?? 0)) {
        place[axis] = next;
        break;
      }
      at -= next * step;
      place[axis] = 0;
    }
  }
  return numbers;
}

/** Whether the elements lie one after the other, as nearly always. */
function isContiguous({ size, stride }: PickleTensor): boolean {
  let step = 1;
  for (let axis = size.length - 1; axis >= 0; axis -= 1) {
    if (size[axis] !== 1 && stride[axis] !== step) return false;
    step *= size[axis] ?? 1;
  }
  return true;
}
