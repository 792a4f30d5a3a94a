/** Everything but the characters of XML 1.0; with the `u` flag lone surrogates are code points and fall out too. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{7e}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };

/**
 * Text as it may stand in XML 1.0, in content and in attributes: forbidden characters and lone surrogates are left out (KW-65),
 * line ends and tabs become spaces, and the five special characters are escaped.
 */
export const escapeXml = (text: string): string =>
  text
    .replace(ILLEGAL, '')
    .replace(/[\t\r\n]/g, ' ')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** A coordinate with at most two decimals. */
export const coordinate = (value: number): string => String(Math.round(value * 100) / 100);

/** ` name="value"` for each attribute that is set. */
export const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? coordinate(value) : escapeXml(String(value))}"`)
    .join('');
