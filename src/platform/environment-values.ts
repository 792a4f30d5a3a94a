import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { findSource, SOURCES, type SourceFamily } from '../domain/knowledge/sources.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { VariableName } from './environment-variables.ts';

/** The environment as Node gives it, and the folder the process was started in (absolute). */
export type LaunchEnvironment = {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
};

const ON = new Set(['1', 'true', 'yes', 'y', 'on']);

/** The longest existing prefix with its links resolved, the rest appended; a path that cannot be looked at stays as it is. */
export function canonicalPath(path: string): string {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync(at), ...missing);
    } catch {
      if (dirname(at) === at) return path;
      missing.unshift(basename(at));
    }
  }
}

/** Trimmed value; blank counts as unset (D17). */
export function readText(launch: LaunchEnvironment, name: VariableName): string | undefined {
  const text = launch.variables[name]?.trim();
  return text === '' ? undefined : text;
}

/** Home folder of the launching user. */
export function homeFolder(launch: LaunchEnvironment): string {
  const home = launch.variables.HOME?.trim();
  return home ? resolve(launch.folder, home) : homedir();
}

/** `~` and `~/…` expanded, relative to the launch folder, canonical. */
export function resolvePath(launch: LaunchEnvironment, text: string): string {
  const expanded = text === '~' || text.startsWith('~/') ? join(homeFolder(launch), text.slice(1)) : text;
  return canonicalPath(resolve(launch.folder, expanded));
}

export function readPath(launch: LaunchEnvironment, name: VariableName, fallback: string): string {
  return resolvePath(launch, readText(launch, name) ?? fallback);
}

/** Throws `ConfigurationError` unless the value is a whole number of at least `least`. */
export function readInteger(
  launch: LaunchEnvironment,
  name: VariableName,
  rule: { readonly fallback: number; readonly least: number },
): number {
  const text = readText(launch, name);
  if (text === undefined) return rule.fallback;
  const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < rule.least)
    throw new ConfigurationError(name, `a whole number of at least ${rule.least}`);
  return value;
}

/** Null when unset. */
export function readNumber(launch: LaunchEnvironment, name: VariableName): number | null {
  const text = readText(launch, name);
  if (text === undefined) return null;
  const value = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new ConfigurationError(name, 'a number');
  return value;
}

/** Contract 13.3: unset is on, a typo is off. */
export function readGate(launch: LaunchEnvironment, name: VariableName): boolean {
  const text = readText(launch, name);
  return text === undefined || ON.has(text.toLowerCase());
}

/** Where a source may come from. */
export type SourceRule = {
  readonly primary: string;
  readonly companion: string;
  readonly family: SourceFamily;
  /** Folder of the mirrors, where sources have their data that this server does not know; null when there can be none. */
  readonly mirrors: string | null;
};

/** Throws `ConfigurationError` for an id that is no source of the family and names no folder of a mirror (KW-54). */
function checkSource(name: VariableName, id: string, { family, mirrors }: SourceRule): string {
  const isKnown = findSource(id)?.family === family;
  const isMirrored =
    mirrors !== null && /^[\w.-]+$/.test(id) && statSync(join(mirrors, id), { throwIfNoEntry: false })?.isDirectory();
  if (isKnown || (isMirrored && !/^\.+$/.test(id) && findSource(id) === undefined)) return id;
  const known = Object.values(SOURCES).filter((source) => source.family === family);
  const ids = known.map((source) => source.id).join(', ');
  throw new ConfigurationError(name, `made of ${ids}${mirrors === null ? '' : ', or of names of folders of mirrors'}`);
}

/**
 * Comma list without blanks and repetitions; the primary source and its companion when unset. Throws `ConfigurationError` for a source
 * that cannot exist.
 */
export function readSources(
  launch: LaunchEnvironment,
  names: { readonly primary: VariableName; readonly all: VariableName },
  rule: SourceRule,
): string[] {
  const listed = (readText(launch, names.all) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (listed.length > 0) return [...new Set(listed)].map((id) => checkSource(names.all, id, rule));
  const primary = checkSource(names.primary, readText(launch, names.primary) ?? rule.primary, rule);
  return primary === rule.primary ? [primary, rule.companion] : [primary];
}

/** An http or https address without a slash at its end. Throws `ConfigurationError` for anything else. */
export function readAddress(launch: LaunchEnvironment, name: VariableName, fallback: string): string {
  const text = readText(launch, name) ?? fallback;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new ConfigurationError(name, 'an http:// or https:// address');
  return text.replace(/\/+$/, '');
}

/** The folder named, canonical, or null when it is unset or no existing folder (D33). */
export function readExistingFolder(launch: LaunchEnvironment, name: VariableName): string | null {
  const text = readText(launch, name);
  if (text === undefined) return null;
  const path = resolvePath(launch, text);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : null;
}
