import { CheckpointRefusal } from '../../domain/layout/peace/checkpoint-refusal.ts';
import type { RawMap } from '../../domain/layout/peace/decode.ts';
import { BINS } from '../../domain/layout/peace/detector-network.ts';
import type { OnnxSession } from '../adapters/onnx-session.ts';
import type { PreparedNetwork } from './weight-files.ts';

/** What a network is given: `[1, 3, height, width]` in row-major order. */
export type NetworkInput = { readonly tensor: Float32Array; readonly width: number; readonly height: number };

/** Runs converted networks; keeps them loaded between calls and lets go of them when nobody has asked for a while. */
export type NetworkRunner = {
  /** The raw maps of the head. Throws `CheckpointRefusal` when the runtime cannot run the network. */
  readonly run: (network: PreparedNetwork, input: NetworkInput) => Promise<readonly RawMap[]>;
  /** Let go of every network now. */
  readonly release: () => Promise<void>;
};

export type NetworkRunnerDeps = {
  readonly open: (file: string) => Promise<OnnxSession>;
  /** Milliseconds without a call after which the networks are let go of. Default: one minute. */
  readonly idleMs?: number;
};

const IDLE_MS = 60_000;

export function createNetworkRunner({ open, idleMs = IDLE_MS }: NetworkRunnerDeps): NetworkRunner {
  const sessions = new Map<string, Promise<OnnxSession>>();
  let active = 0;
  let timer: NodeJS.Timeout | undefined;
  const release = async (): Promise<void> => {
    const all = [...sessions.values()];
    sessions.clear();
    for (const session of all) await (await session.catch(() => undefined))?.release();
  };
  const sessionOf = (file: string): Promise<OnnxSession> => {
    const held = sessions.get(file);
    if (held !== undefined) return held;
    const opened = open(file);
    sessions.set(file, opened);
    opened.catch(() => sessions.delete(file));
    return opened;
  };
  return {
    release,
    run: async (network, input) => {
      active += 1;
      clearTimeout(timer);
      try {
        return await infer(await sessionOf(network.file), network, input);
      } catch (error) {
        if (error instanceof CheckpointRefusal) throw error;
        throw new CheckpointRefusal('inconsistent', 'the inference runtime cannot run its network');
      } finally {
        active -= 1;
        if (active === 0) timer = setTimeout(() => void release(), idleMs).unref();
      }
    },
  };
}

async function infer(session: OnnxSession, network: PreparedNetwork, input: NetworkInput): Promise<readonly RawMap[]> {
  const results = await session.run(input.tensor, input);
  return network.outputs.map(({ name, stride }) => {
    const { data, dims } = results.get(name) ?? { data: new Float32Array(0), dims: [] };
    const [, channels, rows = 0, columns = 0] = dims;
    if (channels !== 4 * BINS + network.classes || rows * stride !== input.height || columns * stride !== input.width)
      throw new CheckpointRefusal('inconsistent', 'its network gives maps of another size than it says');
    return { rows, columns, data };
  });
}
