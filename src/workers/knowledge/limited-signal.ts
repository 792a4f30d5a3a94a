/** A signal that ends with the given one or after so long. `release` forgets both; call it when the work is over. */
export type LimitedSignal = { readonly signal: AbortSignal; readonly release: () => void };

/**
 * Made by hand from a timer: a signal of `AbortSignal.timeout` that only `AbortSignal.any` knows may be collected by Node 20 before it
 * fires, and then a silent server holds the call for ever.
 */
export function limitedSignal(outer: AbortSignal, limitMs: number): LimitedSignal {
  const limited = new AbortController();
  const end = (): void => limited.abort(outer.reason);
  const timer = setTimeout(() => limited.abort(new DOMException('time is up', 'TimeoutError')), limitMs);
  outer.addEventListener('abort', end, { once: true });
  if (outer.aborted) end();
  return {
    signal: limited.signal,
    release: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', end);
    },
  };
}
