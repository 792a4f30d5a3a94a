import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { EnvHttpProxyAgent, request } from 'undici';
import type { Fail } from './install-failure.ts';

export type Download = {
  readonly url: string;
  readonly target: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Bytes so far and bytes announced, when they are. */
  readonly onBytes: (done: number, total: number | undefined) => void;
};

const USER_AGENT = 'stratigraphic-amenity/0.1.0';
/** Longest silence of the host. */
const IDLE_MS = 60_000;
const MAX_REDIRECTS = 5;

/** Fetch one archive into a new file, through the proxy that HTTPS_PROXY and NO_PROXY name. Returns its SHA-256, lower-case hex. */
export async function download(wanted: Download, fail: Fail): Promise<string> {
  const agent = new EnvHttpProxyAgent({ headersTimeout: IDLE_MS, bodyTimeout: IDLE_MS, connectTimeout: IDLE_MS });
  try {
    const { body, total } = await answerOf(wanted, agent, fail);
    return await writeBody(body, { wanted, total }, fail);
  } finally {
    await agent.destroy();
  }
}

type Body = Awaited<ReturnType<typeof request>>['body'];

async function answerOf(
  wanted: Download,
  agent: EnvHttpProxyAgent,
  fail: Fail,
): Promise<{ readonly body: Body; readonly total: number | undefined }> {
  let url = wanted.url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await request(url, { dispatcher: agent, signal: wanted.signal, headers: { 'user-agent': USER_AGENT } }).catch(
      (error: unknown) => {
        throw networkFailure(error, wanted.signal, fail);
      },
    );
    const { statusCode, headers } = answer;
    if (statusCode >= 200 && statusCode < 300) {
      // Consumer hosts answer with a page (quota, virus scan) where a file was asked for.
      if (String(headers['content-type'] ?? '').startsWith('text/html'))
        throw fail('network', 'the host answered with a web page');
      const length = Number(headers['content-length']);
      return { body: answer.body, total: Number.isSafeInteger(length) && length > 0 ? length : undefined };
    }
    await answer.body.dump();
    const next = headers.location;
    if (statusCode < 300 || statusCode >= 400 || typeof next !== 'string')
      throw fail('network', `the host answered with status ${statusCode}`);
    const target = new URL(next, url);
    // A redirect may not turn a secure download into an open one.
    if (new URL(url).protocol === 'https:' && target.protocol !== 'https:')
      throw fail('network', 'the host redirected to an insecure address');
    url = target.href;
  }
  throw fail('network', `more than ${MAX_REDIRECTS} redirects`);
}

async function writeBody(
  body: Body,
  facts: { readonly wanted: Download; readonly total: number | undefined },
  fail: Fail,
): Promise<string> {
  const { wanted, total } = facts;
  const hash = createHash('sha256');
  const file = await open(wanted.target, 'wx', 0o600);
  let bytes = 0;
  try {
    const chunks = body[Symbol.asyncIterator]();
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw networkFailure(error, wanted.signal, fail);
      });
      if (next.done) break;
      const chunk: unknown = next.value;
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a body gives bytes');
      bytes += chunk.length;
      if (bytes > wanted.maxBytes) throw fail('checksum', `the archive is larger than ${wanted.maxBytes} bytes`);
      hash.update(chunk);
      await file.write(chunk);
      wanted.onBytes(bytes, total);
    }
    await file.sync();
  } finally {
    await file.close();
    body.destroy();
  }
  if (total !== undefined && bytes < total) throw fail('incomplete', `the host sent ${bytes} of ${total} bytes`);
  return hash.digest('hex');
}

/** An abort stays an abort, whose code the caller knows; everything else that goes wrong here is the network. */
function networkFailure(error: unknown, signal: AbortSignal, fail: Fail): unknown {
  if (signal.aborted) return signal.reason ?? error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure';
  return fail('network', code);
}
