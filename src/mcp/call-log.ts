import type { GeomapError } from '../domain/errors/geomap-error.ts';
import type { LogFields, Logger } from '../platform/log.ts';
import { digestBytes, type Payload } from './digest.ts';

export type LoggedCall = {
  readonly tool: string;
  readonly traceId: string;
  readonly startedAt: number;
  readonly endedAt: number;
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const scalar = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null;

function providersOf(payload: Payload): string {
  const ids = list(payload.items).flatMap((item) =>
    typeof item === 'object' && item !== null && 'provider' in item && typeof item.provider === 'string' ? [item.provider] : [],
  );
  return [...new Set(ids)].sort().join(',') || 'none';
}

const head = (call: LoggedCall, outcome: string): LogFields => ({
  tool: call.tool,
  trace_id: call.traceId,
  duration_ms: (call.endedAt - call.startedAt).toFixed(3),
  outcome,
});

/** `event=tool_call …` of a success (contract 14.1). Neither arguments nor texts appear. */
export function logSuccess(log: Logger, call: LoggedCall, payload: Payload): void {
  log.info('tool_call', {
    ...head(call, 'ok'),
    resource_count: list(payload.resource_links).length,
    providers: providersOf(payload),
    digest_bytes: digestBytes(String(payload.text_summary)),
    fit_method: scalar(payload.fit_method),
    gcp_count: scalar(payload.gcp_count),
    residual_m: scalar(payload.residual_m),
    warning_count: list(payload.warnings).length,
  });
}

/** The line of a failure: WARNING, or ERROR when the fault is ours (D9), with the reason for the operator. */
export function logFailure(log: Logger, call: LoggedCall, error: GeomapError): void {
  const fields: LogFields = {
    ...head(call, error.code),
    resource_count: 0,
    providers: 'none',
    digest_bytes: 0,
    fit_method: null,
    gcp_count: null,
    residual_m: null,
    warning_count: 0,
    reason: error.facts.logReason,
  };
  if (error.code === 'internal_error' || error.code === 'invalid_output') log.error('tool_call', fields);
  else log.warning('tool_call', fields);
}
