import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../../shared/data/', import.meta.url);

/** A file of the shared test data; `present` is false where the folder was not handed out, and such tests are skipped. */
export const sharedData = (name: string): { readonly present: boolean; readonly label: string; read(): string } => {
  const file = new URL(name, root);
  const present = existsSync(file);
  return { present, label: present ? '' : ' (skipped: shared data are absent)', read: () => readFileSync(file, 'utf8') };
};
