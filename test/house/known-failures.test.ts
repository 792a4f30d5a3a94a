import { describe, expect, it } from 'vitest';
import { type CaseOutcome, grown, judge } from '../../scripts/known-failures.ts';

const outcome = (id: string, status: CaseOutcome['status'], area = 'map'): CaseOutcome => ({ id, area, status, problems: [] });

describe('the list of known failures', () => {
  const run = [
    outcome('a', 'passed'),
    outcome('b', 'failed'),
    outcome('c', 'failed'),
    outcome('d', 'passed', 'error'),
    outcome('e', 'skipped'),
  ];

  it('excuses a failure that is on it, and no other', () => {
    const verdict = judge(run, ['b', 'd']);
    expect(verdict.known).toEqual(['b']);
    expect(verdict.fresh.map(({ id }) => id)).toEqual(['c']);
  });

  it('is told which of its cases pass now', () => {
    expect(judge(run, ['b', 'c', 'd']).mended).toEqual(['d']);
  });

  it('counts by area what ran, without what was skipped', () => {
    expect(judge(run, []).areas).toEqual([
      { area: 'error', passed: 1, of: 1 },
      { area: 'map', passed: 1, of: 3 },
    ]);
  });

  it('may shrink but not grow, and not take back what left it', () => {
    expect(grown(['a', 'b'], ['a'])).toEqual([]);
    expect(grown(['a'], ['a', 'b'])).toEqual(['b']);
  });
});
