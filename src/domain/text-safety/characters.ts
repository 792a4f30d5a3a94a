// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file looks for
/**
 * Characters that change how a text is read without being seen: C0 and C1 controls, bidirectional controls, line and
 * paragraph separators, zero-width space and joiner of words, byte order mark, interlinear marks and the invisible tag block.
 * Joiners that Indic and Arabic writing needs (U+200C, U+200D) stay.
 */
const BREAKS = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g;
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\u{e0001}|[\u{e0020}-\u{e007f}]/gu;
const ANY = new RegExp(`${BREAKS.source}|${UNSEEN.source}|\\p{Cs}`, 'u');
const MARKER = /evidence[\s\u00a0\u2000-\u200a\u3000]+digest[\s\u00a0]*[:\uff1a]/gi;

/** One line, nothing invisible: breaks become one space each, unseen characters go, half surrogate pairs become U+FFFD. */
export function visibleText(text: string): string {
  if (!ANY.test(text)) return text;
  return text
    .replace(BREAKS, ' ')
    .replace(UNSEEN, '')
    .replace(/\p{Cs}/gu, '\ufffd');
}

/** Takes from foreign text the marker that starts the evidence digest, so that no text can pose as one. */
export const withoutDigestMarker = (text: string): string => text.replace(MARKER, 'Evidence digest -');
