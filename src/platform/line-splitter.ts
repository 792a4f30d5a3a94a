import type { Readable } from 'node:stream';

/** Longest line kept; the rest of a longer one is left out. */
const LINE_LIMIT = 64 * 1024;

/** Calls `onLine` for each line of a UTF-8 stream, without its end; a last line without an end counts too. */
export function splitLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = (parts.pop() ?? '').slice(0, LINE_LIMIT);
    for (const part of parts) onLine(part.slice(0, LINE_LIMIT));
  });
  stream.on('end', () => {
    if (rest !== '') onLine(rest);
    rest = '';
  });
  stream.on('error', () => undefined);
}
