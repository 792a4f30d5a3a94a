import { type Storages, tensorOf, zeroHalves } from './checkpoint-writer.ts';
import type { Writable } from './pickle-writer.ts';

/*
 * Layers as PyTorch pickles them, with random weights, put together to whole YOLOv10 detectors. Written from the contents of
 * checkpoints.
 */

const TORCH = {
  Conv2d: 'torch.nn.modules.conv',
  BatchNorm2d: 'torch.nn.modules.batchnorm',
  SiLU: 'torch.nn.modules.activation',
  Identity: 'torch.nn.modules.linear',
  Sequential: 'torch.nn.modules.container',
  ModuleList: 'torch.nn.modules.container',
  MaxPool2d: 'torch.nn.modules.pooling',
  Upsample: 'torch.nn.modules.upsampling',
} as const;
const OWN = {
  Conv: 'ultralytics.nn.modules.conv',
  Concat: 'ultralytics.nn.modules.conv',
  v10Detect: 'ultralytics.nn.modules.head',
  YOLOv10DetectionModel: 'ultralytics.nn.tasks',
} as const;

export type Parts = {
  readonly attributes?: readonly (readonly [string, Writable])[];
  readonly tensors?: readonly (readonly [string, Writable])[];
  readonly layers?: readonly (readonly [string, Writable])[];
};

export function layer(kind: string, { attributes = [], tensors = [], layers = [] }: Parts = {}): Writable {
  const modules: Readonly<Record<string, string>> = { ...TORCH, ...OWN };
  const state: Writable = {
    dict: [
      ['training', false],
      ['_parameters', { ordered: tensors }],
      ['_buffers', { ordered: [] }],
      ['_modules', { ordered: layers }],
      ...attributes,
    ],
  };
  return { made: { global: [modules[kind] ?? 'ultralytics.nn.modules.block', kind] }, state };
}

export const listed = (kind: 'Sequential' | 'ModuleList', layers: readonly Writable[]): Writable =>
  layer(kind, { layers: layers.map((each, at) => [String(at), each] as const) });

export type ConvSizes = {
  readonly from: number;
  readonly to: number;
  readonly kernel?: number;
  readonly stride?: number;
  readonly groups?: number;
  readonly padding?: number;
  readonly act?: 'SiLU' | 'Identity';
  /** Zero weights in half precision: cheap to make, whatever the size. */
  readonly zero?: boolean;
};

const two = (value: number): Writable => ({ tuple: [value, value] });

export function conv2d(storages: Storages, sizes: ConvSizes, bias = false): Writable {
  const { from, to, kernel = 1, stride = 1, groups = 1, padding = Math.floor(kernel / 2) } = sizes;
  const shape = [to, from / groups, kernel, kernel];
  const count = shape.reduce((all, side) => all * side, 1);
  const spread = 1.5 / Math.sqrt(count / to);
  const random = (length: number, by: number) => Float32Array.from({ length }, () => by * storages.random());
  const weight = sizes.zero ? zeroHalves(storages, shape) : tensorOf(storages, shape, random(count, spread));
  return layer('Conv2d', {
    attributes: [
      ['kernel_size', two(kernel)],
      ['stride', two(stride)],
      ['padding', two(padding)],
      ['dilation', two(1)],
      ['groups', groups],
      ['padding_mode', 'zeros'],
    ],
    tensors: [
      ['weight', weight],
      ['bias', bias ? tensorOf(storages, [to], random(to, 0.5)) : null],
    ],
  });
}

export function conv(storages: Storages, sizes: ConvSizes): Writable {
  const vector = (by: number, add: number): Writable =>
    tensorOf(
      storages,
      [sizes.to],
      Float32Array.from({ length: sizes.to }, () => add + by * storages.random()),
    );
  const bn = layer('BatchNorm2d', {
    attributes: [['eps', 0.001]],
    tensors: [
      ['weight', vector(0.3, 1)],
      ['bias', vector(0.2, 0)],
      ['running_mean', vector(0.2, 0)],
      ['running_var', vector(0.4, 1)],
    ],
  });
  return layer('Conv', {
    layers: [
      ['conv', conv2d(storages, sizes)],
      ['bn', bn],
      ['act', layer(sizes.act ?? 'SiLU')],
    ],
  });
}

