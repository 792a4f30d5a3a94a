import { randomUUID } from 'node:crypto';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import type { Logger } from '../platform/log.ts';
import type { Execute } from './execute.ts';
import { JOBS } from './jobs/registry.ts';
import { joinKey } from './joining.ts';
import { parseOutput } from './output-codec.ts';
import { throttleProgress } from './progress-throttle.ts';
import { cancelled } from './queue-failures.ts';
import type { JobCall, JobProgress, JobRunner } from './runner.ts';
import { type RunningJob, startJob } from './running-job.ts';
import { Wait } from './wait.ts';

type SharedJob = {
  readonly traceId: string;
  readonly running: RunningJob;
  readonly callers: Map<string, (progress: JobProgress) => void>;
};

/**
 * The twin of the queue client without Redis: runs jobs in this process, under the same rules for deadlines, cancels,
 * progress and joining. For tests, and for tools that process one thing and end.
 */
export function createMemoryRunner(options: {
  readonly execute: Execute;
  readonly log: Logger;
  readonly limitMs?: number;
}): JobRunner {
  const jobs = new Map<string, SharedJob>();
  const waits = new Set<Wait>();
  let closed = false;
  const deadlineOf = (name: keyof typeof JOBS): number =>
    Math.min(JOBS[name].deadlineMs, options.limitMs ?? Number.POSITIVE_INFINITY);

  const start = (call: JobCall<keyof typeof JOBS>, key: string): SharedJob => {
    const deadlineMs = deadlineOf(call.name);
    const callers: SharedJob['callers'] = new Map();
    const progress = throttleProgress((report) => {
      for (const listener of callers.values()) listener(report);
    });
    const { name, traceId, settings } = call;
    const input: unknown = structuredClone(call.input);
    const limits = {
      leftMs: deadlineMs,
      deadlineMs,
      overrun: () => options.log.warning('job_overrun', { job: name, trace_id: traceId }),
    };
    const running = startJob(options.execute, { name, traceId, settings, input, progress: progress.report }, limits);
    const job = { traceId, running, callers };
    jobs.set(key, job);
    const finish = () => {
      progress.stop();
      if (jobs.get(key) === job) jobs.delete(key);
    };
    running.outcome.then(finish, finish);
    return job;
  };

  const attach = (call: JobCall<keyof typeof JOBS>, wait: Wait): void => {
    const { dedupe } = JOBS[call.name];
    const caller = randomUUID();
    const key = dedupe ? joinKey(call.name, call.input, call.settings) : caller;
    const known = jobs.get(key);
    if (known) options.log.info('job_joined', { trace_id: call.traceId, joined: known.traceId, job: call.name });
    const job = known ?? start(call, key);
    job.callers.set(caller, (progress) => {
      if (progress.share > wait.share) call.onProgress?.(progress);
      wait.share = Math.max(wait.share, progress.share);
    });
    wait.onEnd(() => {
      job.callers.delete(caller);
      if (!wait.abandoned || job.callers.size > 0) return;
      if (jobs.get(key) === job) jobs.delete(key);
      job.running.stop(cancelled());
    });
    job.running.outcome.then(
      (output) => wait.resolve(output),
      (error) =>
        wait.fail(
          error instanceof GeomapError ? error : new GeomapError('internal_error', 'The job failed in an unexpected way.'),
        ),
    );
  };

  return {
    async run(call) {
      if (closed) throw cancelled();
      const spec = JOBS[call.name];
      const wait = new Wait({ queue: spec.queue, deadlineMs: deadlineOf(call.name), signal: call.signal });
      waits.add(wait);
      if (!wait.over) attach(call, wait);
      try {
        return parseOutput(call.name, await wait.ended);
      } finally {
        waits.delete(wait);
      }
    },
    async close() {
      closed = true;
      for (const wait of waits) {
        wait.abandoned = true;
        wait.fail(cancelled());
      }
    },
  };
}
