import { AGE_NAMES } from './age-names.ts';
import type { TimeUnit } from './time-scale.ts';
import { hasCjk, isGeneric, wordsOf } from './words.ts';

export type AgeMentions = {
  /** Units in the order in which the text names them, each once. */
  readonly units: readonly TimeUnit[];
  /** The text says that the unit goes from one age to another. */
  readonly isRange: boolean;
};

const PLACE_WORDS = new Set(['upper', 'middle', 'lower', 'early', 'late', 'mid']);
const RANGE_WORDS = new Set(['to', 'through', 'until', 'bis', '至']);
const CONNECTORS = new Set([...RANGE_WORDS, 'and', 'or', '&']);

const latin = [...AGE_NAMES].filter(([name]) => !hasCjk(name));
const byWords: ReadonlyMap<string, TimeUnit> = new Map(
  latin.filter(([name]) => !isGeneric(wordsOf(name))).map(([name, unit]) => [wordsOf(name).join(' '), unit]),
);
const LONGEST = Math.max(...[...byWords.keys()].map((name) => name.split(' ').length));
const chinese = [...AGE_NAMES].filter(([name]) => hasCjk(name)).sort(([a], [b]) => b.length - a.length);

type Mention = { readonly unit: TimeUnit; readonly start: number; readonly end: number };

/** The longest name that begins at a word. */
function nameAt(words: readonly string[], start: number): Mention | null {
  for (let length = Math.min(LONGEST, words.length - start); length > 0; length -= 1) {
    const unit = byWords.get(words.slice(start, start + length).join(' '));
    if (unit !== undefined) return { unit, start, end: start + length };
  }
  return null;
}

/** `Lower to Middle Jurassic`: the first place belongs to the name that follows the second. */
function sharedName(words: readonly string[], mention: Mention): TimeUnit | null {
  const [place, connector, second] = words.slice(mention.start - 2, mention.start + 1);
  if (place === undefined || connector === undefined || second === undefined) return null;
  if (!PLACE_WORDS.has(place) || !CONNECTORS.has(connector) || !PLACE_WORDS.has(second)) return null;
  return byWords.get([place, ...words.slice(mention.start + 1, mention.end)].join(' ')) ?? null;
}

/** `pre-Jurassic` and `post-Triassic` say when a unit is not from; hyphens of `pre-Cambrian` and `mid-Cretaceous` are spaces. */
export const withoutNegations = (text: string): string =>
  text
    .replace(/\bpre[- ]cambrian/giu, 'precambrian')
    .replace(/\b(?:pre|post)[-–]\p{L}+/giu, ' ')
    .replace(/\b(upper|middle|lower|early|late|mid)[-–](?=\p{L})/giu, '$1 ');

function latinMentions(text: string): readonly Mention[] {
  const words = wordsOf(text.replaceAll('&', ' and ').replace(/\s*[-–—]\s*(?=\p{L})/gu, ' to '));
  const found: Mention[] = [];
  for (let at = 0; at < words.length; ) {
    const mention = nameAt(words, at);
    if (mention === null) {
      at += 1;
      continue;
    }
    const shared = sharedName(words, mention);
    if (shared !== null) found.push({ unit: shared, start: mention.start - 2, end: mention.start });
    found.push(mention);
    at = mention.end;
  }
  return found;
}

function chineseMentions(text: string): readonly Mention[] {
  const found: Mention[] = [];
  for (let at = 0; at < text.length; ) {
    const named = chinese.find(([name]) => text.startsWith(name, at));
    if (named === undefined) at += 1;
    else {
      found.push({ unit: named[1], start: at, end: at + named[0].length });
      at += named[0].length;
    }
  }
  return found;
}

const RANGE = /\p{L}\s*(?:[-–—~]|\bto\b|\bthrough\b|至)\s*\p{L}/iu;

/** All ages that a text names in whole words (field report 6.8). */
export function agesIn(text: string): AgeMentions {
  const lower = withoutNegations(text.toLowerCase());
  const mentions = hasCjk(lower) ? chineseMentions(lower) : latinMentions(lower);
  const units = [...new Set(mentions.map(({ unit }) => unit))];
  return { units, isRange: units.length > 1 && RANGE.test(lower) };
}

/**
 * Names of ages between which there is a time that the text names neither of, when it gives no range; else empty. `Cretaceous and
 * Paleogene` is one stretch of time, `Precambrian and Eocene` is not.
 */
export function conflictingAges({ units, isRange }: AgeMentions): readonly string[] {
  if (isRange) return [];
  let reached: number | null = null;
  for (const unit of [...units].sort((a, b) => a.top_ma - b.top_ma)) {
    if (reached !== null && unit.top_ma > reached) return units.map(({ name }) => name);
    reached = Math.max(reached ?? 0, unit.base_ma);
  }
  return [];
}

/** The stretch of time from the oldest base to the youngest top of the named ages; null for fewer than two. */
export function spanOf({ units }: AgeMentions): { readonly base_ma: number; readonly top_ma: number } | null {
  if (units.length < 2) return null;
  return {
    base_ma: Math.max(...units.map(({ base_ma }) => base_ma)),
    top_ma: Math.min(...units.map(({ top_ma }) => top_ma)),
  };
}
