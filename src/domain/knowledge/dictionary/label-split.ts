const SEPARATORS = /,|、|-| and |和|及|或|\n|\/|\(/u;
const DROPPED = ['脉', '?', ')', 'member', '.'];
const CUT_AFTER = ['夹', '（', '。', ':'];
const CUT_BEFORE = ['的', '色', '—'];

function clean(piece: string): string {
  let text = piece.trim().replace(/^\)+|\)+$/g, '');
  for (const part of DROPPED) text = text.replaceAll(part, '').trim();
  for (const mark of CUT_AFTER) {
    const at = text.indexOf(mark);
    if (at >= 0) text = text.slice(0, at);
  }
  for (const mark of CUT_BEFORE) {
    const at = text.indexOf(mark);
    if (at >= 0) text = text.slice(at + mark.length);
  }
  return text.trim();
}

/** The rock names a legend label may hold, lower case, in order (contract/knowledge.md 3.1). */
export const splitLabel = (label: string): readonly string[] =>
  label
    .toLowerCase()
    .trim()
    .split(SEPARATORS)
    .map(clean)
    .filter((piece) => piece !== '');
