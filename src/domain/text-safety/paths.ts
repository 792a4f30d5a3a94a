// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file looks for
/** What is put in place of a path. */
export const REDACTED = '<redacted>';

const STOP = '\\s"\'`,;<>|(){}\\[\\]\\u2018\\u2019\\u201c\\u201d';
const PART = `[^${STOP}/\\\\]`;
const BEFORE = '(?<![\\p{L}\\p{N}_/\\\\.\\-~])';
/** ` Maps/f.csv` after `/home/me/My`: a blank belongs to the path when a separator follows within four words. */
const TAIL = `(?:(?: [^\\s"'\`,;<>|/\\\\]{1,40}){0,3} [^\\s"'\`,;<>|/\\\\]{1,60}[/\\\\][^${STOP}]*)*`;

/** First folders of absolute POSIX paths; a single component is a path only when it is one of these or carries a file extension. */
const TOP =
  'Applications|Library|System|Users|Volumes|app|bin|boot|data|dev|etc|home|lib|lib32|lib64|media|mnt|nix|opt|private|proc|root|run|sbin|snap|srv|sys|tmp|usr|var|work|workspace';
const UNIT =
  /^\/(?:(?:k|c|m|d|h)?m|in|ft|mi|yr?|ka|ma|ga|a|d|h|s|min|g|kg|t|mol|l|ha|px|deg|day|week|month|year)(?:\^?-?[\d²³]+)?(?:\/(?:(?:k|c|m)?m|yr?|a|d|h|s|min|day|year)(?:\^?-?[\d²³]+)?)*$/i;

/** A token that was put aside: a NUL, its index, a NUL. No text that arrives here holds a NUL. */
const PARKED = /\u0000(\d+)\u0000/g;

const re = (source: string): RegExp => new RegExp(source, 'giu');
const URI = re(`\\b[a-z][a-z0-9+.-]{1,30}:/{1,3}[^\\s"'\`<>]*`);
/** Addresses that name a local file or may carry a password. */
const CLOSED_SCHEMES = /^(?:file|unix|rediss?|jdbc|postgres(?:ql)?|mysql|smb|nfs|s?ftp|ssh|vscode)[a-z0-9+.-]*:/i;
const QUOTED = re(
  `(["'\`\\u2018\\u201c])((?:file:)?(?:/{1,2}${PART}|~[/\\\\]|[a-z]:[/\\\\]|\\\\\\\\)[^"'\`\\u2019\\u201d]{0,1000})(["'\`\\u2019\\u201d])`,
);
const WINDOWS = re(
  `${BEFORE}(?:[a-z]:[/\\\\]+(?:${PART}+[/\\\\]*)+|[a-z]:[/\\\\]+(?=$|[\\s"'\`,;)])|\\\\{1,4}(?:\\?\\\\)?${PART}+(?:\\\\+${PART}*)+)${TAIL}`,
);
const HOME = re(`${BEFORE}~(?:[/\\\\](?:${PART}+[/\\\\]*)*|${PART}+/(?:${PART}+/${PART}*|${PART}+\\.[a-z0-9]{1,5}\\b))${TAIL}`);
const POSIX = re(
  `${BEFORE}/{1,3}${PART}+(?:/+${PART}*)+${TAIL}|${BEFORE}/${PART}*\\.[a-z][a-z0-9]{1,5}(?![\\p{L}\\p{N}])|${BEFORE}/(?:${TOP})(?![\\p{L}\\p{N}_])/?`,
);

/** A JSON pointer as messages write it, whole: what follows it must not be taken for more of a path. */
const POINTER = /(?<![^\s(;,])\/[a-z_]+(?:\/(?:\d+|[a-z_]+|\*))*(?=:\s|[;,.)]?(?:\s|$))/g;

/** Which pointers of the tools' own arguments look like paths but are none, e.g. `/gcps/0/pixel_x`. */
export type PathRules = {
  readonly pointers: ReadonlySet<string>;
  /** Folders known by value, with what follows them. */
  readonly known: RegExp | undefined;
};

function isPointer(token: string, rules: PathRules): boolean {
  const parts = token
    .replace(/[.:]+$/, '')
    .split('/')
    .slice(1);
  return rules.pointers.has(parts[0] ?? '') && parts.every((part) => /^(?:\d+|[a-z_]+|\*)$/.test(part));
}

const redactPosix = (token: string, rules: PathRules): string => {
  const end = /[.:!?]+$/.exec(token)?.[0] ?? '';
  const bare = token.slice(0, token.length - end.length);
  return UNIT.test(bare) || isPointer(bare, rules) ? token : `${REDACTED}${end}`;
};

/**
 * Text without absolute paths of any platform: POSIX, `~/`, drive letters, UNC, `file:` and addresses that may carry
 * credentials. `~granite`, `/km2`, `1/2`, relative names, geomap:, http: and https: addresses survive.
 */
export function withoutPaths(text: string, rules: PathRules): string {
  if (!/[/\\]/.test(text)) return text;
  const kept: string[] = [];
  const park = (token: string): string => `\u0000${kept.push(token) - 1}\u0000`;
  const bare = text
    .replaceAll('\u0000', '')
    .replace(POINTER, (token) => (isPointer(token, rules) ? park(token) : token))
    .replace(URI, (token) => (CLOSED_SCHEMES.test(token) ? REDACTED : /:\/\/[^/]/.test(token) ? park(token) : token))
    .replace(QUOTED, (whole, open: string, inner: string, close: string) =>
      UNIT.test(inner) || isPointer(inner, rules)
        ? `${open}${park(inner)}${close}`
        : isQuotedPath(inner)
          ? `${open}${REDACTED}${close}`
          : whole,
    )
    .replace(rules.known ?? /$^/g, REDACTED)
    .replace(WINDOWS, REDACTED)
    .replace(HOME, REDACTED)
    .replace(POSIX, (token) => redactPosix(token, rules));
  return bare.replace(PARKED, (_, index: string) => kept[Number(index)] ?? '');
}

const isQuotedPath = (inner: string): boolean => /[/\\].*[/\\]|\.[a-z][a-z0-9]{1,5}$|^~|^[a-z]:|^file:/iu.test(inner);
