import type { Box } from '../geo/wrap.ts';
import type { FaultTrace } from './fault.ts';
import { byName, lengthInside, parseTriple } from './fault-record.ts';
import { numberOf } from './live/json-answer.ts';

/** Words of the orders that the option `sort` of `active_faults` names. */
export const FAULT_ORDERS = {
  name: 'name, catalog_name, slip_type ascending; unnamed first',
  length: 'length inside the area descending, then by name',
  slip_rate: 'net_slip_rate (best value) descending, faults without one last, then by name',
} as const;

export type FaultSort = keyof typeof FAULT_ORDERS;

const slipRate = ({ properties }: FaultTrace): number => {
  const best = parseTriple(properties.net_slip_rate)?.best ?? properties.net_slip_rate;
  return numberOf(best) ?? Number.NEGATIVE_INFINITY;
};

/** Sorts found faults; the measure of each is taken once. */
export function sortFaults<T extends { readonly fault: FaultTrace }>(
  found: readonly T[],
  sort: FaultSort,
  parts: readonly Box[],
): readonly T[] {
  if (sort === 'name') return found.toSorted((a, b) => byName(a.fault, b.fault));
  const measure = sort === 'length' ? (fault: FaultTrace) => lengthInside(fault, parts) : slipRate;
  return found
    .map((one) => ({ one, value: measure(one.fault) }))
    .sort((a, b) => (a.value === b.value ? byName(a.one.fault, b.one.fault) : b.value - a.value))
    .map(({ one }) => one);
}
