/** Letters with which the symbols of units of an age begin (FGDC-STD-013-2006, appendix on stratigraphic ages), as the alphabet has them. */
const AGE_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/\b(holocene|pleistocene|quaternary)\b/i, 'Q'],
  [/\b(pliocene|miocene|oligocene|eocene|paleocene|palaeocene|tertiary|neogene|paleogene|palaeogene)\b/i, 'TNP'],
  [/\bcretaceous\b/i, 'K'],
  [/\bjurassic\b/i, 'J'],
  [/\btriassic\b/i, 'T'],
  [/\bpermian\b/i, 'P'],
  [/\b(pennsylvanian|carboniferous)\b/i, 'PC'],
  [/\bmississippian\b/i, 'M'],
  [/\bdevonian\b/i, 'D'],
  [/\bsilurian\b/i, 'S'],
  [/\bordovician\b/i, 'O'],
  [/\bcambrian\b/i, 'C'],
  [/\b(proterozoic|archean|archaean|precambrian)\b/i, 'XYZpPAWUV'],
];

const lettersIn = (text: string): string => AGE_LETTERS.map(([name, letters]) => (name.test(text) ? letters : '')).join('');

/**
 * Whether the first letter of a symbol fits the ages that its label names, or, when it names none, those of the innermost heading that
 * does. Texts without an age rule nothing out. `texts` come with the label first, then headings from the innermost.
 */
export function fitsAge(symbol: string, texts: readonly string[]): boolean {
  const letters = texts.map(lettersIn).find((found) => found !== '');
  return letters === undefined || letters.includes(symbol.slice(0, 1));
}
