import { GeomapError } from '../domain/errors/geomap-error.ts';
import type { RunnerOptions } from './create-runner.ts';
import type { JobRunner } from './runner.ts';

export function openQueueClient(_options: RunnerOptions): JobRunner {
  return {
    run: () => Promise.reject(new GeomapError('queue_unavailable', 'The queue is not built yet.')),
    close: () => Promise.resolve(),
  };
}
