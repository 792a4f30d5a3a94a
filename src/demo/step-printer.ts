import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session, ToolAnswer } from './session.ts';

/** Carries out the demo's steps one after another, each shown and kept. */
export type StepPrinter = {
  /** Calls a tool, prints its summary, keeps its result as `<number>-<title>.json`. */
  readonly tool: (title: string, name: string, args: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;
  /** Reads a resource into a file of the output folder. Returns the bytes. */
  readonly resource: (uri: string, file: string) => Promise<Uint8Array>;
  readonly line: (text: string) => void;
};

/** The words before the evidence digest. */
const summaryOf = (text: string): string => text.split('\n\nEvidence digest:')[0] ?? text;

/** Lines of at most `width` characters, broken between words. */
const wrap = (text: string, width: number): readonly string[] =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)`, 'g')) ?? [];

export const createStepPrinter = (session: Session, folder: string, line: (text: string) => void): StepPrinter => {
  let count = 0;
  return {
    line,
    tool: async (title, name, args) => {
      count += 1;
      const started = performance.now();
      const answer = await session.call(name, args);
      line(`\n${count}. ${title} (${name}, ${Math.round(performance.now() - started)} ms)`);
      for (const words of wrap(summaryOf(answer.text), 110)) line(`   ${words}`);
      await writeFile(
        join(folder, `${count}-${title.replaceAll(' ', '-')}.json`),
        `${JSON.stringify(answer.payload, null, 2)}\n`,
      );
      return answer;
    },
    resource: async (uri, file) => {
      const bytes = await session.read(uri);
      await writeFile(join(folder, file), bytes);
      line(`   ${uri} -> ${file} (${bytes.length} bytes)`);
      return bytes;
    },
  };
};
