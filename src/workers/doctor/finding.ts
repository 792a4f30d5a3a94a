/** What one check found. `problem`: the server does not do its work as it is; `note`: it does, but something wants a look. */
export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'note' | 'problem';
  /** What is there, one line. */
  readonly found: string;
  /** What the operator does about it; null when there is nothing to do. */
  readonly remedy: string | null;
};

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, remedy: null });
export const note = (check: string, found: string, remedy: string): Finding => ({ check, state: 'note', found, remedy });
export const problem = (check: string, found: string, remedy: string): Finding => ({ check, state: 'problem', found, remedy });
