import { CheckpointRefusal, shownName } from './checkpoint-refusal.ts';
import { inert, standIn, storageOf } from './pickle-objects.ts';
import { createPickleReader, type PickleReader } from './pickle-reader.ts';
import { isDict, isGlobal, isList, isObject, isTuple, type PickleGlobal, type PickleValue } from './pickle-values.ts';
import { isReviewed } from './reviewed-globals.ts';

/** A whole training checkpoint of the largest model needs about 100,000 instructions and 20 marks. */
const MAX_STEPS = 2_000_000;
const MAX_MARKS = 500;
const MAX_PICKLE_BYTES = 8 << 20;

type Machine = {
  readonly reader: PickleReader;
  stack: PickleValue[];
  /** Stacks set aside by marks, the innermost last. */
  readonly aside: PickleValue[][];
  readonly memo: Map<number, PickleValue>;
};
type Step = (machine: Machine) => void;

const bad = (what: string): CheckpointRefusal => new CheckpointRefusal('bad_pickle', `its pickle ${what}`);

function pop(machine: Machine): PickleValue {
  const value = machine.stack.pop();
  if (value === undefined) throw bad('takes more than it has put down');
  return value;
}

function top(machine: Machine): PickleValue {
  const value = machine.stack.at(-1);
  if (value === undefined) throw bad('takes more than it has put down');
  return value;
}

/** Everything since the last mark. */
function popMarked(machine: Machine): PickleValue[] {
  const marked = machine.stack;
  const before = machine.aside.pop();
  if (before === undefined) throw bad('closes a group that it has not opened');
  machine.stack = before;
  return marked;
}

const push =
  (value: (reader: PickleReader) => PickleValue): Step =>
  ({ reader, stack }) =>
    stack.push(value(reader));

const group =
  (kind: 'list' | 'tuple' | 'set'): Step =>
  (machine) => {
    const items = popMarked(machine);
    machine.stack.push({ kind, items });
  };

const tuple =
  (count: number): Step =>
  ({ stack }) => {
    if (stack.length < count) throw bad('takes more than it has put down');
    stack.push({ kind: 'tuple', items: stack.splice(stack.length - count) });
  };

const remember =
  (key: (machine: Machine) => number): Step =>
  (machine) =>
    void machine.memo.set(key(machine), top(machine));

const recall =
  (key: (reader: PickleReader) => number): Step =>
  ({ reader, stack, memo }) => {
    const value = memo.get(key(reader));
    if (value === undefined) throw bad('recalls what it has not remembered');
    stack.push(value);
  };

/** Items for a list; an object that would take them in itself stays as it is. */
function append(target: PickleValue, items: readonly PickleValue[]): void {
  if (isList(target) && target.kind !== 'tuple') for (const item of items) target.items.push(item);
  else if (!isObject(target)) throw bad('appends to something that is no list');
}

function setItems(target: PickleValue, pairs: readonly PickleValue[]): void {
  if (isObject(target)) return;
  if (!isDict(target) || pairs.length % 2 !== 0) throw bad('puts entries into something that is no dictionary');
  for (let at = 0; at < pairs.length; at += 2) target.entries.set(pairs[at] ?? null, pairs[at + 1] ?? null);
}

/** Attributes of an object; those of a container, such as the metadata of an ordered dictionary, are not needed. */
function build(machine: Machine): void {
  const state = pop(machine);
  const target = top(machine);
  if (isObject(target)) target.state = state;
}

function named(module: string, name: string): PickleGlobal {
  const global: PickleGlobal = { kind: 'global', module, name };
  if (isReviewed(global)) return global;
  throw new CheckpointRefusal('foreign_global', `its pickle names ${shownName(`${module}.${name}`)}, which no detector needs`);
}

function argumentsOf(value: PickleValue): readonly PickleValue[] {
  if (!isTuple(value)) throw bad('calls a class without a tuple of arguments');
  return value.items;
}

function reduce(machine: Machine): void {
  const args = argumentsOf(pop(machine));
  machine.stack.push(standIn(pop(machine), args));
}

function newObject(machine: Machine, keywords: PickleValue): void {
  const args = argumentsOf(pop(machine));
  const made = pop(machine);
  if (!isGlobal(made)) throw bad('makes an object of something that is no named class');
  // Only containers differ from inert objects, and protocol 2 makes them by a call.
  machine.stack.push(
    keywords === null && /^(?:OrderedDict|dict|set|Size)$/.test(made.name) ? standIn(made, args) : inert(made, args),
  );
}

function stackGlobal(machine: Machine): void {
  const name = pop(machine);
  const module = pop(machine);
  if (typeof name !== 'string' || typeof module !== 'string') throw bad('names a class by something that is no text');
  machine.stack.push(named(module, name));
}

function protocol({ reader }: Machine): void {
  const version = reader.byte();
  if (version > 5) throw bad(`has the unknown protocol ${version}`);
}

