import type { z } from 'zod';
import type { Store } from '../domain/catalog/store.ts';
import type { Settings } from '../domain/settings/settings.ts';
import type { Logger } from '../platform/log.ts';
import type { JobName, Jobs } from '../queue/jobs/registry.ts';

export type Progress = {
  /** Share done, 0..1, never decreasing within a job. */
  readonly share: number;
  /** What is being done now, one short sentence without paths. */
  readonly message: string;
};

/** What every handler is given besides its input. */
export type HandlerContext = {
  /** 32 hex characters; the call's trace ID, in every log line. */
  readonly traceId: string;
  readonly settings: Settings;
  /** Aborted on the client's cancel, on the deadline and on shutdown: check it between stages and pass it to I/O. */
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
  readonly store: Store;
  readonly log: Logger;
};

/** A handler turns a job's checked input into its output; failures are `GeomapError`, anything else is `internal_error`. */
export type Handler<N extends JobName = JobName> = (
  input: z.infer<Jobs[N]['input']>,
  context: HandlerContext,
) => Promise<z.infer<Jobs[N]['output']>> | z.infer<Jobs[N]['output']>;

export type Handlers = { readonly [N in JobName]?: Handler<N> };
