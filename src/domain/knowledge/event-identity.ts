/** What of a row can name the event it tells of. */
export type IdentityFields = {
  /** ComCat's list of associated ids, separated by commas. */
  readonly ids: string | null;
  /** Single ids in order of preference. */
  readonly candidates: readonly (string | null)[];
  /** Texts that together stand for the event when it has no id at all. */
  readonly fallback: readonly (string | number | null)[];
};

/** Ids that name an event (contract/knowledge.md 3.2): all of `ids`, else the first single id, else the joined fallback. */
export function eventIdentities({ ids, candidates, fallback }: IdentityFields): readonly string[] {
  const listed = (ids ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (listed.length > 0) return [...new Set(listed)].sort();
  const single = candidates.find((id) => id !== null && id.trim() !== '');
  return [single?.trim() ?? fallback.map((part) => part ?? '').join('|')];
}
