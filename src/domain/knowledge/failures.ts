import { GeomapError, isGeomapError } from '../errors/geomap-error.ts';
import * as say from './messages.ts';

/** The four meanings of `unknown_provider` (design/decisions.md), told apart in `details.reason`. */
export type ProviderReason = 'unknown_name' | 'unsupported_request' | 'invalid_options' | 'provider_failed';

const unknownProvider = (reason: ProviderReason, message: string, details: Readonly<Record<string, unknown>> = {}): GeomapError =>
  new GeomapError('unknown_provider', { message, details: { reason, ...details } });

/** Names that resolve to nothing while nothing else was selected. */
export const unknownName = (tokens: readonly string[], registered: readonly string[]): GeomapError =>
  unknownProvider('unknown_name', say.selectionUnresolved(tokens, registered));

/** Known providers of which none can serve the request. */
export const unsupportedRequest = (warnings: readonly string[]): GeomapError =>
  unknownProvider('unsupported_request', say.selectionUnusable(warnings));

/** Options that a provider does not take. Ends the whole query. */
export const invalidOptions = (message: string): GeomapError => unknownProvider('invalid_options', message);

/** A provider or one of its sources failed; `cause` is shown, `logReason` only logged. */
export const providerFailed = (cause: string, logReason?: string): GeomapError =>
  new GeomapError('unknown_provider', {
    message: cause,
    details: { reason: 'provider_failed' },
    ...(logReason === undefined ? {} : { logReason }),
  });

/** How a knowledge file is not there: not installed, or something else stands in its place. */
export type AssetState = 'absent' | 'unusable';

/** A knowledge file cannot be opened. `name` is its logical name. */
export const assetMissing = (name: string, state: AssetState, logReason?: string): GeomapError =>
  new GeomapError('missing_knowledge_asset', {
    message: say.assetMissing(name, state),
    details: { state },
    ...(logReason === undefined ? {} : { logReason }),
  });

/** A package, account or setting that a provider needs is not there. */
export const dependencyMissing = (message: string): GeomapError => new GeomapError('missing_extra', message);

/** True for options that a caller has to correct. */
export const isInvalidOptions = (error: unknown): error is GeomapError =>
  isGeomapError(error) && error.code === 'unknown_provider' && error.facts.details?.reason === 'invalid_options';

/** True for a source or provider that failed, as opposed to options, a cancel or a deadline. */
export const isProviderFailure = (error: unknown): error is GeomapError =>
  isGeomapError(error) && error.code === 'unknown_provider' && error.facts.details?.reason === 'provider_failed';

/** True when a file is simply not installed, as opposed to broken. */
export const isAbsent = (error: unknown): boolean =>
  isGeomapError(error) && error.code === 'missing_knowledge_asset' && error.facts.details?.state === 'absent';

/** Public text of a failure: its own sentence, or the class alone of anything unexpected (its text may name paths). */
export const failureText = (error: unknown): string => {
  if (isGeomapError(error)) return error.message;
  return error instanceof Error ? say.unexpectedFailure(error.name) : say.unexpectedFailure('Error');
};
