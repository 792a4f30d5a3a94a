/** The media types a map may have (contract 4.2). */
export const MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/tiff', 'image/webp', 'image/gif'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** What the first bytes of a file say: a picture this server reads, or the name of what it is instead. */
export type Sniffed = { readonly mimeType: MediaType } | { readonly mimeType: null; readonly found: string };

/** Bytes that `sniffMediaType` wants to see, fewer only when the file is shorter. */
export const SNIFF_BYTES = 1024;

type Mark = { readonly at: number; readonly bytes: string; readonly mimeType?: MediaType; readonly found?: string };

/** Marks as Latin-1 text; the first match counts. Sources: the format specifications and the IANA registrations. */
const MARKS: readonly Mark[] = [
  { at: 0, bytes: '\x89PNG\r\n\x1a\n', mimeType: 'image/png' },
  { at: 0, bytes: '\xff\xd8\xff', mimeType: 'image/jpeg' },
  { at: 0, bytes: 'II*\0', mimeType: 'image/tiff' },
  { at: 0, bytes: 'MM\0*', mimeType: 'image/tiff' },
  { at: 0, bytes: 'II+\0', mimeType: 'image/tiff' },
  { at: 0, bytes: 'MM\0+', mimeType: 'image/tiff' },
  { at: 0, bytes: 'GIF87a', mimeType: 'image/gif' },
  { at: 0, bytes: 'GIF89a', mimeType: 'image/gif' },
  { at: 0, bytes: '\0\0\0\x0cjP  \r\n\x87\n', found: 'JPEG 2000' },
  { at: 0, bytes: '\xff\x4f\xff\x51', found: 'JPEG 2000' },
  { at: 0, bytes: '\0\0\0\x0cJXL ', found: 'JPEG XL' },
  { at: 0, bytes: '\xff\x0a', found: 'JPEG XL' },
  { at: 0, bytes: 'msid', found: 'MrSID' },
  { at: 0, bytes: 'AT&TFORM', found: 'DjVu' },
  { at: 0, bytes: '8BPS', found: 'Photoshop' },
  { at: 0, bytes: 'BM', found: 'BMP' },
  { at: 0, bytes: '\0\0\x01\0', found: 'ICO' },
  { at: 0, bytes: 'PK\x03\x04', found: 'ZIP' },
  { at: 0, bytes: '\x1f\x8b', found: 'gzip' },
  { at: 0, bytes: '\x89HDF', found: 'HDF5' },
  { at: 0, bytes: 'SQLite format 3\0', found: 'SQLite' },
];

/** ISO base media brands that hold still pictures. */
const BRANDS: Readonly<Record<string, string>> = {
  avif: 'AVIF',
  avis: 'AVIF',
  heic: 'HEIC',
  heix: 'HEIC',
  mif1: 'HEIF',
  msf1: 'HEIF',
};

/** Type by content, never by name (D18). `head` is the start of the file. */
export function sniffMediaType(head: Uint8Array): Sniffed {
  if (head.length === 0) return other('an empty file');
  const text = latin1(head);
  for (const { at, bytes, mimeType, found } of MARKS) {
    if (!text.startsWith(bytes, at)) continue;
    return mimeType === undefined ? other(found ?? 'unknown data') : { mimeType };
  }
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return { mimeType: 'image/webp' };
  if (text.startsWith('ftyp', 4)) return other(BRANDS[text.slice(8, 12)] ?? 'ISO media');
  if (text.includes('%PDF-')) return other('PDF');
  return isText(head) ? other(textKind(text)) : other('unknown data');
}

const other = (found: string): Sniffed => ({ mimeType: null, found });

function textKind(text: string): string {
  const body = text
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  if (body.startsWith('%!ps')) return 'PostScript';
  if (/<svg[\s>]/.test(body)) return 'SVG';
  if (body.startsWith('<!doctype html') || body.startsWith('<html')) return 'HTML';
  if (body.startsWith('<?xml')) return 'XML';
  return body.startsWith('{') || body.startsWith('[') ? 'JSON' : 'text';
}

/** No control characters but those of text. UTF-16 text has NULs and counts as unknown data. */
const isText = (head: Uint8Array): boolean =>
  head.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 12 || byte === 13);

/** One character per byte. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
