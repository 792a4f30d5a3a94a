/** A scale read from a line of text: `denominator` is N of 1:N, null when the line speaks of a scale without a usable number. */
export type PrintedScale = { readonly denominator: number | null; readonly named: boolean };

const FEET = 12;
const MILES = 63_360;
const CENTIMETRES_PER_INCH = 2.54;

/** Scales of maps and plans; anything else is a misreading. */
const LEAST = 100;
const LARGEST = 200_000_000;

const inRange = (value: number): number | null => (value >= LEAST && value <= LARGEST ? Math.round(value) : null);

/** Groups of three digits with one kind of separator, or plain digits. */
const NUMBER = String.raw`\d{1,3}(?:[ ,.'\u2009\u00a0]\s?\d{3})+|\d+`;
const RATIO = new RegExp(String.raw`\b[1Il|]\s?[:/]\s?(${NUMBER})(?![\d.,]?\d)`, 'u');
const COUNT: Readonly<Record<string, number>> = { one: 1, a: 1, two: 2, three: 3, four: 4 };
const WORDS = new RegExp(
  String.raw`\b(one|a|\d+)\s+(inch|inches|in\.?|centimet(?:er|re)s?|cm)\s*(?:=|equals|to|represents|on the ground is)\s*(?:about\s+|approximately\s+)?(one|two|three|four|${NUMBER}|\d+\.\d+)\s*(feet|foot|ft\.?|miles?|mi\.?|met(?:er|re)s?|m|kilomet(?:er|re)s?|km)\b`,
  'iu',
);

const plainNumber = (text: string): number =>
  COUNT[text.toLowerCase()] ?? Number(/^\d+\.\d{1,2}$/.test(text) ? text : text.replace(/\D/g, ''));

function inchesOf(value: number, unit: string): number {
  const name = unit.toLowerCase();
  if (/^(feet|foot|ft)/.test(name)) return value * FEET;
  if (/^mi/.test(name)) return value * MILES;
  if (/^k/.test(name)) return (value * 100_000) / CENTIMETRES_PER_INCH;
  return (value * 100) / CENTIMETRES_PER_INCH;
}

/** `1 inch = 2000 feet`, `one centimetre to 500 metres`. */
function fromWords(text: string): number | null {
  const match = WORDS.exec(text);
  if (!match) return null;
  const [, count = '1', small = 'inch', amount = '0', unit = 'feet'] = match;
  const onMap = plainNumber(count) / (/^in/i.test(small) ? 1 : CENTIMETRES_PER_INCH);
  return inRange(inchesOf(plainNumber(amount), unit) / onMap);
}

/** Scale of a line: `1:24,000`, `SCALE 1:24 000`, `1/50.000`, `1 inch = 2000 feet`; null when it speaks of none. */
export function printedScale(text: string): PrintedScale | null {
  const named = /\b(scale|escala|[eé]chelle|ma(?:ß|ss)stab|scala)\b/iu.test(text);
  const ratio = RATIO.exec(text)?.[1];
  const denominator = (ratio === undefined ? null : inRange(plainNumber(ratio))) ?? fromWords(text);
  return denominator === null && !named ? null : { denominator, named };
}
