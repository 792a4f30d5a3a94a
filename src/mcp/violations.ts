import type { ErrorObject } from 'ajv';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import type { Constraint } from './constraints.ts';

/** One broken rule: where, and what is wanted. Says nothing of what was given (D10). */
export type Violation = { readonly pointer: string; readonly hint: string };

const MAX_MESSAGE = 2000;
const MAX_NAMES = 20;
const PLAIN_KEY = /^[a-z][a-z0-9_]{0,31}$/;

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const typeWords = (types: unknown): string => {
  const names = (Array.isArray(types) ? types : [types]).map((type) => WORDS[String(type)] ?? 'of another type');
  return names.join(' or ');
};

const keysOf = (schema: unknown): readonly string[] => {
  const properties = schema && typeof schema === 'object' && 'properties' in schema ? schema.properties : undefined;
  return properties && typeof properties === 'object' ? Object.keys(properties) : [];
};

const names = (list: readonly string[]): string =>
  list.length > MAX_NAMES ? `${list.slice(0, MAX_NAMES).join(', ')}, …` : list.join(', ');

/** Words for the keywords that our schemas use. */
function hintOf({ keyword, params, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be ${typeWords(params.type)}`;
    case 'required':
      return `lacks ${String(params.missingProperty)}`;
    case 'additionalProperties': {
      const known = keysOf(parentSchema);
      return known.length > 0 ? `has a key that is not allowed; allowed: ${names(known)}` : 'takes no keys';
    }
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'minItems':
      return `needs at least ${params.limit} items`;
    case 'maxItems':
      return `takes at most ${params.limit} items`;
    case 'minLength':
      return Number(params.limit) === 1 ? 'must not be empty' : `needs at least ${params.limit} characters`;
    case 'maxLength':
      return `takes at most ${params.limit} characters`;
    case 'minProperties':
      return 'must not be empty';
    case 'enum':
      return `must be one of ${names((params.allowedValues ?? []).map(String))}`;
    case 'const':
      return `must be ${String(params.allowedValue)}`;
    case 'anyOf':
      return unionHint(parentSchema);
    default:
      return `breaks the rule ${keyword}`;
  }
}

function unionHint(schema: unknown): string {
  const branches: unknown = schema && typeof schema === 'object' && 'anyOf' in schema ? schema.anyOf : [];
  const list = Array.isArray(branches) ? branches : [];
  const types = list.flatMap((branch) => ('type' in branch ? [branch.type] : []));
  if (types.length > 0) return `must be ${typeWords(types)}`;
  const sets = list.flatMap((branch) => (Array.isArray(branch.required) ? [branch.required.join(', ')] : []));
  return `needs ${sets.join(' or ')}`;
}

/** Keys that a caller made up are shown only when they are plain words; the rest of a pointer is ours. */
const safePointer = (path: string): string =>
  path
    .split('/')
    .map((part) => (part === '' || /^\d+$/.test(part) || PLAIN_KEY.test(part) ? part : '*'))
    .join('/') || '/';

/** Errors inside a union count only for the branch whose type fits; else the union speaks for itself. */
function withinUnions(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf');
  return errors.filter((error) => {
    const union = unions.find(({ schemaPath }) => error.schemaPath.startsWith(`${schemaPath}/`));
    if (union) return fits(errors, union, error);
    return error.keyword !== 'anyOf' || !hasFittingBranch(errors, error);
  });
}

const branchOf = (union: ErrorObject, error: ErrorObject): string =>
  error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? '';

const mistyped = (errors: readonly ErrorObject[], union: ErrorObject, branch: string): boolean =>
  errors.some(
    (error) =>
      (error.keyword === 'type' || error.keyword === 'required') &&
      error.instancePath === union.instancePath &&
      error.schemaPath.startsWith(`${union.schemaPath}/`) &&
      branchOf(union, error) === branch,
  );

const fits = (errors: readonly ErrorObject[], union: ErrorObject, error: ErrorObject): boolean =>
  !mistyped(errors, union, branchOf(union, error));

const hasFittingBranch = (errors: readonly ErrorObject[], union: ErrorObject): boolean =>
  errors.some((error) => error.schemaPath.startsWith(`${union.schemaPath}/`) && fits(errors, union, error));

/** Violations of one call, each once; a broken rule between arguments is said in its own words. */
export function violationsOf(errors: readonly ErrorObject[], constraints: readonly Constraint[]): readonly Violation[] {
  const rule = /^#\/allOf\/(\d+)\//;
  const own = errors.filter((error) => !rule.test(error.schemaPath));
  const broken = new Set(errors.flatMap((error) => rule.exec(error.schemaPath)?.[1] ?? []));
  const between = [...broken].map((index) => ({
    pointer: '/',
    hint: constraints[Number(index)]?.words ?? 'breaks a rule between arguments',
  }));
  const single = withinUnions(own).map((error) => ({ pointer: safePointer(error.instancePath), hint: hintOf(error) }));
  const seen = new Set<string>();
  return [...single, ...between].filter(({ pointer, hint }) => {
    const key = `${pointer} ${hint}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** One message of at most 2,000 characters that names as many violations as fit. */
export function violationMessage(tool: string, violations: readonly Violation[]): string {
  const parts = violations.map(({ pointer, hint }) => `${pointer}: ${hint}`);
  const head = `Input validation failed for ${tool}: `;
  const tail = (left: number): string => (left > 0 ? `; and ${left} more` : '');
  let shown = 0;
  let length = head.length;
  while (shown < parts.length && length + (parts[shown]?.length ?? 0) + 2 + 20 <= MAX_MESSAGE) {
    length += (parts[shown]?.length ?? 0) + 2;
    shown += 1;
  }
  return `${head}${parts.slice(0, shown).join('; ')}${tail(parts.length - shown)}.`;
}

/** The failure that tells a caller everything that is wrong with the arguments at once. */
export const invalidArguments = (tool: string, violations: readonly Violation[]): GeomapError =>
  new GeomapError('invalid_arguments', violationMessage(tool, violations));
