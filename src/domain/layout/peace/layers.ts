import { CheckpointRefusal, shownName } from './checkpoint-refusal.ts';
import { emitConv, emitConvolution, emitRepVgg } from './convolution-layers.ts';
import { attribute, child, children, count, flag, pair, type TorchModule } from './module-tree.ts';
import type { Feature } from './network.ts';
import { inconsistent, type NetworkBuilder } from './network-builder.ts';

/** A layer that contains itself would never end. */
const MAX_DEPTH = 24;
const CHANNELS = [1, 65_536] as const;
const HEADS = [1, 1024] as const;

type Emit = (to: NetworkBuilder, module: TorchModule, input: Feature, depth: number) => Feature;

const sequence: Emit = (to, module, input, depth) =>
  children(module).reduce((feature, layer) => emitLayer(to, layer, feature, depth + 1), input);

const bottleneck: Emit = (to, module, input, depth) => {
  const first = emitLayer(to, child(module, 'cv1'), input, depth + 1);
  const second = emitLayer(to, child(module, 'cv2'), first, depth + 1);
  return flag(module, 'add') ? to.add(input, second) : second;
};

const cib: Emit = (to, module, input, depth) => {
  const inner = emitLayer(to, child(module, 'cv1'), input, depth + 1);
  return flag(module, 'add') ? to.add(input, inner) : inner;
};

/** C2f and C2fCIB: half of the channels pass a chain, and every stage of it is kept. */
const crossStage: Emit = (to, module, input, depth) => {
  const width = count(module, 'c', CHANNELS);
  const parts = [...to.split(emitLayer(to, child(module, 'cv1'), input, depth + 1), [width, width])];
  for (const layer of children(child(module, 'm'))) parts.push(emitLayer(to, layer, parts.at(-1) ?? input, depth + 1));
  return emitLayer(to, child(module, 'cv2'), to.concat(parts), depth + 1);
};

const downsampling: Emit = (to, module, input, depth) =>
  emitLayer(to, child(module, 'cv2'), emitLayer(to, child(module, 'cv1'), input, depth + 1), depth + 1);

function maxPool(to: NetworkBuilder, module: TorchModule, input: Feature): Feature {
  if (module.kind !== 'MaxPool2d' || attribute(module, 'ceil_mode') === true)
    throw inconsistent('a layer pools in a way that these networks do not use');
  const padding = pair(module, 'padding', [0, 15]);
  const attributes = [
    { name: 'kernel_shape', ints: pair(module, 'kernel_size', [1, 31]) },
    { name: 'strides', ints: pair(module, 'stride', [1, 8]) },
    { name: 'pads', ints: [...padding, ...padding] },
  ];
  return { channels: input.channels, name: to.node('MaxPool', [input.name], attributes) };
}

const spatialPyramid: Emit = (to, module, input, depth) => {
  const parts = [emitLayer(to, child(module, 'cv1'), input, depth + 1)];
  for (let round = 0; round < 3; round += 1) parts.push(maxPool(to, child(module, 'm'), parts.at(-1) ?? input));
  return emitLayer(to, child(module, 'cv2'), to.concat(parts), depth + 1);
};

const partialAttention: Emit = (to, module, input, depth) => {
  const width = count(module, 'c', CHANNELS);
  const [kept, other] = to.split(emitLayer(to, child(module, 'cv1'), input, depth + 1), [width, width]);
  if (kept === undefined || other === undefined) throw inconsistent('a layer splits nothing');
  const attended = to.add(other, attention(to, child(module, 'attn'), other, depth + 1));
  const fed = to.add(attended, emitLayer(to, child(module, 'ffn'), attended, depth + 1));
  return emitLayer(to, child(module, 'cv2'), to.concat([kept, fed]), depth + 1);
};

/** Attention over all places of the picture: per head keys, queries and values from one convolution. */
function attention(to: NetworkBuilder, module: TorchModule, input: Feature, depth: number): Feature {
  if (module.kind !== 'Attention') throw inconsistent('a layer holds something else where attention belongs');
  const heads = count(module, 'num_heads', HEADS);
  const keyWidth = count(module, 'key_dim', CHANNELS);
  const width = count(module, 'head_dim', CHANNELS);
  const qkv = emitLayer(to, child(module, 'qkv'), input, depth);
  if (heads * (2 * keyWidth + width) !== qkv.channels || heads * width !== input.channels)
    throw inconsistent('the heads of an attention do not add up to its channels');
  const perHead = to.constant({ from: 'ints', values: [1, heads, 2 * keyWidth + width, -1] }, [4]);
  const flat = { channels: qkv.channels, name: to.node('Reshape', [qkv.name, perHead]) };
  const [query, key, value] = to.split(flat, [keyWidth, keyWidth, width], 2);
  if (query === undefined || key === undefined || value === undefined) throw inconsistent('a layer splits nothing');
  const swap = [{ name: 'perm', ints: [0, 1, 3, 2] }];
  const scale = to.constant({ from: 'floats', values: [keyWidth ** -0.5] }, [1]);
  const scores = to.node('Mul', [to.node('MatMul', [to.node('Transpose', [query.name], swap), key.name]), scale]);
  const shares = to.node('Transpose', [to.node('Softmax', [scores], [{ name: 'axis', int: -1 }])], swap);
  const shape = to.node('Shape', [input.name]);
  const picture = (name: string): Feature => ({ channels: input.channels, name: to.node('Reshape', [name, shape]) });
  const position = emitLayer(to, child(module, 'pe'), picture(value.name), depth);
  const mixed = to.add(picture(to.node('MatMul', [value.name, shares])), position);
  return emitLayer(to, child(module, 'proj'), mixed, depth);
}

function upsampling(to: NetworkBuilder, module: TorchModule, input: Feature): Feature {
  if (attribute(module, 'scale_factor') !== 2 || attribute(module, 'mode') !== 'nearest')
    throw inconsistent('a layer enlarges in a way that these networks do not use');
  const scales = to.constant({ from: 'floats', values: [1, 1, 2, 2] }, [4]);
  const attributes = [
    { name: 'mode', text: 'nearest' },
    { name: 'coordinate_transformation_mode', text: 'asymmetric' },
    { name: 'nearest_mode', text: 'floor' },
  ];
  // The empty name stands for the region of interest, which is not used.
  return { channels: input.channels, name: to.node('Resize', [input.name, '', scales], attributes) };
}

const LAYERS: ReadonlyMap<string, Emit> = new Map<string, Emit>([
  ['Conv', emitConv],
  ['Conv2d', emitConvolution],
  ['Sequential', sequence],
  ['Bottleneck', bottleneck],
  ['CIB', cib],
  ['C2f', crossStage],
  ['C2fCIB', crossStage],
  ['SCDown', downsampling],
  ['SPPF', spatialPyramid],
  ['PSA', partialAttention],
  ['RepVGGDW', emitRepVgg],
  ['Upsample', upsampling],
  ['MaxPool2d', maxPool],
  ['Identity', (_to, _module, input) => input],
]);

/** Nodes for one layer and all it contains. Throws `CheckpointRefusal` for a kind that no YOLOv10 has. */
export function emitLayer(to: NetworkBuilder, module: TorchModule, input: Feature, depth = 0): Feature {
  if (depth > MAX_DEPTH) throw new CheckpointRefusal('cyclic', 'its layers contain each other without end');
  const emit = LAYERS.get(module.kind);
  if (emit === undefined)
    throw new CheckpointRefusal('unsupported', `it has a layer of the kind ${shownName(module.kind)}, which no YOLOv10 has`);
  return emit(to, module, input, depth);
}
