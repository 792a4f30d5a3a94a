import type { KnowledgeItem } from '../documents/knowledge.ts';

/** Records that a value holds, for items that do not say it themselves (contract/mcp.md 4.7). */
export function countValue(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && Object.keys(value).length === 0 ? 0 : 1;
}

export type Counts = {
  /** Records found per provider, in order of first appearance. */
  readonly record_counts: Readonly<Record<string, number>>;
  readonly total_records_found: number;
  readonly total_records_returned: number;
  readonly truncated: boolean;
};

/** Sums what the items say: `returned <= found` always, `truncated` only when something was cut (D11). */
export function countItems(items: readonly KnowledgeItem[]): Counts {
  const found: Record<string, number> = {};
  let [totalFound, totalReturned, truncated] = [0, 0, false];
  for (const item of items) {
    const returned = item.returned_count ?? countValue(item.value);
    const all = Math.max(item.record_count ?? returned, returned);
    found[item.provider] = (found[item.provider] ?? 0) + all;
    totalFound += all;
    totalReturned += returned;
    truncated ||= item.truncated === true || all > returned;
  }
  return { record_counts: found, total_records_found: totalFound, total_records_returned: totalReturned, truncated };
}
