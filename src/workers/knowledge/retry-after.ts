/** Milliseconds to wait by a `Retry-After` field (RFC 9110: seconds, or an HTTP date); null for none or nonsense, never negative. */
export function retryAfterMs(field: string | null, nowMs: number): number | null {
  const text = field?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // An HTTP date begins with the name of a day; `Date.parse` alone would take almost anything.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
