import { createLogger, type Logger, type LogLevel } from './log.ts';

/** Levels as in syslog. A worker puts `<n>` before each line, so that each client can filter by its own level. */
export const LINE_LEVELS = { DEBUG: 7, INFO: 6, WARNING: 4, ERROR: 3, CRITICAL: 2 } as const satisfies Record<LogLevel, number>;

export type LevelledLine = { readonly level: number; readonly line: string };

/** A logger whose lines carry their level in front. Writes every level. */
export function createTaggedLogger(write: (text: string) => void): Logger {
  const at = (level: LogLevel): Logger => createLogger('DEBUG', (line) => write(`<${LINE_LEVELS[level]}>${line}`));
  return { debug: at('DEBUG').debug, info: at('INFO').info, warning: at('WARNING').warning, error: at('ERROR').error };
}

/** A line without a level was printed by a library or by a crash: it is shown like a warning. */
export function parseLine(text: string): LevelledLine {
  const tagged = /^<([0-7])>(.*)$/s.exec(text);
  if (tagged) return { level: Number(tagged[1]), line: tagged[2] ?? '' };
  return { level: LINE_LEVELS.WARNING, line: text };
}

/** The trace ID a line is about, or undefined. */
export const traceOfLine = (line: string): string | undefined => /\btrace_id=([0-9a-f]{32})\b/.exec(line)?.[1];
