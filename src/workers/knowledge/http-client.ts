import { setTimeout as pause } from 'node:timers/promises';
import pRetry from 'p-retry';
import type { EnvHttpProxyAgent } from 'undici';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { providerFailed } from '../../domain/knowledge/failures.ts';
import * as live from '../../domain/knowledge/live/live-messages.ts';
import type { HttpAnswer, HttpGet } from '../../domain/knowledge/ports.ts';
import { AttemptFailure, attemptCall, endOf, type HttpCall } from './http-attempt.ts';

/** All that one call may spend on live sources: far below the deadline of its job, so that what the others found is still told. */
const BUDGET_MS = 40_000;
const FIRST_PAUSE_MS = 300;

export type HttpSend = (call: HttpCall) => Promise<HttpAnswer>;

export type HttpClient = {
  /** One request with a budget of its own. */
  readonly get: HttpGet;
  /** Requests that share one budget, which begins with the first of them. */
  session(budgetMs?: number): HttpSend;
  close(): Promise<void>;
};

type Terms = {
  /** Milliseconds left of the budget. */
  readonly remaining: () => number;
  readonly firstPauseMs: number;
  readonly dispatcher: EnvHttpProxyAgent;
};

/** Repeats what may be repeated while the budget lasts, with growing pauses, and waits as long as a service asks to (D34). */
async function withRetries(call: HttpCall, terms: Terms): Promise<HttpAnswer> {
  const { remaining, firstPauseMs } = terms;
  const attempt = (): Promise<HttpAnswer> => {
    const left = remaining();
    if (left <= 0) throw providerFailed(live.outOfTime(call.label));
    return attemptCall(call, left, terms.dispatcher);
  };
  try {
    return await pRetry(attempt, {
      retries: 2,
      minTimeout: firstPauseMs,
      factor: 3,
      randomize: true,
      signal: call.signal,
      shouldRetry: async ({ error, retriesConsumed }) => {
        if (!(error instanceof AttemptFailure) || retriesConsumed >= error.repeats) return false;
        const waitMs = error.waitMs ?? 0;
        // A wait that would outlast the budget helps nobody: the caller is told how long it is.
        if (waitMs + firstPauseMs * 2 >= remaining()) return false;
        await pause(waitMs, undefined, { signal: call.signal }).catch(() => undefined);
        return !call.signal.aborted;
      },
    });
  } catch (error) {
    if (call.signal.aborted) throw endOf(call.signal);
    if (!(error instanceof AttemptFailure)) throw error;
    if (error.outcome instanceof GeomapError) throw error.outcome;
    return error.outcome;
  }
}

/**
 * HTTP(S) that honours HTTPS_PROXY, HTTP_PROXY and NO_PROXY (D39), follows redirects, repeats failed attempts and gives up after the
 * request's own limit or the budget of its call. A status is returned, not thrown. Close it when the process ends.
 */
export function createHttpClient({ firstPauseMs = FIRST_PAUSE_MS }: { readonly firstPauseMs?: number } = {}): HttpClient {
  let opened: Promise<EnvHttpProxyAgent> | null = null;
  const agent = (): Promise<EnvHttpProxyAgent> => {
    opened ??= import('undici').then(({ EnvHttpProxyAgent }) => new EnvHttpProxyAgent({ connect: { timeout: 10_000 } }));
    return opened;
  };
  const session = (budgetMs = BUDGET_MS): HttpSend => {
    let endsAt: number | null = null;
    return async (call) => {
      endsAt ??= performance.now() + budgetMs;
      const end = endsAt;
      return withRetries(call, { remaining: () => end - performance.now(), firstPauseMs, dispatcher: await agent() });
    };
  };
  return {
    get: (request) => session()(request),
    session,
    close: async () => (await opened)?.close(),
  };
}
