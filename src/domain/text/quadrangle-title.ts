/** A title with the marks of its quadrangle put right; `changed` tells whether a mark was another one before. */
export type MarkedTitle = { readonly text: string; readonly changed: boolean };

const MARK = `["'\`°º*’‘”“′″]{0,2}`;
/** `30" x 60°`: two sizes of one or two digits with a cross between them, each with at most two marks that OCR may have mixed up. */
const PAIR = new RegExp(`(?<![\\d.])(\\d{1,2}(?:\\.5)?)\\s?(${MARK})\\s?[x×X]\\s?(\\d{1,3}(?:\\.5)?)\\s?(${MARK})(?=\\s|$)`);
/** `7.5" quadrangle`, `7 1/2' series`: one size before the word that tells what it is the size of. */
const SINGLE = new RegExp(`(?<![\\d.])(7\\.5|7\\s?1/2|7½|15)\\s?(${MARK})(?=\\s(?:quadrangle|series|sheet)\\b)`, 'i');

/** Sizes in which quadrangles were published: height and width, in minutes or in degrees (USGS series). */
const MINUTES: ReadonlySet<string> = new Set(['7.5 7.5', '7.5 15', '15 15', '15 30', '30 30', '30 60']);
const DEGREES: ReadonlySet<string> = new Set(['1 1', '1 2', '1 3', '2 2', '4 6']);

/**
 * The marks of degrees and minutes in a title are hardly ever read right. Where the two numbers are a size in which quadrangles are
 * published there is only one way to mark them, and they get it; any other text stays as it was read.
 */
export function withQuadrangleMarks(text: string): MarkedTitle {
  const marked = text
    .replace(PAIR, (whole, high: string, first: string, wide: string, second: string) => {
      if (first === '' && second === '') return whole;
      const size = `${high} ${wide}`;
      const mark = MINUTES.has(size) ? "'" : DEGREES.has(size) ? '°' : undefined;
      return mark === undefined ? whole : `${high}${mark} x ${wide}${mark}`;
    })
    .replace(SINGLE, (whole, size: string, mark: string) => (mark === '' ? whole : `${size}'`));
  return { text: marked, changed: marked !== text };
}
