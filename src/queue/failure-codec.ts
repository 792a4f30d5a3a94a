import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../domain/errors/codes.ts';
import { type ErrorFacts, GeomapError } from '../domain/errors/geomap-error.ts';

/** Longest text of a failure between processes, in characters. */
export const FAILURE_LIMIT = 8000;
const MARK = 'geomap-failure:';

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_CODES, text);

/** A failure as it travels: in a failed job's message, and on the control socket. */
export const failureSchema = z.object({
  code: z.string().refine(isCode),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  hints: z.array(z.string()).optional(),
  cause: z
    .union([
      z.object({ type: z.literal('missing_node_module'), module: z.string() }),
      z.object({ type: z.literal('missing_shared_library'), library: z.string() }),
    ])
    .optional(),
  log_reason: z.string().optional(),
});

export type Failure = z.infer<typeof failureSchema>;

export const toFailure = (error: GeomapError): Failure => ({
  code: error.code,
  message: error.message.slice(0, 2000),
  ...(error.facts.details && { details: { ...error.facts.details } }),
  ...(error.facts.hints && { hints: error.facts.hints.slice(0, 20).map((hint) => hint.slice(0, 1000)) }),
  ...(error.facts.cause && { cause: error.facts.cause }),
  ...(error.facts.logReason !== undefined && { log_reason: error.facts.logReason.slice(0, 500) }),
});

export function fromFailure(failure: Failure): GeomapError {
  const facts: ErrorFacts = {
    message: failure.message,
    ...(failure.details && { details: failure.details }),
    ...(failure.hints && { hints: failure.hints }),
    ...(failure.cause && { cause: failure.cause }),
    ...(failure.log_reason !== undefined && { logReason: failure.log_reason }),
  };
  return new GeomapError(failure.code, facts);
}

/** Only a failed job's message crosses BullMQ, so the whole failure is written into it, within `FAILURE_LIMIT`. */
export function encodeFailure(error: GeomapError): string {
  const failure = toFailure(error);
  const { details: _details, ...lean } = failure;
  const bare = { code: failure.code, message: failure.message };
  for (const candidate of [failure, { ...lean, details: { omitted: 'too large' } }, bare]) {
    const text = tryStringify(candidate);
    if (text !== undefined && text.length + MARK.length <= FAILURE_LIMIT) return MARK + text;
  }
  return MARK + JSON.stringify(bare);
}

/** Undefined for a value that JSON cannot write (a cycle, a bigint): a bug of the thrower that must not hide the failure. */
function tryStringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** The failure in a failed job's message; one written by BullMQ itself becomes the code it means. */
export function decodeFailure(message: string): GeomapError {
  if (message.startsWith(MARK)) {
    const parsed = failureSchema.safeParse(tryParse(message.slice(MARK.length)));
    if (parsed.success) return fromFailure(parsed.data);
  }
  if (/stalled more than allowable limit/.test(message)) {
    return new GeomapError('worker_lost', {
      message:
        'The worker that ran this job stopped answering. Try once more; if it happens again, look for the trace ID in the log.',
      details: { reason: 'stalled' },
    });
  }
  return new GeomapError('internal_error', {
    message: 'The job failed in an unexpected way. Look for the trace ID in the log.',
    logReason: 'unreadable_failure',
  });
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
