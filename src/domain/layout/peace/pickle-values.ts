/** A class or function that a pickle names. Only the name is kept: nothing is ever looked up or called. */
export type PickleGlobal = { readonly kind: 'global'; readonly module: string; readonly name: string };
export type PickleList = { readonly kind: 'list' | 'tuple' | 'set'; readonly items: PickleValue[] };
/** A `Map` keeps keys such as `__proto__` harmless. */
export type PickleDict = { readonly kind: 'dict'; readonly entries: Map<PickleValue, PickleValue> };
/** What a class would have made: its name, what it was made from and its attributes, inert. */
export type PickleObject = {
  readonly kind: 'object';
  readonly global: PickleGlobal;
  readonly args: readonly PickleValue[];
  state: PickleValue;
};
/** Numbers that lie in the archive under `key`. */
export type PickleStorage = {
  readonly kind: 'storage';
  readonly key: string;
  readonly dtype: StorageType;
  readonly length: number;
};
/** A view of a storage; offset and strides count elements. */
export type PickleTensor = {
  readonly kind: 'tensor';
  readonly storage: PickleStorage;
  readonly offset: number;
  readonly size: readonly number[];
  readonly stride: readonly number[];
};

export type PickleValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | PickleGlobal
  | PickleList
  | PickleDict
  | PickleObject
  | PickleStorage
  | PickleTensor;

/** Bytes per element of the storages that a checkpoint may hold, by the name of their class. */
export const STORAGE_BYTES = {
  HalfStorage: 2,
  FloatStorage: 4,
  DoubleStorage: 8,
  BFloat16Storage: 2,
  LongStorage: 8,
  IntStorage: 4,
  ShortStorage: 2,
  CharStorage: 1,
  ByteStorage: 1,
  BoolStorage: 1,
} as const;
export type StorageType = keyof typeof STORAGE_BYTES;

export const isStorageType = (name: string): name is StorageType => Object.hasOwn(STORAGE_BYTES, name);

const isRecord = (value: PickleValue): value is Exclude<PickleValue, null | boolean | number | bigint | string | Uint8Array> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

export const isDict = (value: PickleValue | undefined): value is PickleDict =>
  value !== undefined && isRecord(value) && value.kind === 'dict';
export const isList = (value: PickleValue | undefined): value is PickleList =>
  value !== undefined && isRecord(value) && (value.kind === 'list' || value.kind === 'tuple' || value.kind === 'set');
export const isTuple = (value: PickleValue | undefined): value is PickleList => isList(value) && value.kind === 'tuple';
export const isGlobal = (value: PickleValue | undefined): value is PickleGlobal =>
  value !== undefined && isRecord(value) && value.kind === 'global';
export const isObject = (value: PickleValue | undefined): value is PickleObject =>
  value !== undefined && isRecord(value) && value.kind === 'object';
export const isStorage = (value: PickleValue | undefined): value is PickleStorage =>
  value !== undefined && isRecord(value) && value.kind === 'storage';
export const isTensor = (value: PickleValue | undefined): value is PickleTensor =>
  value !== undefined && isRecord(value) && value.kind === 'tensor';

/** A whole number that is exact, from either kind of integer. */
export function wholeNumber(value: PickleValue | undefined): number | undefined {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** The whole numbers of a list or tuple; undefined when one is something else. */
export function wholeNumbers(value: PickleValue | undefined): readonly number[] | undefined {
  if (!isList(value)) return undefined;
  const numbers = value.items.map(wholeNumber);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}
