import { AGE_NAMES, ageOfSymbol } from '../dictionary/age-names.ts';
import { BUILTIN_ROCK_AGES, BUILTIN_VERSION } from '../dictionary/builtin.ts';
import { type LabelMatch, type LabelMatches, matchPieces } from '../dictionary/label-match.ts';
import { splitLabel } from '../dictionary/label-split.ts';
import { excludeEachOther, lineageOf, type TimeUnit } from '../dictionary/time-scale.ts';
import * as say from '../messages.ts';
import { definePlainProvider } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';
import type { LegendLabel } from '../request.ts';
import { type OpenedDictionaries, openDictionaries, rockItems } from '../rock-answer.ts';

const unitOf = ({ entry }: LabelMatch): TimeUnit | null => AGE_NAMES.get(entry.name) ?? null;

/** The unit of the time scale behind a match, with its ages and the units that hold it (KW-47). */
const chartRecord = (unit: TimeUnit): Readonly<Record<string, unknown>> => ({
  name: unit.name,
  rank: unit.rank,
  base_ma: unit.base_ma,
  top_ma: unit.top_ma,
  formal: unit.formal,
  within: lineageOf(unit)
    .slice(1)
    .map(({ name }) => name),
  source: 'International Chronostratigraphic Chart v2023/09',
});

/** Pairs of named ages that have no time in common, as names (field report 6.8). */
function conflictOf({ all }: LabelMatches): readonly string[] {
  const units = all.map(unitOf).filter((unit) => unit !== null);
  const conflicting = units.some((a) => units.some((b) => excludeEachOther(a, b)));
  return conflicting ? [...new Set(units.map(({ name }) => name))] : [];
}

/** A symbol's age as a match of the built-in dictionary. */
function symbolMatch(label: string): LabelMatch | null {
  const unit = ageOfSymbol(label);
  const entry = unit === null ? undefined : BUILTIN_ROCK_AGES.byName.get(unit.name.toLowerCase());
  return entry === undefined ? null : { entry, type: 'substring', piece: label, score: 0.5 };
}

/** Looks the label up, then its map symbol, then the headings above it, nearest first (D27a). */
function matchAge(label: LegendLabel, pieces: readonly string[], { dictionaries }: OpenedDictionaries): LabelMatches {
  const own = matchPieces(pieces, dictionaries);
  if (own.best !== null) return own;
  const symbol = symbolMatch(label.text);
  if (symbol !== null) return { best: symbol, all: [symbol] };
  for (const heading of label.headings.toReversed()) {
    const above = matchPieces(splitLabel(heading), dictionaries);
    if (above.best !== null) return { best: { ...above.best, type: 'substring' }, all: [above.best] };
  }
  return own;
}

/** Age of the unit that a legend label names (contract/knowledge.md 3.1, D32). */
export const rockAge = definePlainProvider({
  ...PROVIDER_TABLE.rock_age,
  defaultLimit: () => 50,
  query: async ({ labels }, ports) => {
    const builtin = { dictionary: BUILTIN_ROCK_AGES, version: BUILTIN_VERSION };
    const opened = await openDictionaries('rock_age', ports.dictionaries.rock_age, builtin);
    const conflicts: string[] = [];
    const items = rockItems(labels, {
      provider: PROVIDER_TABLE.rock_age,
      opened,
      match: (label, pieces) => {
        const matches = matchAge(label, pieces, opened);
        const names = conflictOf(matches);
        if (names.length > 0) conflicts.push(say.rockConflict(label.text, names));
        return matches;
      },
      enrich: (match, matches) => {
        const unit = match === null ? null : unitOf(match);
        const conflict = conflictOf(matches);
        return { ...(unit === null ? {} : { chart: chartRecord(unit) }), ...(conflict.length > 0 ? { conflict } : {}) };
      },
    });
    return { items, warnings: [...opened.warnings, ...conflicts], version: opened.version };
  },
});
