import type { Store } from '../domain/catalog/store.ts';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import type { Logger } from '../platform/log.ts';
import type { Execute, Execution } from '../queue/execute.ts';
import { JOBS, type JobName } from '../queue/jobs/registry.ts';
import { type JobOutput, parseInput, parseOutput } from '../queue/output-codec.ts';
import { asStorageFailure } from '../queue/queue-failures.ts';
import type { Handler, HandlerContext, Handlers } from './handler.ts';
import { boundRoots } from './roots-bound.ts';

export type ProcessorDeps = {
  readonly handlers: Handlers;
  readonly store: Store;
  readonly log: Logger;
  /** Upper bound of the roots a job may name, or null (D5a). */
  readonly allowedRoots: readonly string[] | null;
};

const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);

/** What an error means to the caller of the job; of an unexpected one only the class name leaves this process. */
export function toJobFailure(error: unknown, signal: AbortSignal): GeomapError {
  if (error instanceof GeomapError) return error;
  if (signal.aborted && signal.reason instanceof GeomapError) return signal.reason;
  const storage = asStorageFailure(error);
  if (storage) return storage;
  const name = error instanceof Error ? error.constructor.name : typeof error;
  return new GeomapError('internal_error', {
    message: `The server failed in an unexpected way (${name}). Report it with the trace ID; the log of the server has the details.`,
    details: { error_class: name },
    logReason: name,
  });
}

async function callHandler<N extends JobName>(
  handlers: Handlers,
  name: N,
  call: { readonly input: unknown; readonly context: HandlerContext },
): Promise<JobOutput<N>> {
  const handler: Handler<N> | undefined = handlers[name];
  if (handler === undefined) throw new Error(`No handler for ${name}.`);
  return parseOutput(name, await handler(parseInput(name, call.input), call.context));
}

/** Runs a job through its handler: checked input, checked output, one log line. Rejects with a `GeomapError` only. */
export function createExecute(deps: ProcessorDeps): Execute {
  return async (execution) => {
    const startedAt = performance.now();
    const { name, traceId, signal } = execution;
    const facts = (outcome: string) => ({
      job: name,
      trace_id: traceId,
      duration_ms: (performance.now() - startedAt).toFixed(3),
      outcome,
    });
    try {
      if (!isJobName(name)) throw new Error('A job of this name is not known here.');
      const output = await callHandler(deps.handlers, name, { input: execution.input, context: contextOf(deps, execution) });
      deps.log.info('job', facts('ok'));
      return output;
    } catch (error) {
      const failure = toJobFailure(error, signal);
      if (failure.code === 'internal_error' && error !== failure) {
        deps.log.error('job_error', {
          job: name,
          trace_id: traceId,
          stack: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
      }
      deps.log.warning('job', { ...facts(failure.code), reason: failure.facts.logReason });
      throw failure;
    }
  };
}

function contextOf(deps: ProcessorDeps, execution: Execution): HandlerContext {
  const { traceId, settings, signal, progress } = execution;
  return { traceId, settings: boundRoots(settings, deps.allowedRoots), signal, progress, store: deps.store, log: deps.log };
}
