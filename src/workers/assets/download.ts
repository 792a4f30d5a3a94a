import { open } from 'node:fs/promises';
import pRetry from 'p-retry';
import { type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { type ArchiveAnswer, askForArchive } from './archive-answer.ts';
import { assertSpace } from './disk-space.ts';
import type { Fail } from './install-failure.ts';
import type { Asset } from './manifest.ts';
import type { PartialFile } from './partial-file.ts';

export type Download = {
  readonly asset: Pick<Asset, 'url' | 'flow' | 'maxArchiveBytes' | 'archiveSha256'>;
  readonly part: PartialFile;
  readonly signal: AbortSignal;
  /** Bytes so far and bytes announced, when they are. */
  readonly onBytes: (done: number, total: number | undefined) => void;
  /** Pause before the first repetition, milliseconds; doubles each time. Default 500. */
  readonly retryMs?: number;
};

/** Longest silence of the host. */
const IDLE_MS = 60_000;
const REPETITIONS = 3;

/**
 * Fetch one archive into its partial file, through the proxy that HTTPS_PROXY and NO_PROXY name. A transfer that breaks off is taken
 * up again where it stopped, now or at the next call. Throws `asset_install_failed` (`network`, `incomplete`, `checksum`, `disk`).
 */
export async function download(wanted: Download, fail: Fail): Promise<void> {
  const agent = new EnvHttpProxyAgent({ headersTimeout: IDLE_MS, bodyTimeout: IDLE_MS, connectTimeout: IDLE_MS });
  try {
    await pRetry(() => attempt(wanted, agent, fail), {
      retries: REPETITIONS,
      minTimeout: wanted.retryMs ?? 500,
      maxTimeout: 30_000,
      signal: wanted.signal,
      shouldRetry: ({ error }) => isPassing(error),
    });
  } finally {
    await agent.destroy();
  }
}

/** Worth another attempt: the network or the host failed for now. What will not change by waiting comes as an `AbortError`. */
const isPassing = (error: unknown): boolean =>
  error instanceof GeomapError && ['incomplete', 'network'].includes(String(error.facts.details?.reason));

async function attempt(wanted: Download, agent: Dispatcher, fail: Fail): Promise<void> {
  const { asset, part, signal } = wanted;
  const validator = await part.validator();
  // Halves are joined only where something tells afterwards, or the host beforehand, that they belong together.
  const have = validator !== null || asset.archiveSha256 !== null ? await part.bytes() : 0;
  const answer = await askForArchive({ asset, have, validator, signal, agent }, fail);
  if (answer.state === 'whole') return;
  if (answer.total !== undefined && answer.total > asset.maxArchiveBytes) {
    answer.body.destroy();
    await part.discard();
    throw fail(
      'checksum',
      `the host announces ${answer.total} bytes, more than the ${asset.maxArchiveBytes} of the approved archive`,
    );
  }
  if (answer.state === 'fresh') await part.discard();
  part.remember(answer.validator);
  await assertSpace(part.path, (answer.total ?? asset.maxArchiveBytes) - (answer.state === 'fresh' ? 0 : have), fail);
  await append(answer, wanted, fail);
}

async function append(answer: Exclude<ArchiveAnswer, { state: 'whole' }>, wanted: Download, fail: Fail): Promise<void> {
  const { part, asset, signal, onBytes } = wanted;
  const file = await open(part.path, 'a', 0o600);
  let bytes = await part.bytes();
  try {
    const chunks = answer.body[Symbol.asyncIterator]();
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw networkFailure(error, signal, fail);
      });
      if (next.done) break;
      const chunk: unknown = next.value;
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a body gives bytes');
      bytes += chunk.length;
      if (bytes > asset.maxArchiveBytes) {
        await part.discard();
        throw fail('checksum', `the archive is larger than ${asset.maxArchiveBytes} bytes`);
      }
      await file.write(chunk);
      onBytes(bytes, answer.total);
    }
    await file.sync();
  } finally {
    await file.close();
    answer.body.destroy();
  }
  if (answer.total !== undefined && bytes < answer.total)
    throw fail('incomplete', `the host sent ${bytes} of ${answer.total} bytes`);
}

/** An abort stays an abort, whose code the caller knows; everything else that goes wrong here is the network. */
function networkFailure(error: unknown, signal: AbortSignal, fail: Fail): unknown {
  if (signal.aborted) return signal.reason ?? error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure';
  return fail('network', code);
}
