export type LogLevel = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL';
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one `event=… key=value` line to stderr per call; values are quoted against injection. */
export type Logger = {
  readonly debug: (event: string, fields?: LogFields) => void;
  readonly info: (event: string, fields?: LogFields) => void;
  readonly warning: (event: string, fields?: LogFields) => void;
  readonly error: (event: string, fields?: LogFields) => void;
};

const ORDER = { DEBUG: 10, INFO: 20, WARNING: 30, ERROR: 40, CRITICAL: 50 } as const satisfies Record<LogLevel, number>;
const PLAIN = /^[A-Za-z0-9_.,:+/@%-]+$/;

/** One value of a log line: bare when it is harmless, else a JSON string with every control and non-ASCII character escaped. */
export function formatValue(value: LogFields[string]): string {
  if (value === null || value === undefined) return 'none';
  const text = String(value);
  if (PLAIN.test(text)) return text;
  return JSON.stringify(text).replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `event=<event> k=v …` without a line end. Undefined fields are left out. */
export function formatLine(event: string, fields: LogFields = {}): string {
  const parts = Object.entries(fields).filter(([, value]) => value !== undefined);
  return [`event=${event}`, ...parts.map(([key, value]) => `${key}=${formatValue(value)}`)].join(' ');
}

/** An unknown level name counts as INFO (contract 14.3). */
export function parseLevel(text: string | undefined): LogLevel {
  const name = (text ?? '').trim().toUpperCase();
  return name in ORDER ? (name as LogLevel) : 'INFO';
}

/** `write` gets whole lines including the line end. */
export function createLogger(level: LogLevel, write: (line: string) => void = (line) => void process.stderr.write(line)): Logger {
  const at = (own: LogLevel) => (event: string, fields?: LogFields) => {
    if (ORDER[own] >= ORDER[level]) write(`${formatLine(event, fields)}\n`);
  };
  return { debug: at('DEBUG'), info: at('INFO'), warning: at('WARNING'), error: at('ERROR') };
}
