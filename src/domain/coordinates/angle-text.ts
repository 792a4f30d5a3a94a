import { type CoordinatePart, type CoordinatePlace, coordinateFault } from './coordinate-fault.ts';

const PARTS = ['degrees', 'minutes', 'seconds'] as const;
const MARK_PARTS: Readonly<Record<string, number>> = { '°': 0, "'": 1, '"': 2 };
const LETTERS: Readonly<Record<'x' | 'y', string>> = { x: 'EW', y: 'NS' };

type Call = { readonly place: CoordinatePlace; readonly text: string };

const fault = ({ place, text }: Call, part: CoordinatePart, problem: string) => coordinateFault(place, { text, part, problem });

type Dressed = { readonly body: string; readonly letter: string; readonly minus: boolean };

/** Takes hemisphere letter and sign off the ends. */
const undress = (plain: string, call: Call): Dressed => {
  const [, before = '', body = '', after = ''] = /^([a-z]?)(.*?)([a-z]?)$/is.exec(plain) ?? [];
  if (before !== '' && after !== '')
    throw fault(call, 'letter', 'it has a letter in front and one behind; write one hemisphere letter.');
  const letter = (before + after).toUpperCase();
  if (letter === 'O') throw fault(call, 'letter', 'the letter O is east in some languages and west in others; write E or W.');
  if (letter !== '' && !'NSEW'.includes(letter))
    throw fault(call, 'letter', `the letter ${letter} is no hemisphere; write N, S, E or W.`);
  const wanted = LETTERS[call.place.axis];
  if (letter !== '' && !wanted.includes(letter)) {
    const name = call.place.axis === 'x' ? 'a longitude (E or W)' : 'a latitude (N or S)';
    throw fault(
      call,
      'letter',
      `the letter ${letter} contradicts the axis, world_${call.place.axis} is ${name}; exchange world_x and world_y if they are swapped.`,
    );
  }
  const [, sign = '', rest = ''] = /^\s*([+-]?)\s*(.*)$/s.exec(body) ?? [];
  return { body: rest.trim(), letter, minus: sign === '-' };
};

/** Minus of the value. A minus sign agrees with S and W and contradicts N and E (field report 3.3). */
const isNegative = ({ letter, minus }: Dressed, call: Call): boolean => {
  if (minus && (letter === 'N' || letter === 'E')) {
    throw fault(call, 'sign', `the minus sign and the letter ${letter} contradict each other; keep one of them.`);
  }
  return minus || letter === 'S' || letter === 'W';
};

const COMPONENT = /^\s*([+-]?)\s*(\d+(?:[.,]\d*)?|[.,]\d+)\s*([°'":]?)\s*/;

type Component = { readonly position: number; readonly value: number; readonly fraction: boolean };

/** The next component of the body, and how long it was. */
const nextComponent = (rest: string, position: number, call: Call): readonly [Component, number] => {
  const [whole, sign, digits = '', mark = ''] = COMPONENT.exec(rest) ?? [];
  const part = PARTS[position] ?? 'coordinate';
  if (whole === undefined) throw fault(call, part, `the ${part} cannot be read as a number.`);
  if (sign !== '') throw fault(call, part, `the ${part} carry a sign of their own; a sign stands only in front.`);
  const marked = MARK_PARTS[mark] ?? position;
  if (marked < position)
    throw fault(call, 'coordinate', 'it looks like two coordinates, or its marks are out of order; give one in each field.');
  if (position === 0 && marked > 0) throw fault(call, 'degrees', 'the degrees are missing; write 0° in front.');
  return [{ position: marked, value: Number(digits.replace(',', '.')), fraction: /[.,]\d/.test(digits) }, whole.length];
};

const components = (body: string, call: Call): readonly Component[] => {
  const found: Component[] = [];
  let rest = body;
  while (rest !== '') {
    const previous = found.at(-1);
    const position = previous === undefined ? 0 : previous.position + 1;
    if (position > 2) throw fault(call, 'coordinate', 'there is more behind the seconds; give one coordinate in each field.');
    if (previous?.fraction) {
      const part = PARTS[previous.position] ?? 'coordinate';
      throw fault(call, part, `the ${part} have a fraction although smaller parts follow; only the last part may have one.`);
    }
    const [component, length] = nextComponent(rest, position, call);
    found.push(component);
    rest = rest.slice(length);
  }
  if (found.length === 0) throw fault(call, 'degrees', 'it holds no number.');
  return found;
};

const checkSixtieths = (found: readonly Component[], call: Call): void => {
  for (const { position, value } of found) {
    const part = PARTS[position] ?? 'coordinate';
    if (position === 0 || value < 60) continue;
    throw coordinateFault(call.place, {
      text: call.text,
      part,
      outOfRange: true,
      problem: `the ${part} are ${value}; they must stay below 60, so read the tick again.`,
    });
  }
};

/** Throws `invalid_bounds` when a longitude or latitude in degrees is beyond the globe. */
export const checkDegrees = (degrees: number, call: Call): void => {
  const { axis } = call.place;
  const limit = axis === 'x' ? 180 : 90;
  if (Math.abs(degrees) <= limit) return;
  throw coordinateFault(call.place, {
    text: call.text,
    part: 'degrees',
    outOfRange: true,
    problem: `the degrees exceed ${limit}, the limit of a ${axis === 'x' ? 'longitude' : 'latitude'}.`,
  });
};

/**
 * Decimal degrees of one angle as printed (field reports, section 3): degrees, minutes and seconds with marks, colons or blanks
 * between them, letter in front or behind. `plain` has passed `plainMarks`; `text` is what was written, for the message.
 */
export const parseAngle = (plain: string, call: Call): number => {
  const dressed = undress(plain, call);
  const negative = isNegative(dressed, call);
  const found = components(dressed.body, call);
  checkSixtieths(found, call);
  const size = found.reduce((sum, { position, value }) => sum + value / 60 ** position, 0);
  const degrees = negative ? -size : size;
  checkDegrees(degrees, call);
  return degrees;
};
