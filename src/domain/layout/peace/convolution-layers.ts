import { attribute, child, count, optionalChild, optionalTensor, pair, type TorchModule, tensor } from './module-tree.ts';
import type { ConvolutionSource, Feature, Normalisation } from './network.ts';
import { type ConvolutionShape, inconsistent, type NetworkBuilder } from './network-builder.ts';

const KERNEL = [1, 31] as const;
const PADDING = [0, 31] as const;
const STRIDE = [1, 8] as const;
const GROUPS = [1, 65_536] as const;
const FLOATS = /^(?:Half|Float|Double|BFloat16)Storage$/;

/** Numbers of a layer that may be a plain attribute, given as number of either kind. */
function real(module: TorchModule, name: string): number {
  const value = attribute(module, name);
  if (typeof value !== 'number' || !Number.isFinite(value)) throw inconsistent(`its layer ${module.kind} has no usable ${name}`);
  return value;
}

/** Geometry and weights of a plain convolution. */
function plainConvolution(module: TorchModule): { readonly source: ConvolutionSource; readonly shape: ConvolutionShape } {
  if (module.kind !== 'Conv2d') throw inconsistent('a layer holds something else where a convolution belongs');
  const weight = tensor(module, 'weight', 4);
  const bias = optionalTensor(module, 'bias');
  const kernel = pair(module, 'kernel_size', KERNEL);
  const mode = attribute(module, 'padding_mode');
  if (weight.size[2] !== kernel[0] || weight.size[3] !== kernel[1] || (mode !== undefined && mode !== 'zeros'))
    throw inconsistent('the weights of a convolution do not have the size of its kernel');
  if (!FLOATS.test(weight.storage.dtype) || (bias && (bias.size.length !== 1 || bias.size[0] !== weight.size[0])))
    throw inconsistent('the weights or biases of a convolution are of another kind than expected');
  const shape = {
    kernel,
    stride: pair(module, 'stride', STRIDE),
    padding: pair(module, 'padding', PADDING),
    dilation: pair(module, 'dilation', STRIDE),
    groups: count(module, 'groups', GROUPS),
  };
  return { source: { weight, bias, norm: undefined }, shape };
}

function normalisation(module: TorchModule, channels: number): Normalisation {
  const norm = {
    scale: tensor(module, 'weight', 1),
    shift: tensor(module, 'bias', 1),
    mean: tensor(module, 'running_mean', 1),
    variance: tensor(module, 'running_var', 1),
    // 1e-3 in these networks, not the usual 1e-5: always as written.
    eps: real(module, 'eps'),
  };
  if ([norm.scale, norm.shift, norm.mean, norm.variance].some((part) => part.size[0] !== channels))
    throw inconsistent('a normalisation does not have the channels of its convolution');
  return norm;
}

/** `Conv` without its activation: the convolution with its normalisation, which is absent when it was folded before. */
function convolutionOf(module: TorchModule) {
  const { source, shape } = plainConvolution(child(module, 'conv'));
  const bn = optionalChild(module, 'bn');
  const norm = bn && bn.kind !== 'Identity' ? normalisation(bn, source.weight.size[0] ?? 0) : undefined;
  return { source: { ...source, norm }, shape };
}

function activated(to: NetworkBuilder, activation: TorchModule | undefined, input: Feature): Feature {
  if (activation === undefined || activation.kind === 'Identity') return input;
  if (activation.kind !== 'SiLU') throw inconsistent('a layer has an activation that these networks do not use');
  return to.silu(input);
}

/** A bare `Conv2d`, as at the end of the head. */
export function emitConvolution(to: NetworkBuilder, module: TorchModule, input: Feature): Feature {
  const { source, shape } = plainConvolution(module);
  return to.convolution(input, [source], shape);
}

/** Convolution, normalisation and activation (SiLU or none). */
export function emitConv(to: NetworkBuilder, module: TorchModule, input: Feature): Feature {
  const { source, shape } = convolutionOf(module);
  return activated(to, optionalChild(module, 'act'), to.convolution(input, [source], shape));
}

/** Two depthwise convolutions side by side, 7x7 and 3x3, become one: the small kernel is centred in the large one. */
export function emitRepVgg(to: NetworkBuilder, module: TorchModule, input: Feature): Feature {
  const fused = child(module, 'conv');
  // Folded before: a bare convolution stands in its place.
  if (fused.kind === 'Conv2d') return activated(to, optionalChild(module, 'act'), emitConvolution(to, fused, input));
  const large = convolutionOf(fused);
  const beside = optionalChild(module, 'conv1');
  const small = beside && convolutionOf(beside);
  if (small && !isCentred(small.shape, large.shape))
    throw inconsistent('two convolutions side by side do not lie upon each other');
  const sum = small ? [large.source, small.source] : [large.source];
  return activated(to, optionalChild(module, 'act'), to.convolution(input, sum, large.shape));
}

/** Whether both give the same pixel at the same place, so that their kernels can be added. */
function isCentred(small: ConvolutionShape, large: ConvolutionShape): boolean {
  return (
    [0, 1].every((axis) => {
      const margin = ((large.kernel[axis] ?? 0) - (small.kernel[axis] ?? 0)) / 2;
      const shift = (large.padding[axis] ?? 0) - (small.padding[axis] ?? 0);
      const plain = small.dilation[axis] === 1 && large.dilation[axis] === 1;
      return Number.isInteger(margin) && margin >= 0 && margin === shift && plain && small.stride[axis] === large.stride[axis];
    }) && small.groups === large.groups
  );
}
