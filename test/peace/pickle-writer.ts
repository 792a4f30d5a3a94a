/** A value for the pickle writer: plain ones, and the forms that a checkpoint of PyTorch needs. */
export type Writable =
  | null
  | boolean
  | number
  | string
  | readonly Writable[]
  | { readonly float: number }
  | { readonly tuple: readonly Writable[] }
  | { readonly dict: readonly (readonly [Writable, Writable])[] }
  | { readonly ordered: readonly (readonly [Writable, Writable])[] }
  | { readonly global: readonly [string, string] }
  | { readonly call: Writable; readonly args: readonly Writable[] }
  /** An object of a class, with its attributes. */
  | { readonly made: Writable; readonly state: Writable }
  | { readonly persistent: readonly Writable[] }
  /** Instructions as they stand, which leave one value. */
  | { readonly raw: readonly number[] };

const MARK = 0x28;
const utf8 = new TextEncoder();

function uint32(value: number): number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255];
}

function float(value: number): number[] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return [0x47, ...new Uint8Array(view.buffer)];
}

function group(values: readonly Writable[]): number[] {
  return [MARK, ...values.flatMap(bodyOf)];
}

const items = (pairs: readonly (readonly [Writable, Writable])[]): number[] => [...group(pairs.flat()), 0x75];

function bodyOf(value: Writable): number[] {
  if (value === null) return [0x4e];
  if (typeof value === 'boolean') return [value ? 0x88 : 0x89];
  if (typeof value === 'number') return Number.isInteger(value) ? [0x4a, ...uint32(value)] : float(value);
  if (typeof value === 'string') {
    const bytes = utf8.encode(value);
    return [0x58, ...uint32(bytes.length), ...bytes];
  }
  if ('length' in value) return [0x5d, ...group(value), 0x65];
  if ('float' in value) return float(value.float);
  if ('tuple' in value) return [...group(value.tuple), 0x74];
  if ('dict' in value) return [0x7d, ...items(value.dict)];
  if ('ordered' in value) return [...bodyOf({ global: ['collections', 'OrderedDict'] }), 0x29, 0x52, ...items(value.ordered)];
  if ('global' in value) return [0x63, ...utf8.encode(`${value.global[0]}\n${value.global[1]}\n`)];
  if ('call' in value) return [...bodyOf(value.call), ...bodyOf({ tuple: value.args }), 0x52];
  if ('made' in value) return [...bodyOf(value.made), 0x29, 0x81, ...bodyOf(value.state), 0x62];
  if ('persistent' in value) return [...bodyOf({ tuple: value.persistent }), 0x51];
  return [...value.raw];
}

/** A pickle of protocol 2, written without a memo. */
export const writePickle = (value: Writable): Uint8Array => Uint8Array.from([0x80, 2, ...bodyOf(value), 0x2e]);
