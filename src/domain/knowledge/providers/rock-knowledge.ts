import { PROVIDER_TABLE } from '../provider-table.ts';
import { defineTextProvider } from '../text-answer.ts';

/** Texts on rock names. */
export const rockKnowledge = defineTextProvider(PROVIDER_TABLE.rock_knowledge, 'rock_knowledge');
