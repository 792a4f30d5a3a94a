import type { ErrorCode } from '../../src/domain/errors/codes.ts';
import type { ErrorFacts } from '../../src/domain/errors/geomap-error.ts';
import type { Handlers } from '../../src/workers/handler.ts';

export const handlersWith: (deps: {
  readonly names: readonly string[];
  readonly fail: (code: ErrorCode, facts: ErrorFacts) => Error;
}) => Handlers;
