import { initializerSize } from './initializer-numbers.ts';
import { INPUT, type Initializer, type Network, type NetworkNode, type NodeAttribute } from './network.ts';

/*
 * The few messages of ONNX that a network needs, in the wire format of protocol buffers. Field numbers and constants are those of
 * onnx.proto, IR version 7, operator set 13.
 */

const IR_VERSION = 7;
const OPERATOR_SET = 13;
const FLOAT = 1;
const INT64 = 7;
const KIND = { int: 2, text: 3, ints: 7 } as const;

const utf8 = new TextEncoder();

function varint(value: number): readonly number[] {
  // Negative numbers are ten bytes long; only -1 occurs, as an axis.
  if (value < 0) {
    let rest = BigInt.asUintN(64, BigInt(value));
    const bytes: number[] = [];
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
    return [...bytes, Number(rest)];
  }
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

const number = (field: number, value: number): Uint8Array => Uint8Array.from([...varint(field * 8), ...varint(value)]);

/** Tag and length of a field whose content follows. */
const opening = (field: number, length: number): Uint8Array => Uint8Array.from([...varint(field * 8 + 2), ...varint(length)]);

const message = (field: number, parts: readonly Uint8Array[]): Uint8Array => {
  const content = joined(parts);
  return joined([opening(field, content.length), content]);
};

const text = (field: number, value: string): Uint8Array => message(field, [utf8.encode(value)]);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function attributeField(attribute: NodeAttribute): Uint8Array {
  const { name } = attribute;
  if ('int' in attribute) return message(5, [text(1, name), number(3, attribute.int), number(20, KIND.int)]);
  if ('ints' in attribute)
    return message(5, [text(1, name), ...attribute.ints.map((value) => number(8, value)), number(20, KIND.ints)]);
  return message(5, [text(1, name), text(4, attribute.text), number(20, KIND.text)]);
}

const nodeField = ({ inputs, outputs, op, attributes }: NetworkNode, at: number): Uint8Array =>
  message(1, [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(3, `n${at}`),
    text(4, op),
    ...attributes.map(attributeField),
  ]);

/** A four-sided float value; a number is a fixed side, a word one that depends on the picture. */
const valueField = (field: number, name: string, sides: readonly (number | string)[]): Uint8Array => {
  const shape = message(
    2,
    sides.map((side) => message(1, [typeof side === 'number' ? number(1, side) : text(2, side)])),
  );
  return message(field, [text(1, name), message(2, [message(1, [number(1, FLOAT), shape])])]);
};

/** An encoded model: bytes, with the place of each initializer left to be filled in from `initializer`. */
export type ModelPart = { readonly bytes: Uint8Array } | { readonly initializer: Initializer; readonly size: number };

/** The parts of an ONNX model file in order. Nothing large is in memory: the numbers are asked for one initializer at a time. */
export function encodeModel({ nodes, initializers, outputs }: Network): readonly ModelPart[] {
  const tensors = initializers.flatMap((initializer): ModelPart[] => {
    const size = initializerSize(initializer);
    const head = joined([
      ...initializer.dims.map((side) => number(1, side)),
      number(2, initializer.source.from === 'ints' ? INT64 : FLOAT),
      text(8, initializer.name),
      opening(9, size),
    ]);
    return [{ bytes: joined([opening(5, head.length + size), head]) }, { initializer, size }];
  });
  const before = joined([...nodes.map(nodeField), text(2, 'detector')]);
  const after = joined([
    valueField(11, INPUT, [1, 3, 'height', 'width']),
    ...outputs.map(({ name, channels }, level) => valueField(12, name, [1, channels, `rows${level}`, `columns${level}`])),
  ]);
  const inner = tensors.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : part.size), 0);
  const top = joined([
    number(1, IR_VERSION),
    text(2, 'stratigraphic-amenity'),
    message(8, [text(1, ''), number(2, OPERATOR_SET)]),
    opening(7, before.length + inner + after.length),
  ]);
  return [{ bytes: joined([top, before]) }, ...tensors, { bytes: after }];
}
