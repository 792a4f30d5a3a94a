/** One call that waits for work. */
export type Waiter = {
  readonly signal: AbortSignal;
  /** Share done (0..1) and what is being done. */
  readonly report: (share: number, message: string) => void;
};

type Flight<T> = { readonly control: AbortController; readonly waiters: Set<Waiter>; readonly result: Promise<T> };

export type SharedWork<T> = {
  /** Starts the work of this name, or joins it. It ends early only when every call that waits for it has been ended. */
  readonly join: (name: string, waiter: Waiter, start: (shared: Waiter) => Promise<T>) => Promise<T>;
};

/** Work that several calls of this process want at the same time and that is done once. */
export function createSharedWork<T>(): SharedWork<T> {
  const flights = new Map<string, Flight<T>>();

  const begin = (name: string, start: (shared: Waiter) => Promise<T>): Flight<T> => {
    const control = new AbortController();
    const waiters = new Set<Waiter>();
    const report: Waiter['report'] = (share, message) => {
      for (const waiter of waiters) waiter.report(share, message);
    };
    const result = start({ signal: control.signal, report });
    const flight = { control, waiters, result };
    const forget = (): void => {
      if (flights.get(name) === flight) flights.delete(name);
    };
    result.then(forget, forget);
    flights.set(name, flight);
    return flight;
  };

  return {
    join: async (name, waiter, start) => {
      waiter.signal.throwIfAborted();
      const flight = flights.get(name) ?? begin(name, start);
      flight.waiters.add(waiter);
      let leave: (() => void) | undefined;
      const left = new Promise<never>((_, reject) => {
        leave = () => reject(waiter.signal.reason);
        waiter.signal.addEventListener('abort', leave);
      });
      try {
        return await Promise.race([flight.result, left]);
      } finally {
        if (leave !== undefined) waiter.signal.removeEventListener('abort', leave);
        flight.waiters.delete(waiter);
        if (waiter.signal.aborted && flight.waiters.size === 0) {
          if (flights.get(name) === flight) flights.delete(name);
          flight.control.abort(waiter.signal.reason);
        }
      }
    },
  };
}