const CLASSES_DEFAULT = 8;
export type DetectorSizes = {
  readonly seed: number;
  readonly width?: number;
  readonly classes?: number;
  /** Size of the picture that it was trained with, as the checkpoint says it. */
  readonly imgsz?: Writable;
  /** Channels of one more pair of convolutions with zero weights, to make a checkpoint large. */
  readonly ballast?: number;
  /** Added to the scores of all classes, so that detections come out. */
  readonly scoreBias?: number;
};

/** Inputs of a layer and its attributes in the list of the model. */
const placed = (module: Writable, from: number | readonly number[]): Writable =>
  typeof module === 'object' && module !== null && 'made' in module && typeof module.state === 'object'
    ? { made: module.made, state: { dict: [...entriesOf(module.state), ['f', from]] } }
    : module;

const entriesOf = (state: Writable): readonly (readonly [Writable, Writable])[] =>
  typeof state === 'object' && state !== null && 'dict' in state ? state.dict : [];

/** A small whole detector with three levels and random weights: the root of a checkpoint. */
export function detectorRoot(storages: Storages, sizes: DetectorSizes): Writable {
  const { width = 8, classes = CLASSES_DEFAULT, ballast = 0, imgsz = 64 } = sizes;
  const down = (from: number, to: number): Writable => conv(storages, { from, to, kernel: 3, stride: 2 });
  const heavy =
    ballast > 0
      ? [
          placed(conv(storages, { from: width, to: ballast, zero: true }), -1),
          placed(conv(storages, { from: ballast, to: ballast, kernel: 3, zero: true }), -1),
          placed(conv(storages, { from: ballast, to: width, zero: true }), -1),
        ]
      : [];
  const at = heavy.length;
  const layers = [
    placed(down(3, width), -1),
    placed(down(width, width), -1),
    ...heavy,
    placed(down(width, width), -1),
    placed(down(width, width), -1),
    placed(down(width, width), -1),
  ];
  const head = headOf(storages, { width, classes, scoreBias: sizes.scoreBias ?? 0 });
  const model = layer('YOLOv10DetectionModel', {
    layers: [['model', listed('Sequential', [...layers, placed(head, [2 + at, 3 + at, 4 + at])])]],
  });
  return {
    dict: [
      ['model', model],
      ['ema', null],
      ['train_args', { dict: [['imgsz', imgsz]] }],
    ],
  };
}

type HeadSizes = { readonly width: number; readonly classes: number; readonly scoreBias: number };

function headOf(storages: Storages, { width, classes, scoreBias }: HeadSizes): Writable {
  const branch = (to: number): Writable =>
    listed(
      'ModuleList',
      [0, 1, 2].map(() =>
        listed('Sequential', [
          conv(storages, { from: width, to: width, kernel: 3 }),
          conv2d(storages, { from: width, to }, true),
        ]),
      ),
    );
  const boxes = branch(64);
  const scores = scoreBias === 0 ? branch(classes) : eager(storages, { width, classes, scoreBias });
  return layer('v10Detect', {
    attributes: [
      ['nc', classes],
      ['reg_max', 16],
      ['stride', tensorOf(storages, [3], [8, 16, 32])],
    ],
    layers: [
      ['one2one_cv2', boxes],
      ['one2one_cv3', scores],
    ],
  });
}

/** Class branches whose scores lie around a given bias, a plain number without normalisation. */
function eager(storages: Storages, { width, classes, scoreBias }: HeadSizes): Writable {
  const branches = [0, 1, 2].map(() => {
    const weight = tensorOf(
      storages,
      [classes, width, 1, 1],
      Float32Array.from({ length: classes * width }, () => storages.random()),
    );
    const bias = tensorOf(storages, [classes], new Float32Array(classes).fill(scoreBias));
    return layer('Conv2d', {
      attributes: [
        ['kernel_size', two(1)],
        ['stride', two(1)],
        ['padding', two(0)],
        ['dilation', two(1)],
        ['groups', 1],
        ['padding_mode', 'zeros'],
      ],
      tensors: [
        ['weight', weight],
        ['bias', bias],
      ],
    });
  });
  return listed('ModuleList', branches);
}
