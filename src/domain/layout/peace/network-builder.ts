import { CheckpointRefusal } from './checkpoint-refusal.ts';
import type { ConvolutionSource, Feature, Initializer, InitializerSource, NetworkNode, NodeAttribute } from './network.ts';

/** Geometry of a convolution, `[vertical, horizontal]`. */
export type ConvolutionShape = {
  readonly kernel: readonly [number, number];
  readonly stride: readonly [number, number];
  readonly padding: readonly [number, number];
  readonly dilation: readonly [number, number];
  readonly groups: number;
};

/** Collects nodes; checks the channels, so that a network that does not fit together is refused before it reaches the runtime. */
export type NetworkBuilder = {
  readonly nodes: readonly NetworkNode[];
  readonly initializers: readonly Initializer[];
  readonly constant: (source: InitializerSource, dims: readonly number[]) => string;
  /** One node with one output; returns the name of the output. */
  readonly node: (op: string, inputs: readonly string[], attributes?: readonly NodeAttribute[]) => string;
  readonly convolution: (input: Feature, sum: readonly ConvolutionSource[], shape: ConvolutionShape) => Feature;
  readonly silu: (input: Feature) => Feature;
  readonly add: (one: Feature, two: Feature) => Feature;
  readonly concat: (parts: readonly Feature[]) => Feature;
  readonly split: (input: Feature, channels: readonly number[], axis?: number) => readonly Feature[];
};

/** The largest YOLOv10 has about 800 nodes; a layer that contains itself in several places would make any number. */
const MAX_NODES = 6000;
/** Elements over all weights: four times the largest YOLOv10. */
const MAX_PARAMETERS = 1 << 27;

export const inconsistent = (what: string): CheckpointRefusal => new CheckpointRefusal('inconsistent', what);

export function createNetworkBuilder(): NetworkBuilder {
  const nodes: NetworkNode[] = [];
  const initializers: Initializer[] = [];
  let names = 0;
  let parameters = 0;
  const newName = (): string => {
    names += 1;
    return `v${names}`;
  };
  const emit = (op: string, inputs: readonly string[], more: Pick<NetworkNode, 'outputs' | 'attributes'>): void => {
    if (nodes.length >= MAX_NODES) throw new CheckpointRefusal('too_large', 'its network has absurdly many layers');
    nodes.push({ op, inputs, ...more });
  };
  const node: NetworkBuilder['node'] = (op, inputs, attributes = []) => {
    const output = newName();
    emit(op, inputs, { outputs: [output], attributes });
    return output;
  };
  const constant: NetworkBuilder['constant'] = (source, dims) => {
    parameters += dims.reduce((product, side) => product * side, 1);
    if (parameters > MAX_PARAMETERS) throw new CheckpointRefusal('too_large', 'its network has absurdly many weights');
    const name = newName();
    initializers.push({ name, dims, source });
    return name;
  };
  const split: NetworkBuilder['split'] = (input, channels, axis = 1) => {
    if (axis === 1 && channels.reduce((sum, part) => sum + part, 0) !== input.channels)
      throw inconsistent('a layer splits its channels in a way that does not add up');
    const sizes = constant({ from: 'ints', values: channels }, [channels.length]);
    const outputs = channels.map(newName);
    emit('Split', [input.name, sizes], { outputs, attributes: [{ name: 'axis', int: axis }] });
    return outputs.map((name, at) => ({ name, channels: channels[at] ?? 0 }));
  };
  return {
    nodes,
    initializers,
    constant,
    node,
    split,
    convolution: (input, sum, shape) => convolution({ node, constant }, input, { sum, shape }),
    silu: (input) => ({ ...input, name: node('Mul', [input.name, node('Sigmoid', [input.name])]) }),
    add: (one, two) => {
      if (one.channels !== two.channels) throw inconsistent('two of its layers are added that differ in their channels');
      return { channels: one.channels, name: node('Add', [one.name, two.name]) };
    },
    concat: (parts) => ({
      channels: parts.reduce((sum, part) => sum + part.channels, 0),
      name: node(
        'Concat',
        parts.map((part) => part.name),
        [{ name: 'axis', int: 1 }],
      ),
    }),
  };
}

type Placing = { readonly sum: readonly ConvolutionSource[]; readonly shape: ConvolutionShape };

function convolution(to: Pick<NetworkBuilder, 'node' | 'constant'>, input: Feature, { sum, shape }: Placing): Feature {
  const { kernel, stride, padding, dilation, groups } = shape;
  const [first] = sum;
  const [channels = 0, perGroup = 0] = first?.weight.size ?? [];
  if (channels === 0 || perGroup * groups !== input.channels || channels % groups !== 0)
    throw inconsistent('a convolution does not fit the channels of the layer before it');
  const dims = [channels, perGroup, ...kernel];
  const weights = to.constant({ from: 'weights', sum }, dims);
  const biases = to.constant({ from: 'biases', sum }, [channels]);
  const attributes: readonly NodeAttribute[] = [
    { name: 'kernel_shape', ints: kernel },
    { name: 'strides', ints: stride },
    { name: 'pads', ints: [...padding, ...padding] },
    { name: 'dilations', ints: dilation },
    { name: 'group', int: groups },
  ];
  return { channels, name: to.node('Conv', [input.name, weights, biases], attributes) };
}
