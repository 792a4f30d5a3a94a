import type { KnowledgeItem } from '../../domain/documents/knowledge.ts';
import { isObject } from '../../domain/knowledge/live/json-answer.ts';
import type { Handler } from '../handler.ts';
import { execute, type KnowledgeDeps, toRequest } from '../knowledge/run-query.ts';

/** The answer of a provider's first item, null when it does not know. */
function answerOf(items: readonly KnowledgeItem[], provider: string): string | null {
  const value = items.find((item) => item.provider === provider)?.value;
  const answer = isObject(value) ? value.value : null;
  return typeof answer === 'string' && answer !== 'unknown' ? answer : null;
}

/** So much of a label is repeated in the answer; all of it is looked up. */
const MOST_ECHOED = 5000;

/** The label as it is repeated, and what is to be said when that is not all of it. */
function echoOf(label: string): { readonly shown: string; readonly notice: readonly string[] } {
  const letters = [...label];
  if (letters.length <= MOST_ECHOED) return { shown: label, notice: [] };
  const notice = `label_cut: the label has ${letters.length} characters; the first ${MOST_ECHOED} are repeated here, all of them were looked up.`;
  return { shown: letters.slice(0, MOST_ECHOED).join(''), notice: [notice] };
}

/** `legend.enrich`: kind and age of the rock that one legend label names. Stores nothing. */
export const legendEnrich =
  (deps: KnowledgeDeps): Handler<'legend.enrich'> =>
  async ({ label }, context) => {
    const subject = { bounds: null, labels: [{ text: label, headings: [] }], queryText: null };
    const { outcomes, warnings } = await execute(toRequest({ include: ['rock_type', 'rock_age'] }, subject), deps, context);
    const items = outcomes.flatMap((outcome) => (outcome.status === 'answered' ? [...outcome.answer.items] : []));
    const { shown, notice } = echoOf(label);
    const payload = {
      label: shown,
      lithology: answerOf(items, 'rock_type'),
      stratigraphic_age: answerOf(items, 'rock_age'),
      items,
      warnings: [...warnings, ...notice],
    };
    return { payload, links: [], preview_file: null };
  };
