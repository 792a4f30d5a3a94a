import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../../platform/files/atomic-write.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';

export const sha256Of = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

const planSchema = z.object({ question: z.string(), frozen: z.record(z.string(), z.string()) });
const stepSchema = z.object({
  key: z.string(),
  /** Raw file of the step and its digest; null for a window without events or one that was halved. */
  file: z.string().nullable(),
  sha256: z.string().nullable(),
  outcome: z.enum(['stored', 'empty', 'halved']),
});
type Step = z.infer<typeof stepSchema>;

/** Work that survives a kill: raw files, and a list of steps that grows line by line. */
export type Staging = {
  readonly folder: string;
  /** Values that were settled when the work began, such as the end of "until now". */
  readonly frozen: Readonly<Record<string, string>>;
  readonly resumed: boolean;
  outcomeOf(key: string): Step['outcome'] | undefined;
  /** Keeps an answer, on disk before it counts as done. */
  store(key: string, content: string): void;
  note(key: string, outcome: 'empty' | 'halved'): void;
  /** Contents of the stored answers, in the order in which they came. */
  stored(): Iterable<string>;
  discard(): void;
};

function readPlan(folder: string): z.infer<typeof planSchema> | undefined {
  try {
    return planSchema.parse(JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Steps whose file is as it was written; a last line that a kill has cut is none. */
function readSteps(folder: string): Step[] {
  const list = join(folder, 'steps.jsonl');
  if (!existsSync(list)) return [];
  const steps: Step[] = [];
  for (const line of readFileSync(list, 'utf8').split('\n')) {
    try {
      const step = stepSchema.parse(JSON.parse(line));
      if (step.file === null || sha256Of(readFileSync(join(folder, step.file))) === step.sha256) steps.push(step);
    } catch {
      // Cut or changed: the step is made again.
    }
  }
  return steps;
}

/** Opens the staging folder of a version. Work on another question is thrown away. `question` says everything that shapes the result. */
export function openStaging(folder: string, question: string, freeze: () => Readonly<Record<string, string>>): Staging {
  const plan = readPlan(folder);
  const resumed = plan !== undefined && plan.question === question;
  if (!resumed) rmSync(folder, { recursive: true, force: true });
  makeFolder(join(folder, 'raw'));
  const frozen = resumed ? plan.frozen : freeze();
  if (!resumed) writeAtomic(join(folder, 'plan.json'), JSON.stringify({ question, frozen }));
  const steps = new Map(readSteps(folder).map((step) => [step.key, step]));
  // The list is written anew, so that a cut line does not spoil the next one.
  writeAtomic(join(folder, 'steps.jsonl'), [...steps.values()].map((step) => `${JSON.stringify(step)}\n`).join(''));
  const add = (step: Step): void => {
    appendFileSync(join(folder, 'steps.jsonl'), `${JSON.stringify(step)}\n`);
    steps.set(step.key, step);
  };
  const files = (): readonly string[] => [...steps.values()].map(({ file }) => file).filter((file) => file !== null);
  return {
    folder,
    frozen,
    resumed: resumed && steps.size > 0,
    outcomeOf: (key) => steps.get(key)?.outcome,
    store: (key, content) => {
      const file = `raw/query-${String(nextNumber(files())).padStart(4, '0')}.geojson`;
      writeAtomic(join(folder, file), content);
      add({ key, file, sha256: sha256Of(content), outcome: 'stored' });
    },
    note: (key, outcome) => add({ key, file: null, sha256: null, outcome }),
    *stored() {
      for (const file of files()) yield readFileSync(join(folder, file), 'utf8');
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const nextNumber = (files: readonly string[]): number =>
  1 + files.reduce((most, file) => Math.max(most, Number(/(\d+)/.exec(file)?.[1] ?? 0)), 0);
