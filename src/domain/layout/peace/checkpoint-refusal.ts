/** Why a checkpoint is not read. `foreign_global` names code that a detector never needs; the others are damage or another format. */
export type RefusalReason =
  | 'unreadable'
  | 'changed'
  | 'not_zip'
  | 'legacy_format'
  | 'damaged'
  | 'too_large'
  | 'bad_pickle'
  | 'foreign_global'
  | 'too_deep'
  | 'cyclic'
  | 'not_a_detector'
  | 'unsupported'
  | 'inconsistent';

/**
 * A checkpoint that is not used. The message is a clause that continues "the weights were refused because": it holds no path and no
 * more of the file's content than one short name.
 */
export class CheckpointRefusal extends Error {
  override readonly name = 'CheckpointRefusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A name out of a checkpoint, made safe to be shown: at most 60 characters of a plain set, else a word for it. */
export const shownName = (name: string): string => (/^[A-Za-z0-9_.]{1,60}$/.test(name) ? name : 'an unreadable name');
