import type { z } from 'zod';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import { JOBS, type JobName, type Jobs } from './jobs/registry.ts';

/** Input and output of a job as typed values, after a check by its schema. */
export type JobInput<N extends JobName> = z.infer<Jobs[N]['input']>;
export type JobOutput<N extends JobName> = z.infer<Jobs[N]['output']>;

/** Throws `invalid_output`, naming the places (never the values) for the log. */
export function parseOutput<N extends JobName>(name: N, value: unknown): JobOutput<N> {
  const parsed = JOBS[name].output.safeParse(value);
  if (parsed.success) return parsed.data as JobOutput<N>;
  throw new GeomapError('invalid_output', {
    message:
      'Output validation failed: the server made a result that breaks its own schema. This is a defect of the server; report it with the trace ID.',
    logReason: describeIssues(parsed.error),
  });
}

/** Throws `invalid_arguments`: the schema gate of the shell lets nothing through that fails here. */
export function parseInput<N extends JobName>(name: N, value: unknown): JobInput<N> {
  const parsed = JOBS[name].input.safeParse(value);
  if (parsed.success) return parsed.data as JobInput<N>;
  throw new GeomapError('invalid_arguments', {
    message: 'The arguments do not fit the job. Use the same version for the server and its workers.',
    logReason: describeIssues(parsed.error),
  });
}

const describeIssues = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map((issue) => `/${issue.path.join('/')} ${issue.code}`)
    .join('; ');
