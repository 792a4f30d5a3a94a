import type { PickleTensor } from './pickle-values.ts';

/** An intermediate picture of the network, `[1, channels, height, width]` with sizes that depend on the input. */
export type Feature = { readonly name: string; readonly channels: number };

/** Attribute of an ONNX node. */
export type NodeAttribute =
  | { readonly name: string; readonly int: number }
  | { readonly name: string; readonly ints: readonly number[] }
  | { readonly name: string; readonly text: string };

export type NetworkNode = {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: readonly NodeAttribute[];
};

/** Normalisation that is folded into a convolution: per output channel `(x - mean) / sqrt(variance + eps) * scale + shift`. */
export type Normalisation = {
  readonly scale: PickleTensor;
  readonly shift: PickleTensor;
  readonly mean: PickleTensor;
  readonly variance: PickleTensor;
  readonly eps: number;
};

/** One convolution with what was folded into it, still as views of storages. */
export type ConvolutionSource = {
  readonly weight: PickleTensor;
  readonly bias: PickleTensor | undefined;
  readonly norm: Normalisation | undefined;
};

/** Where the numbers of an initializer come from. Convolutions of one place are summed, the smaller kernels centred in the largest. */
export type InitializerSource =
  | { readonly from: 'weights'; readonly sum: readonly ConvolutionSource[] }
  | { readonly from: 'biases'; readonly sum: readonly ConvolutionSource[] }
  | { readonly from: 'floats'; readonly values: readonly number[] }
  | { readonly from: 'ints'; readonly values: readonly number[] };

export type Initializer = { readonly name: string; readonly dims: readonly number[]; readonly source: InitializerSource };

/** A network before its numbers are read. The outputs are the raw maps of the one-to-one head, one per stride. */
export type Network = {
  readonly nodes: readonly NetworkNode[];
  readonly initializers: readonly Initializer[];
  readonly outputs: readonly Feature[];
};

export const INPUT = 'image';
