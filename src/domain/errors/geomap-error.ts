import type { ErrorCode } from './codes.ts';

/** Facts that travel with a failure. Everything here may be shown to a peer after scrubbing. */
export type ErrorFacts = {
  /** Sentence for the person or agent; it contains its own remedy. */
  readonly message: string;
  /** Structured facts, JSON-safe. Omitted from the envelope when empty. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Next steps, in order of preference. */
  readonly hints?: readonly string[];
  /** Allowlisted cause, see `ErrorCause`. */
  readonly cause?: ErrorCause;
  /** Reason for the operator's log only; never shown to a peer. */
  readonly logReason?: string;
};

/** The only causes a peer may see: the name of the module or library that could not be loaded. */
export type ErrorCause =
  | { readonly type: 'missing_node_module'; readonly module: string }
  | { readonly type: 'missing_shared_library'; readonly library: string };

/**
 * A failure with a stable code. It is thrown anywhere below the protocol shell and crosses processes through
 * `queue/failure-codec.ts`; compare `code`, never the class, once a process boundary may lie between.
 */
export class GeomapError extends Error {
  override readonly name = 'GeomapError';
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, facts: ErrorFacts | string) {
    const full = typeof facts === 'string' ? { message: facts } : facts;
    super(full.message);
    this.code = code;
    this.facts = full;
  }
}

/** True for a failure that carries a code of the catalogue. */
export const isGeomapError = (error: unknown): error is GeomapError => error instanceof GeomapError;
