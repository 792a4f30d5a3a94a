/** Every spelling of a mark, and the plain one it stands for. Order matters: doubled minute marks are seconds. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/[\u2212\u2010-\u2015\uFE63\uFF0D]/g, '-'],
  [/[\u00B0\u00BA\u02DA\u2218\u1D52]/g, '°'],
  [/[\u2019\u2018\u201B\u2032\u02B9\u02BC\u00B4\u0060\uFF07]/g, "'"],
  [/[\u201C\u201D\u201E\u201F\u2033\u02BA\u3003\uFF02]/g, '"'],
  [/''/g, '"'],
  [/[\uFF0C]/g, ','],
  [/\bdeg(?:rees?|\.)?(?![a-z])/gi, '°'],
  [/(\d)\s*deg(?:rees?|\.)?(?![a-z])/gi, '$1°'],
  [/(\d)\s*min(?:utes?|\.)?(?![a-z])/gi, "$1'"],
  [/(\d)\s*sec(?:onds?|\.)?(?![a-z])/gi, '$1"'],
  [/(\d)\s*d(?![a-z])/gi, '$1°'],
  [/\bnorth(?:ern)?\b/gi, 'N'],
  [/\bsouth(?:ern)?\b/gi, 'S'],
  [/\beast(?:ern)?\b/gi, 'E'],
  [/\bwest(?:ern)?\b/gi, 'W'],
  [/\s+/g, ' '],
];

/** Marks, minus signs, blanks and words of direction in one plain spelling each; the rest of the text stays. */
export const plainMarks = (text: string): string => {
  const plain = MARKS.reduce((line, [spelling, mark]) => line.replace(spelling, mark), text).trim();
  // The letters m and s are minutes and seconds only behind degrees; elsewhere they are metres and south.
  if (!plain.includes('°')) return plain;
  return plain
    .replace(/(\d)\s*m(?=\s*\d|\s*[NSEW]?$)/gi, "$1'")
    .replace(/('\s*[\d.,]+)\s*(?:s(?=\s*[NSEW]?$)|S(?=\s*[NSEW]$))/g, '$1"');
};
