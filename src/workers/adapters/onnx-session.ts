import { availableParallelism } from 'node:os';

/** A network ready to run. `run` blocks the process while it computes: look at a cancel before it. */
export type OnnxSession = {
  /** `input` is float32 of shape `[1, 3, height, width]`; the outputs by name. */
  readonly run: (input: Float32Array, size: { readonly width: number; readonly height: number }) => Promise<OnnxOutputs>;
  readonly release: () => Promise<void>;
};
export type OnnxOutputs = ReadonlyMap<string, { readonly data: Float32Array; readonly dims: readonly number[] }>;

/** More threads than this gain nothing on networks of this size. */
const MAX_THREADS = 8;

/** Load a network from a file. The native package is loaded at the first call; the file's networks have one input. */
export async function openOnnxSession(file: string): Promise<OnnxSession> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const session = await InferenceSession.create(file, {
    intraOpNumThreads: Math.min(MAX_THREADS, availableParallelism()),
    interOpNumThreads: 1,
    // The arena keeps what the largest picture needed for as long as the session lives.
    enableCpuMemArena: false,
    // Errors only; warnings would go to standard error past the log.
    logSeverityLevel: 3,
  });
  const [input = 'image'] = session.inputNames;
  return {
    run: async (data, { width, height }) => {
      const results = await session.run({ [input]: new Tensor('float32', data, [1, 3, height, width]) });
      return new Map(
        Object.entries(results).map(([name, tensor]) => {
          if (!(tensor.data instanceof Float32Array)) throw new TypeError('an output of the network is not float32');
          return [name, { data: tensor.data, dims: tensor.dims }];
        }),
      );
    },
    release: () => session.release(),
  };
}
