/** Why a text is no plain number. */
export type DecimalTrouble = 'not a number' | 'ambiguous comma';

const GROUPED = /^\d{1,3}(?:([ ',.])\d{3})(?:\1\d{3})*$/;
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/;

const undoGroups = (whole: string): string | undefined => {
  if (/^\d*$/.test(whole)) return whole;
  return GROUPED.test(whole) ? whole.replace(/[ ',.]/g, '') : undefined;
};

/** Position of the decimal mark; -1 when there is none. A mark that occurs twice separates thousands. */
const decimalMark = (text: string): number => {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  const last = Math.max(comma, point);
  if (last < 0) return -1;
  const mark = text[last] ?? '';
  return text.indexOf(mark) === last ? last : -1;
};

/**
 * Number without sign as people print it: `1234.5`, `1 234,5`, `1,234,567.8`, `6.6e5`. A comma in front of exactly three digits
 * (`500,000`) may be either mark and is told as such.
 */
export const parseDecimal = (text: string): number | DecimalTrouble => {
  const plain = text.trim();
  if (/^\d+(?:\.\d*)?(?:e[+-]?\d+)?$|^\.\d+$/i.test(plain)) return Number(plain);
  if (AMBIGUOUS.test(plain)) return 'ambiguous comma';
  const at = decimalMark(plain);
  const whole = undoGroups(at < 0 ? plain : plain.slice(0, at));
  const fraction = at < 0 ? '' : plain.slice(at + 1);
  if (whole === undefined || !/^\d*$/.test(fraction) || `${whole}${fraction}` === '') return 'not a number';
  return Number(`${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}`);
};
