import { type AgeMentions, agesIn, conflictingAges, spanOf, withoutNegations } from '../dictionary/age-mentions.ts';
import { AGE_NAMES } from '../dictionary/age-names.ts';
import { BUILTIN_ROCK_AGES, BUILTIN_VERSION } from '../dictionary/builtin.ts';
import { ICS_CHART_VERSION } from '../dictionary/ics-chart.ts';
import { type LabelMatch, type LabelMatches, matchPieces } from '../dictionary/label-match.ts';
import { splitLabel } from '../dictionary/label-split.ts';
import { ageOfSymbol, leadingSymbol, type SymbolAge } from '../dictionary/map-symbols.ts';
import { lineageOf, type TimeUnit } from '../dictionary/time-scale.ts';
import * as say from '../messages.ts';
import { definePlainProvider } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';
import type { LegendLabel } from '../request.ts';
import { type OpenedDictionaries, openDictionaries, rockItems } from '../rock-answer.ts';

/** A symbol is a convention of its map: it supports an age and never proves one. */
const SYMBOL_SCORE = 0.3;

/** Where the age was read. */
type Evidence = 'label' | 'heading' | 'symbol';
type Reading = LabelMatches & { readonly evidence: Evidence | null; readonly mentions: AgeMentions };

const unitOf = ({ entry }: LabelMatch): TimeUnit | null => AGE_NAMES.get(entry.name) ?? null;

const agesOf = (unit: TimeUnit) => ({
  name: unit.name,
  rank: unit.rank,
  base_ma: unit.base_ma,
  top_ma: unit.top_ma,
  base_uncertainty_ma: unit.base_uncertainty_ma,
  base_approximate: unit.base_approximate,
  base_definition: unit.base_definition,
});

/** The unit of the time scale behind a match, with its ages and the units that hold it (KW-47). */
const chartRecord = (unit: TimeUnit): Readonly<Record<string, unknown>> => ({
  ...agesOf(unit),
  zh: unit.zh,
  formal: unit.formal,
  within: lineageOf(unit)
    .slice(1)
    .map(({ name }) => name),
  hierarchy: lineageOf(unit).map(({ name, rank, base_ma, top_ma }) => ({ name, rank, base_ma, top_ma })),
  source: ICS_CHART_VERSION,
});

const symbolOf = ({ text, symbol }: LegendLabel): SymbolAge | null =>
  (symbol === null || symbol === undefined ? null : ageOfSymbol(symbol)) ?? leadingSymbol(text);

/** A symbol's age as matches of the built-in dictionary. */
const symbolMatches = ({ units, symbol }: SymbolAge): readonly LabelMatch[] =>
  units.flatMap((unit): readonly LabelMatch[] => {
    const entry = BUILTIN_ROCK_AGES.byName.get(unit.name.toLowerCase());
    return entry === undefined ? [] : [{ entry, type: 'substring', piece: symbol, score: SYMBOL_SCORE }];
  });

/** Looks the label up, then the headings above it, nearest first (D27a), then its map symbol. */
function readAge(label: LegendLabel, { dictionaries }: OpenedDictionaries): Reading {
  const own = matchPieces(splitLabel(withoutNegations(label.text)), dictionaries);
  if (own.best !== null) return { ...own, evidence: 'label', mentions: agesIn(label.text) };
  for (const heading of label.headings.toReversed()) {
    const above = matchPieces(splitLabel(withoutNegations(heading)), dictionaries);
    if (above.best === null) continue;
    const best: LabelMatch = { ...above.best, type: 'substring' };
    return { best, all: above.all, evidence: 'heading', mentions: agesIn(heading) };
  }
  const symbol = symbolOf(label);
  const all = symbol === null ? [] : symbolMatches(symbol);
  const [best = null] = all;
  return { best, all, evidence: best === null ? null : 'symbol', mentions: { units: symbol?.units ?? [], isRange: true } };
}

/** What the symbol says beside a label or heading that gives the age: support or doubt, never the value. */
function symbolRecord(label: LegendLabel, unit: TimeUnit | null): Readonly<Record<string, unknown>> {
  const found = symbolOf(label);
  if (found === null) return {};
  const { symbol, units, alternatives } = found;
  const agrees = unit === null ? null : units.some((one) => one.base_ma > unit.top_ma && unit.base_ma > one.top_ma);
  const ages = units.map(({ name }) => name);
  return { symbol_age: { symbol, ages, alternatives, score: SYMBOL_SCORE, agrees } };
}

function describe(label: LegendLabel, { best, evidence, mentions }: Reading): Readonly<Record<string, unknown>> {
  const unit = best === null ? null : unitOf(best);
  const conflict = conflictingAges(mentions);
  return {
    ...(evidence === null ? {} : { evidence }),
    ...(unit === null ? {} : { chart: chartRecord(unit) }),
    ...(mentions.units.length > 1 ? { ages: mentions.units.map(agesOf), age_span: spanOf(mentions) } : {}),
    ...(conflict.length > 0 ? { conflict } : {}),
    ...symbolRecord(label, unit),
  };
}

/** Age of the unit that a legend label names (contract/knowledge.md 3.1, D32). */
export const rockAge = definePlainProvider({
  ...PROVIDER_TABLE.rock_age,
  defaultLimit: () => 50,
  isLookup: true,
  query: async ({ labels }, ports) => {
    const opened = await openDictionaries('rock_age', ports, { dictionary: BUILTIN_ROCK_AGES, version: BUILTIN_VERSION });
    const readings = new Map(labels.map((label) => [label, readAge(label, opened)]));
    const items = rockItems(labels, {
      provider: PROVIDER_TABLE.rock_age,
      opened,
      match: (label) => readings.get(label) ?? { best: null, all: [] },
      enrich: (_match, label) => {
        const reading = readings.get(label);
        return reading === undefined ? {} : describe(label, reading);
      },
    });
    const warnings = [...readings].flatMap(([label, { mentions, evidence }]) => {
      const conflict = conflictingAges(mentions);
      if (conflict.length > 0) return [say.rockConflict(label.text, conflict)];
      const alternatives = evidence === 'symbol' ? (symbolOf(label)?.alternatives ?? []) : [];
      return alternatives.length > 0 ? [say.ageFromSymbol(label.text, alternatives)] : [];
    });
    return { items, warnings: [...opened.warnings, ...warnings], version: opened.version };
  },
});
