import { GeomapError } from '../domain/errors/geomap-error.ts';
import type { Execute, Execution } from './execute.ts';
import { deadlineExceeded } from './queue-failures.ts';

/** How long a job that was told to stop keeps its place in the queue before it is given up. */
const STOP_GRACE_MS = 10_000;

export type RunningJob = {
  readonly outcome: Promise<unknown>;
  /** Tell the job to stop, with the failure that its caller would see. */
  readonly stop: (reason: GeomapError) => void;
};

/**
 * Runs a job under its deadline. A job that is told to stop has 10 s to end; after that its outcome is the reason it
 * was given, and whatever it still does is nobody's. `overrun` says that this has happened.
 */
export function startJob(
  execute: Execute,
  job: Omit<Execution, 'signal'>,
  limits: { readonly leftMs: number; readonly deadlineMs: number; readonly overrun: () => void },
): RunningJob {
  const controller = new AbortController();
  const stop = (reason: GeomapError): void => controller.abort(reason);
  const deadline = setTimeout(() => stop(deadlineExceeded(limits.deadlineMs)), Math.max(0, limits.leftMs));
  let grace: NodeJS.Timeout | undefined;
  const given = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => {
      grace = setTimeout(() => {
        limits.overrun();
        reject(controller.signal.reason);
      }, STOP_GRACE_MS);
    });
  });
  given.catch(() => undefined);
  const run = async (): Promise<unknown> => {
    try {
      return await Promise.race([execute({ ...job, signal: controller.signal }), given]);
    } catch (error) {
      throw controller.signal.reason instanceof GeomapError ? controller.signal.reason : error;
    } finally {
      clearTimeout(deadline);
      clearTimeout(grace);
    }
  };
  return { outcome: run(), stop };
}
