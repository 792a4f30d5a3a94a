import { type GeomapError, isGeomapError } from '../errors/geomap-error.ts';
import { type Gates, knowledgeAssetMissing, knowledgeDependencyMissing } from '../errors/routes.ts';
import { boxParts } from '../geo/wrap.ts';
import type { AnswerCache } from './answer-cache.ts';
import { type CachedRun, runCached } from './cached-run.ts';
import { failureText, isInvalidOptions, providerFailed } from './failures.ts';
import * as say from './messages.ts';
import { planOptions } from './option-plan.ts';
import type { ProviderPorts } from './ports.ts';
import type { Provider, ProviderAnswer } from './provider.ts';
import { type KnowledgeRequest, recordLimit, requestKinds } from './request.ts';
import { type Selection, selectProviders } from './selection.ts';

export type ExecutionDeps = {
  readonly providers: readonly Provider[];
  readonly ports: ProviderPorts;
  readonly gates: Gates;
  readonly signal: AbortSignal;
  /** Answers of earlier calls; null for none. */
  readonly cache: AnswerCache | null;
  /** Told of every failure that was downgraded to a warning, with its cause. */
  readonly onFailure: (provider: string, error: unknown) => void;
};

/** One provider's outcome, in order of selection. */
export type Outcome =
  | {
      readonly provider: string;
      readonly status: 'answered';
      readonly answer: ProviderAnswer /** When a cached answer was stored. */;
      readonly cachedAt: string | null;
    }
  | {
      readonly provider: string;
      readonly status: 'unavailable' | 'failed';
      readonly reason: FailureReason;
      readonly error: unknown;
      readonly explicit: boolean;
    };

export type FailureReason = 'missing_asset' | 'optional_dependency' | 'provider_error';

export type Execution = {
  readonly outcomes: readonly Outcome[];
  readonly notConsulted: Selection<Provider>['notConsulted'];
  /** Of selection, options and providers, in that order. */
  readonly warnings: readonly string[];
};

const reasonOf = (error: unknown): FailureReason => {
  if (!isGeomapError(error)) return 'provider_error';
  if (error.code === 'missing_knowledge_asset') return 'missing_asset';
  return error.code === 'missing_extra' ? 'optional_dependency' : 'provider_error';
};

/** Failures that end the whole call: options to correct, and what is not the provider's doing. */
const endsCall = (error: unknown): boolean =>
  isInvalidOptions(error) || (isGeomapError(error) && ['cancelled', 'deadline_exceeded'].includes(error.code));

/** The state of the disk that kept providers from answering; it ends a call only when nobody else answered. */
function storageOutage(outcomes: readonly Outcome[]): GeomapError | undefined {
  const failed = outcomes.filter((outcome) => outcome.status !== 'answered');
  if (failed.length < outcomes.length) return undefined;
  const [outage] = failed.flatMap(({ error }) => (isGeomapError(error) && error.code === 'storage_unavailable' ? [error] : []));
  return outage;
}

function warningsOf(outcome: Outcome): readonly string[] {
  if (outcome.status === 'answered') return outcome.answer.warnings;
  const { provider, explicit, error } = outcome;
  if (outcome.status === 'failed') return [say.providerFailedWarning(provider, failureText(error))];
  return [explicit ? say.explicitFailed(provider, failureText(error)) : say.providerUnavailable(provider)];
}

/** The error of a query whose named providers all failed: the first one's, naming all that failed in the same way. */
function firstFailure(failed: readonly Exclude<Outcome, { status: 'answered' }>[], gates: Gates): GeomapError | null {
  const [first] = failed;
  if (first === undefined) return null;
  const providers = failed.filter(({ reason }) => reason === first.reason).map(({ provider }) => provider);
  const text = failureText(first.error);
  switch (first.reason) {
    case 'missing_asset':
      return knowledgeAssetMissing({ providers, knowledgeError: text }, gates);
    case 'optional_dependency':
      return knowledgeDependencyMissing({ providers, knowledgeError: text });
    case 'provider_error': {
      const logReason = isGeomapError(first.error) ? first.error.facts.logReason : String(first.error);
      return providerFailed(say.providerFailedError(first.provider, text), logReason);
    }
    default:
      return first.reason satisfies never;
  }
}

const unknownLimits = (request: KnowledgeRequest, providers: readonly Provider[]): readonly string[] =>
  Object.keys(request.maxRecordsByProvider)
    .filter((key) => !providers.some(({ id }) => id === key))
    .map(say.limitIgnored);

/**
 * Runs a query (contract/knowledge.md 4): choose providers, check options, ask all side by side, keep their order. A failure of a
 * provider that was not named becomes a warning, one of a named provider as well unless all named ones failed. Throws
 * `unknown_provider`, `missing_knowledge_asset`, `missing_extra`, and `storage_unavailable` when that kept every provider from answering.
 */
export async function executeQuery(request: KnowledgeRequest, deps: ExecutionDeps): Promise<Execution> {
  const { providers, ports } = deps;
  const selection = selectProviders(providers, {
    include: request.include,
    exclude: request.exclude,
    kinds: requestKinds(request),
  });
  const plan = planOptions(request, providers, selection.selected);
  const parts = request.bounds === null ? [] : boxParts(request.bounds);
  const common = { parts, labels: request.labels, queryText: request.queryText ?? '', signal: deps.signal };
  const prepared = selection.selected.map((provider): CachedRun => {
    const options = plan.byProvider.get(provider.id) ?? {};
    const limit = recordLimit(request, provider.id, provider.defaultLimit(ports.settings));
    return { provider, options, prepared: provider.prepare(options, ports.settings), query: { ...common, limit } };
  });
  const settled = await Promise.allSettled(prepared.map((run) => runCached(run, ports, deps.cache)));
  const outcomes = settled.map((result, index): Outcome => {
    const id = prepared[index]?.provider.id ?? '';
    if (result.status === 'fulfilled') return { provider: id, status: 'answered', ...result.value };
    const error: unknown = result.reason;
    if (endsCall(error)) throw error;
    deps.onFailure(id, error);
    const reason = reasonOf(error);
    return {
      provider: id,
      status: reason === 'provider_error' ? 'failed' : 'unavailable',
      reason,
      error,
      explicit: selection.explicit.has(id),
    };
  });
  const outage = storageOutage(outcomes);
  if (outage !== undefined) throw outage;
  const named = outcomes.filter(({ provider }) => selection.explicit.has(provider));
  if (named.length > 0 && named.every(({ status }) => status !== 'answered')) {
    const failure = firstFailure(
      named.filter((outcome) => outcome.status !== 'answered'),
      deps.gates,
    );
    if (failure !== null) throw failure;
  }
  const warnings = [
    ...selection.warnings,
    ...plan.warnings,
    ...unknownLimits(request, providers),
    ...outcomes.flatMap(warningsOf),
  ];
  return { outcomes, notConsulted: selection.notConsulted, warnings };
}
