import { type LanguageData, startTesseract, type TesseractThread } from './tesseract-thread.ts';

/** A few engines with the same languages, started when needed, kept warm, and released after a while without work. */
export type TesseractPool = {
  /** Lends a free engine; waits for one, or throws the signal's reason. */
  readonly withEngine: <T>(use: (engine: TesseractThread) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Start the engines ahead of need; a failure shows at the first use. */
  readonly warm: () => void;
  readonly close: () => Promise<void>;
};

export type PoolOptions = { readonly engines: number; readonly idleMs: number };

/** `load` gives the language data anew for each engine. */
export function createTesseractPool(load: () => Promise<readonly LanguageData[]>, options: PoolOptions): TesseractPool {
  const free: TesseractThread[] = [];
  const waiters: (() => void)[] = [];
  let running = 0;
  let idle: NodeJS.Timeout | undefined;

  const release = async (): Promise<void> => {
    const engines = free.splice(0);
    running -= engines.length;
    await Promise.all(engines.map((engine) => engine.close()));
  };
  const giveBack = (engine: TesseractThread): void => {
    if (engine.isDead()) running -= 1;
    else free.push(engine);
    waiters.shift()?.();
    clearTimeout(idle);
    idle = setTimeout(() => void release(), options.idleMs);
    idle.unref();
  };
  const start = async (): Promise<TesseractThread> => {
    running += 1;
    try {
      return await startTesseract(await load());
    } catch (error) {
      running -= 1;
      waiters.shift()?.();
      throw error;
    }
  };
  const take = async (signal?: AbortSignal): Promise<TesseractThread> => {
    for (;;) {
      signal?.throwIfAborted();
      const engine = free.pop();
      if (engine) return engine;
      if (running < options.engines) return start();
      await turn(waiters, signal);
    }
  };
  return {
    withEngine: async (use, signal) => {
      const engine = await take(signal);
      clearTimeout(idle);
      try {
        return await use(engine);
      } finally {
        giveBack(engine);
      }
    },
    warm: () => {
      while (running < options.engines) start().then(giveBack, () => undefined);
    },
    close: async () => {
      clearTimeout(idle);
      await release();
    },
  };
}

/** Resolves at the next release; an aborted waiter leaves the queue and throws. */
async function turn(waiters: (() => void)[], signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      const at = waiters.indexOf(wake);
      if (at >= 0) waiters.splice(at, 1);
      resolve();
    };
    waiters.push(wake);
    signal?.addEventListener('abort', leave, { once: true });
  });
}
