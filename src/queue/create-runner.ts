import type { ProcessSettings } from '../platform/environment.ts';
import type { Logger } from '../platform/log.ts';
import { cancelled } from './queue-failures.ts';
import type { JobRunner } from './runner.ts';

export type RunnerOptions = {
  readonly settings: ProcessSettings;
  /** Lines of this process and those that workers print about its calls. Must never be stdout. */
  readonly log: Logger;
  /** Takes a line that a worker printed about a call of this process; stderr by default. */
  readonly writeLine?: (line: string) => void;
  /** For tests only: a limit for every job below its own, in ms. */
  readonly limitMs?: number;
  /** For tests only: module whose `createHandlers` the workers of a private supervisor load last. Absolute path. */
  readonly handlersModule?: string;
};

/**
 * The runner of a process that has no handlers of its own. Nothing is started, connected or loaded before the first
 * `run`: bullmq and ioredis come in by dynamic import then, so that a server can list its tools without them.
 */
export function createRunner(options: RunnerOptions): JobRunner {
  let opened: Promise<JobRunner> | undefined;
  let closed = false;
  const open = async (): Promise<JobRunner> => {
    const { openQueueClient } = await import('./open-queue-client.ts');
    return openQueueClient(options);
  };
  return {
    async run(call) {
      if (closed) throw cancelled();
      opened ??= open();
      return (await opened).run(call);
    },
    async close() {
      closed = true;
      await (await opened)?.close();
    },
  };
}
