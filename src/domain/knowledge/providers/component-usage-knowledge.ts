import { PROVIDER_TABLE } from '../provider-table.ts';
import { defineTextProvider } from '../text-answer.ts';

/** Texts on the parts of a map sheet. */
export const componentUsageKnowledge = defineTextProvider(PROVIDER_TABLE.component_usage_knowledge, 'component_usage_knowledge');
