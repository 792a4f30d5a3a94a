import type { Bounds } from '../geo/bounds.ts';
import type { RequestKind } from './provider-table.ts';

/** A legend label, the headings above it, which name the age of whole groups of units (D27a), and the symbol in its box. */
export type LegendLabel = {
  readonly text: string;
  readonly headings: readonly string[];
  /** Map-unit symbol such as `Qal`; null or absent when none was read. */
  readonly symbol?: string | null;
};

/** A query after decoding: what is asked of the providers together. */
export type KnowledgeRequest = {
  readonly bounds: Bounds | null;
  readonly labels: readonly LegendLabel[];
  /** Null when absent or empty. */
  readonly queryText: string | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxRecords: number | null;
  readonly maxRecordsByProvider: Readonly<Record<string, number>>;
  readonly providerOptions: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
};

/** The kinds of request that this query makes. */
export const requestKinds = ({ bounds, labels, queryText }: KnowledgeRequest): ReadonlySet<RequestKind> => {
  const kinds = new Set<RequestKind>();
  if (bounds !== null) kinds.add('bounds');
  if (labels.length > 0) kinds.add('legend_labels');
  if (queryText !== null && queryText !== '') kinds.add('query_text');
  return kinds;
};

/** Records wanted of one provider: its own limit, else the common one, else its default; never negative. */
export function recordLimit(
  request: Pick<KnowledgeRequest, 'maxRecords' | 'maxRecordsByProvider'>,
  provider: string,
  fallback: number,
): number {
  const own = Object.hasOwn(request.maxRecordsByProvider, provider) ? request.maxRecordsByProvider[provider] : undefined;
  return Math.max(0, Math.trunc(own ?? request.maxRecords ?? fallback));
}
