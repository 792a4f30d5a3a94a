import { CheckpointRefusal, shownName } from './checkpoint-refusal.ts';
import {
  isDict,
  isGlobal,
  isList,
  isStorage,
  isStorageType,
  isTensor,
  isTuple,
  type PickleGlobal,
  type PickleStorage,
  type PickleTensor,
  type PickleValue,
  wholeNumber,
  wholeNumbers,
} from './pickle-values.ts';

const bad = (what: string): CheckpointRefusal => new CheckpointRefusal('bad_pickle', `its pickle ${what}`);

/** Largest tensor and storage, in elements: far above any layer of the largest model. */
const MAX_ELEMENTS = 1 << 27;

/** The storage behind a persistent ID `('storage', type, key, location, length)`. */
export function storageOf(id: PickleValue): PickleStorage {
  const [tag, type, key, , length] = isTuple(id) ? id.items : [];
  const count = wholeNumber(length);
  if (tag !== 'storage' || !isGlobal(type) || typeof key !== 'string' || count === undefined)
    throw bad('refers to something outside that is no storage of numbers');
  if (!isStorageType(type.name) || !/^torch(?:\.storage)?$/.test(type.module))
    throw new CheckpointRefusal('unsupported', `it stores numbers as ${shownName(type.name)}`);
  if (!/^[0-9A-Za-z_]{1,32}$/.test(key)) throw bad('names a storage that cannot be in the archive');
  if (count < 0 || count > MAX_ELEMENTS) throw new CheckpointRefusal('too_large', 'one of its storages is absurdly large');
  return { kind: 'storage', key, dtype: type.name, length: count };
}

/** What a call of `callable` stands for. Nothing is called: containers become containers, tensors become views, the rest stays inert. */
export function standIn(callable: PickleValue, args: readonly PickleValue[]): PickleValue {
  if (!isGlobal(callable)) throw bad('calls something that is no named class');
  switch (`${callable.module}.${callable.name}`) {
    case 'collections.OrderedDict':
    case '__builtin__.dict':
    case 'builtins.dict':
      return dictOf(args[0]);
    case '__builtin__.set':
    case 'builtins.set':
    case '__builtin__.frozenset':
    case 'builtins.frozenset':
      return { kind: 'set', items: isList(args[0]) ? [...args[0].items] : [] };
    case 'torch.Size':
      return { kind: 'tuple', items: isList(args[0]) ? [...args[0].items] : [] };
    case 'torch._utils._rebuild_tensor':
    case 'torch._utils._rebuild_tensor_v2':
      return tensorOf(args);
    case 'torch._utils._rebuild_parameter':
    case 'torch._utils._rebuild_parameter_with_state':
      if (!isTensor(args[0])) throw bad('makes a parameter of something that is no tensor');
      return args[0];
    default:
      return inert(callable, args);
  }
}

/** An object of a class, with nothing of the class. */
export const inert = (global: PickleGlobal, args: readonly PickleValue[]): PickleValue => ({
  kind: 'object',
  global,
  args,
  state: null,
});

function dictOf(pairs: PickleValue | undefined): PickleValue {
  const entries = new Map<PickleValue, PickleValue>();
  if (isDict(pairs)) for (const [key, value] of pairs.entries) entries.set(key, value);
  if (isList(pairs))
    for (const pair of pairs.items) {
      const [key, value] = isList(pair) ? pair.items : [];
      if (key === undefined || value === undefined) throw bad('makes a dictionary of something that is no list of pairs');
      entries.set(key, value);
    }
  return { kind: 'dict', entries };
}

function tensorOf(args: readonly PickleValue[]): PickleTensor {
  const [storage, offset] = args;
  const at = wholeNumber(offset);
  const size = wholeNumbers(args[2]);
  const stride = wholeNumbers(args[3]);
  if (!isStorage(storage) || at === undefined || size === undefined || stride === undefined || size.length !== stride.length)
    throw bad('describes a tensor in another way than is known');
  if (size.length > 8 || at < 0 || [...size, ...stride].some((part) => part < 0)) throw bad('describes a tensor that cannot be');
  const elements = size.reduce((product, side) => product * side, 1);
  if (elements > MAX_ELEMENTS) throw new CheckpointRefusal('too_large', 'one of its tensors is absurdly large');
  const last = size.reduce((sum, side, axis) => sum + Math.max(0, side - 1) * (stride[axis] ?? 0), at);
  if (elements > 0 && last >= storage.length)
    throw new CheckpointRefusal('damaged', 'one of its tensors reaches beyond its storage');
  return { kind: 'tensor', storage, offset: at, size, stride };
}
