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

/** `legend.enrich`: kind and age of the rock that one legend label names. Stores nothing. */
export const legendEnrich =
  (deps: KnowledgeDeps): Handler<'legend.enrich'> =>
  async ({ label }, context) => {
    const subject = { bounds: null, labels: [{ text: label, headings: [] }], queryText: null };
    const { outcomes, warnings } = await execute(toRequest({ include: ['rock_type', 'rock_age'] }, subject), deps, context);
    const items = outcomes.flatMap((outcome) => (outcome.status === 'answered' ? [...outcome.answer.items] : []));
    const payload = {
      label,
      lithology: answerOf(items, 'rock_type'),
      stratigraphic_age: answerOf(items, 'rock_age'),
      items,
      warnings: [...warnings],
    };
    return { payload, links: [], preview_file: null };
  };
