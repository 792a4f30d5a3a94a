import { isObject } from './live/json-answer.ts';
import type { LegendLabel } from './request.ts';

const textIn = (entry: unknown, keys: readonly string[]): string | null => {
  if (!isObject(entry)) return null;
  const value = keys.map((key) => entry[key]).find((text) => typeof text === 'string' && text !== '');
  return typeof value === 'string' ? value : null;
};

/** Text of one legend entry: `label` or `text` of an object; of a pair `[id, object]` the other way round. */
function entryText(entry: unknown): string | null {
  if (Array.isArray(entry)) return entry.length === 2 ? textIn(entry[1], ['text', 'label']) : null;
  return textIn(entry, ['label', 'text']);
}

const named = (texts: readonly (string | null)[]): readonly string[] =>
  texts.filter((text) => text !== null).filter((text) => text.trim() !== '');

/** Labels of inline map metadata: `legend_labels` when it lists any, else those of `legend`; blanks are dropped (contract/knowledge.md 4.9). */
export function metadataLabels(metadata: {
  readonly legend_labels?: readonly (string | null)[] | undefined;
  readonly legend?: readonly unknown[] | undefined;
}): readonly string[] {
  const { legend_labels = [], legend = [] } = metadata;
  return legend_labels.length > 0 ? named(legend_labels) : named(legend.map(entryText));
}

/** Labels of a stored legend with the headings above them and their symbols (D27a); entries without a label are skipped. */
export function storedLabels(legend: unknown): readonly LegendLabel[] {
  if (!Array.isArray(legend)) return [];
  return legend.flatMap((entry: unknown): readonly LegendLabel[] => {
    const text = textIn(entry, ['label']);
    if (text === null || text.trim() === '' || !isObject(entry)) return [];
    const { label_context: headings } = entry;
    const list: readonly unknown[] = Array.isArray(headings) ? headings : [headings];
    return [{ text, headings: list.filter((heading) => typeof heading === 'string'), symbol: textIn(entry, ['symbol']) }];
  });
}
