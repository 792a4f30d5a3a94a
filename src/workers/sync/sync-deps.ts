import type { Progress } from '../handler.ts';
import type { HttpSend } from '../knowledge/http-client.ts';

/** What a sync uses from outside. */
export type SyncDeps = {
  readonly send: HttpSend;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
};