function mark(machine: Machine): void {
  if (machine.aside.length >= MAX_MARKS) throw new CheckpointRefusal('too_deep', 'its pickle is nested absurdly deep');
  machine.aside.push(machine.stack);
  machine.stack = [];
}

/** Instructions of protocols 2 to 5 by code. Those of text protocols, of extensions and of out-of-band buffers are not there. */
const STEPS = new Map<number, Step>([
  [0x80, protocol],
  [0x95, ({ reader }) => void reader.length64()],
  [0x28, mark],
  [0x30, (machine) => void (machine.stack.length > 0 ? pop(machine) : popMarked(machine))],
  [0x31, (machine) => void popMarked(machine)],
  [0x32, (machine) => void machine.stack.push(top(machine))],
  [0x4e, push(() => null)],
  [0x88, push(() => true)],
  [0x89, push(() => false)],
  [0x4a, push((reader) => reader.int32())],
  [0x4b, push((reader) => reader.byte())],
  [0x4d, push((reader) => reader.uint16())],
  [0x8a, push((reader) => reader.integer(reader.byte()))],
  [0x8b, push((reader) => reader.integer(reader.uint32()))],
  [0x47, push((reader) => reader.float64())],
  [0x58, push((reader) => reader.text(reader.uint32()))],
  [0x8c, push((reader) => reader.text(reader.byte()))],
  [0x8d, push((reader) => reader.text(reader.length64()))],
  // Strings of Python 2 and bytes.
  [0x54, push((reader) => reader.bytes(reader.uint32()))],
  [0x55, push((reader) => reader.bytes(reader.byte()))],
  [0x42, push((reader) => reader.bytes(reader.uint32()))],
  [0x43, push((reader) => reader.bytes(reader.byte()))],
  [0x8e, push((reader) => reader.bytes(reader.length64()))],
  [0x96, push((reader) => reader.bytes(reader.length64()))],
  [0x5d, push(() => ({ kind: 'list', items: [] }))],
  [0x29, push(() => ({ kind: 'tuple', items: [] }))],
  [0x7d, push(() => ({ kind: 'dict', entries: new Map() }))],
  [0x8f, push(() => ({ kind: 'set', items: [] }))],
  [0x6c, group('list')],
  [0x74, group('tuple')],
  [0x91, group('set')],
  [0x85, tuple(1)],
  [0x86, tuple(2)],
  [0x87, tuple(3)],
  [
    0x64,
    (machine) => {
      const pairs = popMarked(machine);
      const dict: PickleValue = { kind: 'dict', entries: new Map() };
      setItems(dict, pairs);
      machine.stack.push(dict);
    },
  ],
  [
    0x61,
    (machine) => {
      const item = pop(machine);
      append(top(machine), [item]);
    },
  ],
  [
    0x65,
    (machine) => {
      const items = popMarked(machine);
      append(top(machine), items);
    },
  ],
  [
    0x90,
    (machine) => {
      const items = popMarked(machine);
      append(top(machine), items);
    },
  ],
  [
    0x73,
    (machine) => {
      const value = pop(machine);
      const key = pop(machine);
      setItems(top(machine), [key, value]);
    },
  ],
  [
    0x75,
    (machine) => {
      const pairs = popMarked(machine);
      setItems(top(machine), pairs);
    },
  ],
  [0x71, remember(({ reader }) => reader.byte())],
  [0x72, remember(({ reader }) => reader.uint32())],
  [0x94, remember(({ memo }) => memo.size)],
  [0x68, recall((reader) => reader.byte())],
  [0x6a, recall((reader) => reader.uint32())],
  [0x63, ({ reader, stack }) => void stack.push(named(reader.line(), reader.line()))],
  [0x93, stackGlobal],
  [0x51, (machine) => void machine.stack.push(storageOf(pop(machine)))],
  [0x52, reduce],
  [0x81, (machine) => newObject(machine, null)],
  [0x92, (machine) => newObject(machine, pop(machine))],
  [0x62, build],
]);
const STOP = 0x2e;

/**
 * The value that a pickle describes, built from inert data: no class is looked up, nothing runs. Throws `CheckpointRefusal` for a
 * damaged pickle, for instructions that no checkpoint needs and for any name that was not reviewed.
 */
export function readPickle(data: Uint8Array): PickleValue {
  if (data.length > MAX_PICKLE_BYTES) throw new CheckpointRefusal('too_large', 'its pickle is absurdly large');
  const machine: Machine = { reader: createPickleReader(data), stack: [], aside: [], memo: new Map() };
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const code = machine.reader.byte();
    if (code === STOP) return pop(machine);
    const step = STEPS.get(code);
    if (step === undefined) throw bad(`holds the instruction 0x${code.toString(16)}, which no checkpoint needs`);
    step(machine);
  }
  throw new CheckpointRefusal('too_large', 'its pickle holds absurdly many instructions');
}
