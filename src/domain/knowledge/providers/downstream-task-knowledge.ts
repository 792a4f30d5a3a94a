import { PROVIDER_TABLE } from '../provider-table.ts';
import { defineTextProvider } from '../text-answer.ts';

/** Texts on what geologists use maps for. */
export const downstreamTaskKnowledge = defineTextProvider(PROVIDER_TABLE.downstream_task_knowledge, 'downstream_task_knowledge');
