import { CheckpointRefusal } from './checkpoint-refusal.ts';

/** Reads the arguments of pickle instructions; every overrun is a refusal. */
export type PickleReader = {
  readonly byte: () => number;
  readonly uint16: () => number;
  readonly uint32: () => number;
  readonly int32: () => number;
  /** A 64-bit length; refused above the size of the pickle. */
  readonly length64: () => number;
  readonly float64: () => number;
  readonly bytes: (count: number) => Uint8Array;
  readonly text: (count: number) => string;
  /** Characters up to the next line feed, which is consumed. */
  readonly line: () => string;
  /** A little-endian integer of `count` bytes in two's complement. */
  readonly integer: (count: number) => number | bigint;
};

const ended = (): CheckpointRefusal => new CheckpointRefusal('damaged', 'its pickle ends too early');
const MAX_LINE = 256;
const MAX_INTEGER_BYTES = 64;

export function createPickleReader(data: Uint8Array): PickleReader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const decoder = new TextDecoder('utf-8');
  let at = 0;
  const step = (count: number): number => {
    if (count < 0 || count > data.length - at) throw ended();
    const from = at;
    at += count;
    return from;
  };
  const bytes = (count: number): Uint8Array => {
    const from = step(count);
    return data.subarray(from, from + count);
  };
  return {
    byte: () => view.getUint8(step(1)),
    uint16: () => view.getUint16(step(2), true),
    uint32: () => view.getUint32(step(4), true),
    int32: () => view.getInt32(step(4), true),
    length64: () => {
      const length = view.getBigUint64(step(8), true);
      if (length > BigInt(data.length)) throw ended();
      return Number(length);
    },
    // The one number that pickles write with the high byte first.
    float64: () => view.getFloat64(step(8), false),
    bytes,
    text: (count) => decoder.decode(bytes(count)),
    line: () => {
      const end = data.indexOf(10, at);
      if (end < 0 || end - at > MAX_LINE) throw ended();
      const text = decoder.decode(data.subarray(at, end));
      at = end + 1;
      return text;
    },
    integer: (count) => integerOf(count, bytes),
  };
}

function integerOf(count: number, bytes: (count: number) => Uint8Array): number | bigint {
  if (count > MAX_INTEGER_BYTES) throw new CheckpointRefusal('too_large', 'one of its numbers is absurdly long');
  const raw = bytes(count);
  let value = 0n;
  for (let at = count - 1; at >= 0; at -= 1) value = (value << 8n) | BigInt(raw[at] ?? 0);
  const signed = BigInt.asIntN(Math.max(1, 8 * count), value);
  return signed >= BigInt(Number.MIN_SAFE_INTEGER) && signed <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(signed) : signed;
}
