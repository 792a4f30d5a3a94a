/** Outcome of one conformance case as the kit's report has it. */
export type CaseOutcome = {
  readonly id: string;
  readonly area: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly problems: readonly string[];
};

export type Verdict = {
  readonly passed: number;
  /** Cases that failed and are on the list. */
  readonly known: readonly string[];
  /** Cases that failed and are not: the run fails. */
  readonly fresh: readonly CaseOutcome[];
  /** Cases on the list that pass: they have to leave it. */
  readonly mended: readonly string[];
  readonly skipped: number;
  /** Passed, all but skipped, by area. */
  readonly areas: readonly { readonly area: string; readonly passed: number; readonly of: number }[];
};

/** Holds a run against the committed list of known failures. */
export const judge = (outcomes: readonly CaseOutcome[], listed: readonly string[]): Verdict => {
  const list = new Set(listed);
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const passed = outcomes.filter(({ status }) => status === 'passed');
  const areas = [...new Set(outcomes.map(({ area }) => area))].sort().map((area) => {
    const count = (part: readonly CaseOutcome[]) => part.filter((item) => item.area === area).length;
    return { area, passed: count(passed), of: count(passed) + count(failed) };
  });
  return {
    passed: passed.length,
    known: failed.filter(({ id }) => list.has(id)).map(({ id }) => id),
    fresh: failed.filter(({ id }) => !list.has(id)),
    mended: passed.filter(({ id }) => list.has(id)).map(({ id }) => id),
    skipped: outcomes.length - passed.length - failed.length,
    areas,
  };
};

/** Ids that a later version of the list has and an earlier one had not: the list may only shrink. */
export const grown = (earlier: readonly string[], later: readonly string[]): readonly string[] => {
  const before = new Set(earlier);
  return later.filter((id) => !before.has(id));
};
