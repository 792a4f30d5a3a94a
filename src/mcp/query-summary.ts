import type { QueryPayload } from '../domain/documents/knowledge.ts';

/** The text of both query tools (contract 4.7): counts, who found what, and every warning word by word. */
export function querySummary(payload: QueryPayload): string {
  const { record_counts, total_records_found: found, total_records_returned: returned, warnings } = payload;
  const providers = Object.keys(record_counts);
  const counted = Object.entries(record_counts).filter(([, count]) => count > 0);
  const cut = returned < found ? ` (${returned} returned; the list is truncated)` : '';
  const head = `Knowledge query found ${found} record(s) across ${providers.length} provider(s)${cut}`;
  const body =
    counted.length > 0 ? `: ${counted.map(([id, count]) => `${id}=${count}`).join(', ')}.` : '. No provider returned records.';
  const noticed = warnings.length > 0 ? ` ${warnings.length} warning(s): ${warnings.join(' | ')}` : '';
  return `${head}${body}${noticed}`;
}
