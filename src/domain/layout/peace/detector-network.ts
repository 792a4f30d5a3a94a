import { CheckpointRefusal } from './checkpoint-refusal.ts';
import { emitLayer } from './layers.ts';
import { asModule, attribute, child, children, count, entry, type TorchModule } from './module-tree.ts';
import { type Feature, INPUT, type Network } from './network.ts';
import { createNetworkBuilder, inconsistent, type NetworkBuilder } from './network-builder.ts';
import { isDict, isTensor, type PickleTensor, type PickleValue, wholeNumber, wholeNumbers } from './pickle-values.ts';

/** What a checkpoint says about its detector besides the weights. */
export type DetectorPlan = {
  readonly network: Network;
  readonly classes: number;
  /** Size the picture is brought to, `[height, width]`, multiples of 32 (design text, A.2). */
  readonly inputSize: readonly [number, number];
  /** Pixels per cell of each output map, still as a view of its storage. */
  readonly strides: PickleTensor;
};

/** Bins per side of a box: 16 in every YOLOv10. */
export const BINS = 16;
const MAX_LAYERS = 200;
const MAX_CLASSES = 1000;
const INPUT_STEP = 32;
const MAX_INPUT = 4096;

/**
 * The network of a checkpoint: its layers in order, and of the head only the one-to-one branch, whose raw maps are the outputs.
 * Throws `CheckpointRefusal` for anything that is no YOLOv10 detector.
 */
export function planDetector(checkpoint: PickleValue): DetectorPlan {
  if (!isDict(checkpoint)) throw notDetector();
  const model = asModule(checkpoint.entries.get('ema')) ?? asModule(checkpoint.entries.get('model'));
  if (model === undefined) throw notDetector();
  const layers = children(child(model, 'model'));
  const head = layers.at(-1);
  if (head === undefined || head.kind !== 'v10Detect') throw notDetector();
  if (layers.length > MAX_LAYERS) throw new CheckpointRefusal('too_large', 'its network has absurdly many layers');
  const to = createNetworkBuilder();
  const outputs = emitHead(to, head, emitBody(to, layers));
  const strides = attribute(head, 'stride');
  if (!isTensor(strides) || strides.size.length !== 1 || strides.size[0] !== outputs.length)
    throw inconsistent('its head does not say the stride of each output');
  return {
    network: { nodes: to.nodes, initializers: to.initializers, outputs },
    classes: count(head, 'nc', [1, MAX_CLASSES]),
    inputSize: inputSizeOf(checkpoint, model),
    strides,
  };
}

const notDetector = (): CheckpointRefusal => new CheckpointRefusal('not_a_detector', 'it holds no YOLOv10 detector');

/** Outputs of the layers before the head, and which of them the head takes. */
function emitBody(to: NetworkBuilder, layers: readonly TorchModule[]): readonly Feature[] {
  const made: Feature[] = [];
  for (const [at, layer] of layers.entries()) {
    const inputs = sourcesOf(layer, at).map((from) => (from < 0 ? INPUT_FEATURE : made[from]));
    const features = inputs.filter((feature) => feature !== undefined);
    if (features.length === 0 || features.length < inputs.length) throw inconsistent('a layer takes what no earlier layer makes');
    if (at === layers.length - 1) return features;
    const [first = INPUT_FEATURE] = features;
    made.push(layer.kind === 'Concat' ? joined(to, layer, features) : emitLayer(to, layer, first));
  }
  throw notDetector();
}

const INPUT_FEATURE: Feature = { name: INPUT, channels: 3 };

/** Indices of the layers that feed this one; -1 stands for the picture. */
function sourcesOf(layer: TorchModule, at: number): readonly number[] {
  const from = attribute(layer, 'f');
  const one = wholeNumber(from);
  const given = one === undefined ? wholeNumbers(from) : [one];
  if (given === undefined || given.length === 0 || given.length > 16)
    throw inconsistent('a layer does not say which layers feed it');
  return given.map((index) => (index < 0 ? at + index : index));
}

function joined(to: NetworkBuilder, layer: TorchModule, features: readonly Feature[]): Feature {
  if (attribute(layer, 'd') !== 1) throw inconsistent('a layer joins its inputs along another axis than the channels');
  return to.concat(features);
}

/** Per level the box branch and the class branch of the one-to-one head, joined. */
function emitHead(to: NetworkBuilder, head: TorchModule, inputs: readonly Feature[]): readonly Feature[] {
  const boxes = children(child(head, 'one2one_cv2'));
  const classes = children(child(head, 'one2one_cv3'));
  const wanted = 4 * count(head, 'reg_max', [BINS, BINS]) + count(head, 'nc', [1, MAX_CLASSES]);
  if (boxes.length !== inputs.length || classes.length !== inputs.length || inputs.length > 8)
    throw inconsistent('its head has another number of branches than of inputs');
  return inputs.map((input, level) => {
    const [box, score] = [boxes[level], classes[level]];
    if (box === undefined || score === undefined) throw inconsistent('its head lacks a branch');
    const boxMap = emitLayer(to, box, input);
    const output = to.concat([boxMap, emitLayer(to, score, input)]);
    if (boxMap.channels !== 4 * BINS || output.channels !== wanted)
      throw inconsistent('its head gives other numbers than it says');
    return output;
  });
}

/** `train_args.imgsz`, else that of the model, else 640; one number or `[height, width]`. */
function inputSizeOf(checkpoint: PickleValue, model: TorchModule): readonly [number, number] {
  const given = entry(entry(checkpoint, 'train_args'), 'imgsz') ?? entry(attribute(model, 'args'), 'imgsz') ?? 640;
  const one = wholeNumber(given);
  const [height, width = height] = one === undefined ? (wholeNumbers(given) ?? []) : [one];
  if (height === undefined || width === undefined || Math.min(height, width) < 1 || Math.max(height, width) > MAX_INPUT)
    throw new CheckpointRefusal('unsupported', 'the picture size that it was trained with cannot be used');
  const even = (side: number): number => Math.ceil(side / INPUT_STEP) * INPUT_STEP;
  return [even(height), even(width)];
}
