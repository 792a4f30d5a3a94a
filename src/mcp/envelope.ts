import { ZodError } from 'zod';
import type { ErrorCode } from '../domain/errors/codes.ts';
import { type ErrorFacts, GeomapError, isGeomapError } from '../domain/errors/geomap-error.ts';
import type { Scrubber } from '../domain/text-safety/scrub.ts';
import type { ContentBlock } from './content.ts';
import { composeText, errorDigest, type Payload } from './digest.ts';

export type ToolResult = {
  readonly content: readonly ContentBlock[];
  readonly structuredContent: Payload;
  readonly isError: boolean;
};

const filled = (value: object | undefined): value is object => value !== undefined && Object.keys(value).length > 0;

/** Code and facts of a failure as a peer may see them: scrubbed, empty ones left out, with the trace ID. */
export function publicFacts(error: GeomapError, traceId: string, scrubber: Scrubber): Payload {
  const { message, details, hints = [], cause } = error.facts;
  return {
    code: error.code,
    message: scrubber.text(message),
    trace_id: traceId,
    ...(filled(details) ? { details: scrubber.value(details) } : {}),
    ...(hints.length > 0 ? { recovery_hints: hints.map(scrubber.text) } : {}),
    ...(filled(cause) ? { cause: scrubber.value(cause) } : {}),
  };
}

/** The `geomap-error/v1` result: every fact at both levels, and all of it in the text (contract 3.1). */
export function errorResult(error: GeomapError, traceId: string, scrubber: Scrubber): ToolResult {
  const facts = publicFacts(error, traceId, scrubber);
  const text = composeText(String(facts.message), errorDigest(error.code, facts));
  return {
    content: [{ type: 'text', text }],
    structuredContent: { schema_version: 'geomap-error/v1', isError: true, error: facts, ...facts, text_summary: text },
    isError: true,
  };
}

const OWN_ERROR: ErrorCode = 'internal_error';

/** Anything thrown, as a failure with a code. What is no `GeomapError` shows its class only; the stack goes to the log. */
export function toGeomapError(error: unknown, where: string): GeomapError {
  if (isGeomapError(error)) return error;
  const facts: ErrorFacts = {
    message: `An unexpected ${className(error)} occurred in ${where}. One more attempt is sensible if the call is safe to repeat; otherwise give the trace ID to the server operator.`,
  };
  return new GeomapError(OWN_ERROR, facts);
}

const className = (error: unknown): string => {
  const name = error instanceof ZodError ? 'ZodError' : error instanceof Error ? error.constructor.name : typeof error;
  return /^[A-Za-z][A-Za-z0-9]{0,60}$/.test(name) ? name : 'Error';
};
