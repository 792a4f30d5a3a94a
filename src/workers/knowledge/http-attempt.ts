import type { Dispatcher } from 'undici';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { providerFailed } from '../../domain/knowledge/failures.ts';
import * as live from '../../domain/knowledge/live/live-messages.ts';
import * as say from '../../domain/knowledge/messages.ts';
import type { HttpAnswer, HttpRequest } from '../../domain/knowledge/ports.ts';
import { limitedSignal } from './limited-signal.ts';
import { retryAfterMs } from './retry-after.ts';

/** A request as the transport takes it: a GET, or a POST when there is a body. */
export type HttpCall = HttpRequest & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** An attempt that may be made again. `outcome` is what the caller gets when it is the last one. */
export class AttemptFailure extends Error {
  readonly outcome: HttpAnswer | GeomapError;
  /** How often a repetition makes sense: a service that is silent is asked once more only. */
  readonly repeats: number;
  /** Milliseconds that the service asks to wait; null when it says nothing. */
  readonly waitMs: number | null;
  constructor(outcome: HttpAnswer | GeomapError, repeats: number, waitMs: number | null = null) {
    super('attempt failed');
    this.outcome = outcome;
    this.repeats = repeats;
    this.waitMs = waitMs;
  }
}

/** A live answer is refused beyond this size, counted after decompression. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const USER_AGENT = 'stratigraphic-amenity/0.1.0 (MCP server for geologic maps)';
const AGAIN: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const FINAL_CODES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ERR_INVALID_URL', 'CERT_HAS_EXPIRED']);

/** The error code of a transport failure, wherever the client has put it; never an address. */
function transportCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return cause === undefined ? error.name : transportCode(cause);
}

async function readBody(body: AsyncIterable<Uint8Array> | null, label: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw providerFailed(live.tooLarge(label));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/u, '');
}

type Fetched = { readonly status: number; readonly headers: Headers; readonly body: AsyncIterable<Uint8Array> | null };
type Headers = { get(name: string): string | null };

/** Follows redirects by hand: a secure request never becomes an open one, and a body is never sent twice. */
async function fetchFollowing(call: HttpCall, signal: AbortSignal, dispatcher: Dispatcher): Promise<Fetched> {
  // Loaded at the first live query: most workers never make one.
  const undici = await import('undici');
  let target = new URL(call.url);
  for (const [key, value] of Object.entries(call.params)) target.searchParams.set(key, String(value));
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await undici.fetch(target, {
      dispatcher,
      method: call.body === undefined ? 'GET' : 'POST',
      ...(call.body === undefined ? {} : { body: call.body }),
      headers: { 'user-agent': USER_AGENT, accept: 'application/json, */*;q=0.5', ...call.headers },
      redirect: 'manual',
      signal,
    });
    const next = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || next === null || call.body !== undefined) return answer;
    await answer.body?.cancel();
    const onward = new URL(next, target);
    if (target.protocol === 'https:' && onward.protocol !== 'https:') throw providerFailed(live.insecureRedirect(call.label));
    target = onward;
  }
  throw providerFailed(live.tooManyRedirects(call.label));
}

/** One attempt. Throws `AttemptFailure` for what may be tried again, and `unknown_provider` (provider_failed) for what may not. */
export async function attemptCall(call: HttpCall, limitMs: number, dispatcher: Dispatcher): Promise<HttpAnswer> {
  const limited = limitedSignal(call.signal, Math.min(call.timeoutMs, limitMs));
  try {
    const fetched = await fetchFollowing(call, limited.signal, dispatcher);
    const waitMs = retryAfterMs(fetched.headers.get('retry-after'), Date.now());
    const answer: HttpAnswer = {
      status: fetched.status,
      contentType: fetched.headers.get('content-type') ?? '',
      text: await readBody(fetched.body, call.label),
      retryAfterMs: waitMs,
    };
    if (AGAIN.has(answer.status)) throw new AttemptFailure(answer, 2, waitMs);
    return answer;
  } catch (error) {
    if (error instanceof GeomapError || error instanceof AttemptFailure) throw error;
    if (call.signal.aborted) throw endOf(call.signal);
    const code = transportCode(error);
    const failure = providerFailed(say.httpFailed(call.label, code), code);
    if (FINAL_CODES.has(code)) throw failure;
    throw new AttemptFailure(failure, code === 'timeout' ? 1 : 2);
  } finally {
    limited.release();
  }
}

/** What a call that was ended from outside ends with. */
export const endOf = (signal: AbortSignal): unknown =>
  signal.reason instanceof GeomapError ? signal.reason : new GeomapError('cancelled', 'The call was cancelled.');
