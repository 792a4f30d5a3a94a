import { CheckpointRefusal, shownName } from './checkpoint-refusal.ts';
import {
  isDict,
  isObject,
  isTensor,
  isTuple,
  type PickleDict,
  type PickleObject,
  type PickleTensor,
  type PickleValue,
  wholeNumber,
  wholeNumbers,
} from './pickle-values.ts';

/** A layer as the checkpoint describes it, seen through its attributes. `kind` is the name of its class without the module. */
export type TorchModule = { readonly kind: string; readonly state: PickleDict };

const missing = (module: TorchModule, what: string): CheckpointRefusal =>
  new CheckpointRefusal('inconsistent', `its layer ${shownName(module.kind)} has no usable ${what}`);

/** A value as a layer; undefined when it is none. */
export function asModule(value: PickleValue | undefined): TorchModule | undefined {
  return isObject(value) && isDict(value.state) ? { kind: value.global.name, state: value.state } : undefined;
}

export const attribute = (module: TorchModule, name: string): PickleValue | undefined => module.state.entries.get(name);

function part(module: TorchModule, group: string, name: string): PickleValue | undefined {
  const dict = attribute(module, group);
  return isDict(dict) ? dict.entries.get(name) : undefined;
}

/** A layer inside this one; undefined when there is none, as for the normalisation of a fused convolution. */
export const optionalChild = (module: TorchModule, name: string): TorchModule | undefined =>
  asModule(part(module, '_modules', name));

export function child(module: TorchModule, name: string): TorchModule {
  const found = optionalChild(module, name);
  if (found === undefined) throw missing(module, name);
  return found;
}

/** The layers of a `Sequential` or `ModuleList`, in order. */
export function children(module: TorchModule): readonly TorchModule[] {
  const dict = attribute(module, '_modules');
  if (!isDict(dict)) throw missing(module, 'list of layers');
  return [...dict.entries.values()].map((value) => {
    const found = asModule(value);
    if (found === undefined) throw missing(module, 'list of layers');
    return found;
  });
}

export function optionalTensor(module: TorchModule, name: string): PickleTensor | undefined {
  const value = part(module, '_parameters', name) ?? part(module, '_buffers', name);
  return isTensor(value) ? value : undefined;
}

export function tensor(module: TorchModule, name: string, rank: number): PickleTensor {
  const found = optionalTensor(module, name);
  if (found === undefined || found.size.length !== rank) throw missing(module, name);
  return found;
}

/** A whole number in `range`, as sizes of layers are. */
export function count(module: TorchModule, name: string, range: readonly [number, number]): number {
  const found = wholeNumber(attribute(module, name));
  if (found === undefined || found < range[0] || found > range[1]) throw missing(module, name);
  return found;
}

/** A pair such as a kernel size, given as a pair or as one number for both. */
export function pair(module: TorchModule, name: string, range: readonly [number, number]): readonly [number, number] {
  const value = attribute(module, name);
  const one = wholeNumber(value);
  const [first, second] = one === undefined ? (wholeNumbers(value) ?? []) : [one, one];
  if (first === undefined || second === undefined || Math.min(first, second) < range[0] || Math.max(first, second) > range[1])
    throw missing(module, name);
  return [first, second];
}

export function flag(module: TorchModule, name: string): boolean {
  const value = attribute(module, name);
  if (typeof value !== 'boolean') throw missing(module, name);
  return value;
}

/** The entry of a dictionary, or of the attributes of an object that stands for one. */
export function entry(holder: PickleValue | undefined, name: string): PickleValue | undefined {
  if (isDict(holder)) return holder.entries.get(name);
  return isObject(holder) && isDict(stateOf(holder)) ? entry(stateOf(holder), name) : undefined;
}

/** Objects with slots keep `(attributes, slots)`. */
const stateOf = (object: PickleObject): PickleValue => (isTuple(object.state) ? (object.state.items[0] ?? null) : object.state);
