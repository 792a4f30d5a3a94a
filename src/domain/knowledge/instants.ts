/** Which end of a day, month or year a text without a time of day stands for. */
export type Edge = 'start' | 'end';

const DAY_MS = 86_400_000;
const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
const DATE_TIME = /^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;
/** Fewer digits could be a year, a compact date or seconds: refused rather than guessed. */
const EPOCH_MS = /^-?\d{11,15}$/;

/** Milliseconds of a calendar day in UTC, or null when the day does not exist (30 February). */
function dayMs(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.getTime() : null;
}

function dateMs(match: RegExpMatchArray, edge: Edge): number | null {
  const [year, month, day] = [Number(match[1]), match[2], match[3]];
  const first = dayMs(year, Number(month ?? 1), Number(day ?? 1));
  if (first === null || edge === 'start') return first;
  if (day !== undefined) return first + DAY_MS - 1;
  const after =
    month === undefined ? dayMs(year + 1, 1, 1) : dayMs(year + Math.floor(Number(month) / 12), (Number(month) % 12) + 1, 1);
  return after === null ? null : after - 1;
}

function zoneMs(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '');
  return match === null ? 0 : (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000;
}

function dateTimeMs(match: RegExpMatchArray): number | null {
  const day = dayMs(Number(match[1]), Number(match[2]), Number(match[3]));
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  if (day === null || hour > 24 || minute > 59 || second > 60) return null;
  const fraction = Math.trunc(Number(`0.${match[7] ?? '0'}`) * 1000 + 1e-6);
  return day + ((hour * 60 + minute) * 60 + second) * 1000 + fraction - zoneMs(match[8]);
}

/**
 * Instant of a text or number in epoch milliseconds, or null when it is none. Accepts ISO dates (also a year or a month alone),
 * ISO date-times (no zone means UTC) and epoch milliseconds. A text without a time of day stands for its start or its end.
 */
export function parseInstant(value: unknown, edge: Edge = 'start'): number | null {
  if (typeof value === 'number')
    return Number.isFinite(value) && EPOCH_MS.test(String(Math.trunc(value))) ? Math.trunc(value) : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (EPOCH_MS.test(text)) return Number(text);
  const date = DATE.exec(text);
  if (date !== null) return dateMs(date, edge);
  const dateTime = DATE_TIME.exec(text);
  return dateTime === null ? null : dateTimeMs(dateTime);
}

/** ISO-8601 in UTC with milliseconds. */
export const isoText = (ms: number): string => new Date(ms).toISOString();

/** Instant of a field of a data source: as `parseInstant`, but whole numbers are epoch milliseconds whatever their size. */
export function instantOfField(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : null;
  if (typeof value === 'string' && /^\s*-?\d{5,15}\s*$/.test(value)) return Number(value);
  return parseInstant(value);
}
