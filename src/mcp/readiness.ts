import { z } from 'zod';

const readySchema = z.looseObject({ ready: z.boolean() });
const providersSchema = z.array(z.looseObject({ id: z.string(), ready: z.boolean() }));

/** Whether a capability record says ready; anything else counts as not ready. */
export const readinessOf = (capability: unknown): boolean => readySchema.safeParse(capability).data?.ready === true;

/** Provider ids by readiness, in registration order. */
export function providersIn(records: unknown): { readonly ready: readonly string[]; readonly blocked: readonly string[] } {
  const all = providersSchema.safeParse(records).data ?? [];
  return {
    ready: all.filter((item) => item.ready).map((item) => item.id),
    blocked: all.filter((item) => !item.ready).map((item) => item.id),
  };
}
