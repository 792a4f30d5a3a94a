/** Python's `%.12g`, half to even on the binary value (contract 2.3). */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return `${sign}0`;
  const { digits, exponent } = twelveDigits(Math.abs(value));
  const bare = digits.replace(/0+$/, '') || '0';
  if (exponent < -4 || exponent >= 12) {
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${bare[0]}${bare.length > 1 ? `.${bare.slice(1)}` : ''}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${bare}`;
  const whole = digits.slice(0, exponent + 1);
  const fraction = digits.slice(exponent + 1).replace(/0+$/, '');
  return `${sign}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** Twelve significant digits of a positive number; `toExponential` alone would round ties away from zero. */
function twelveDigits(value: number): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '', power = '0'] = value.toExponential(100).split('e');
  const all = mantissa.replace('.', '');
  const [kept, rest] = [all.slice(0, 12), all.slice(12)];
  const tie = /^50*$/.test(rest);
  const up = tie ? Number(kept[11]) % 2 === 1 : rest >= '5';
  const rounded = String(BigInt(kept) + (up ? 1n : 0n));
  return rounded.length > 12
    ? { digits: rounded.slice(0, 12), exponent: Number(power) + 1 }
    : { digits: rounded, exponent: Number(power) };
}

/** One value of a digest line. */
export function formatScalar(value: unknown): string {
  if (value === null || value === undefined) return 'not_available';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatFloat(value);
  return oneLine(typeof value === 'string' ? value : compactJson(value));
}

/** Each CR and each LF becomes one space; nothing else is changed. */
export const oneLine = (text: string): string => text.replace(/[\r\n]/g, ' ');

/** JSON with sorted keys, no blanks, everything beyond ASCII escaped. */
export function compactJson(value: unknown): string {
  return (JSON.stringify(sorted(value)) ?? 'null').replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
