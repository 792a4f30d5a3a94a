import { isGeomapError } from '../errors/geomap-error.ts';
import { failureText, isInvalidOptions } from './failures.ts';
import * as say from './messages.ts';

export type SourceFailure = { readonly sourceId: string; readonly error: string };
export type Federation<A> = {
  readonly answers: readonly A[];
  readonly failures: readonly SourceFailure[];
  readonly warnings: readonly string[];
};

const ends = (error: unknown): boolean =>
  isInvalidOptions(error) || (isGeomapError(error) && ['cancelled', 'deadline_exceeded'].includes(error.code));

/**
 * Asks several sources side by side and keeps their order. A failing source never removes another's answer (D34): it becomes a
 * warning. When all that were asked fail (`asked` is false for one that does not cover the area) the first failure is thrown; wrong
 * options and a cancel are thrown at once.
 */
export async function askSources<A extends { readonly asked: boolean }>(
  provider: string,
  sourceIds: readonly string[],
  ask: (sourceId: string) => Promise<A>,
): Promise<Federation<A>> {
  const settled = await Promise.allSettled(sourceIds.map(async (id) => ask(id)));
  const answers: A[] = [];
  const failures: SourceFailure[] = [];
  let first: unknown = null;
  for (const [index, result] of settled.entries()) {
    if (result.status === 'fulfilled') {
      answers.push(result.value);
      continue;
    }
    if (ends(result.reason)) throw result.reason;
    first ??= result.reason;
    failures.push({ sourceId: sourceIds[index] ?? '', error: failureText(result.reason) });
  }
  if (failures.length > 0 && !answers.some(({ asked }) => asked)) throw first;
  return { answers, failures, warnings: failures.map(({ sourceId, error }) => say.sourceFailed(provider, sourceId, error)) };
}

/** Version of an answer from several sources: the digest of the JSON list of their versions (contract/knowledge.md 3.2). */
export const federatedVersion = (
  versions: readonly string[],
  { sha256 }: { readonly sha256: (text: string) => string },
): string => (versions.length === 1 ? (versions[0] ?? '1') : `1@federated:${sha256(JSON.stringify(versions))}`);
