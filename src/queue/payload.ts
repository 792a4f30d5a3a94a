import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import { type Settings, settingsSchema } from '../domain/settings/settings.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { asStorageFailure, errnoOf } from './queue-failures.ts';

/** Longest return value of a job (D3) and longest input inside a job, in bytes of JSON. */
export const RECEIPT_LIMIT = 8 * 1024;
export const INPUT_LIMIT = 64 * 1024;
const ORPHAN_AGE_MS = 3_600_000;

const fileName = z.string().regex(/^t[0-9a-f]{32}-\d+\.json$/);

/** What a job holds. A large input lies in a file of the state root that carries the job's id. */
const jobDataSchema = z.object({
  trace_id: z.string(),
  deadline_ms: z.number().positive(),
  settings: settingsSchema,
  input: z.unknown().optional(),
  input_file: fileName.optional(),
});

const receiptSchema = z.union([z.object({ file: fileName }), z.object({ output: z.unknown() })]);

export type JobContent = {
  readonly traceId: string;
  readonly deadlineMs: number;
  readonly settings: Settings;
  readonly input: unknown;
};

type Place = { readonly stateRoot: string; readonly jobId: string };

const folders = { inputs: 'inputs', results: 'results' } as const;

async function writeText(place: Place, folder: keyof typeof folders, text: string): Promise<string> {
  const name = `${place.jobId}.json`;
  try {
    makeFolder(join(place.stateRoot, folder));
    // At once: the threads that do it in the background cost a caller more than the few hundred kilobytes do.
    writeFileSync(join(place.stateRoot, folder, name), text, { mode: 0o600 });
  } catch (error) {
    throw asStorageFailure(error) ?? error;
  }
  return name;
}

async function readText(place: Place, folder: keyof typeof folders, name: string): Promise<unknown> {
  try {
    return JSON.parse(readFileSync(join(place.stateRoot, folder, name), 'utf8'));
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw asStorageFailure(error) ?? error;
    throw new GeomapError('storage_unavailable', {
      message:
        'A file that carries a large job is missing. Give the server and its workers the same GEOMAP_STATE_ROOT on the same machine.',
      details: { reason: 'state_root_differs' },
    });
  }
}

/** Data of a new job; an input over `INPUT_LIMIT` goes to `<state root>/inputs/`, and `file` says so. Throws `storage_unavailable`. */
export async function encodeContent(
  place: Place,
  content: JobContent,
): Promise<{ readonly data: unknown; readonly file: boolean }> {
  const { traceId, deadlineMs, settings, input } = content;
  const head = { trace_id: traceId, deadline_ms: deadlineMs, settings };
  const text = JSON.stringify(input);
  if (Buffer.byteLength(text) <= INPUT_LIMIT) return { data: { ...head, input }, file: false };
  return { data: { ...head, input_file: await writeText(place, 'inputs', text) }, file: true };
}

/** Throws `storage_unavailable`, or a ZodError for data that no client of ours wrote. */
export async function decodeContent(place: Place, data: unknown): Promise<JobContent> {
  const parsed = jobDataSchema.parse(data);
  const input = parsed.input_file === undefined ? parsed.input : await readText(place, 'inputs', parsed.input_file);
  return { traceId: parsed.trace_id, deadlineMs: parsed.deadline_ms, settings: parsed.settings, input };
}

/** Return value of a job; an output over `RECEIPT_LIMIT` goes to `<state root>/results/`. Throws `storage_unavailable`. */
export async function encodeReceipt(place: Place, output: unknown): Promise<unknown> {
  const text = JSON.stringify(output);
  if (Buffer.byteLength(text) + 20 <= RECEIPT_LIMIT) return { output };
  return { file: await writeText(place, 'results', text) };
}

/** `keep` leaves the file for other callers of the same job; the sweep removes it later. */
export async function decodeReceipt(place: Place & { readonly keep: boolean }, receipt: unknown): Promise<unknown> {
  const parsed = receiptSchema.parse(receipt);
  if (!('file' in parsed)) return parsed.output;
  const output = await readText(place, 'results', parsed.file);
  if (!place.keep) await discard(place, 'results');
  return output;
}

/** Remove a job's own file if there is one. */
export async function discard(place: Place, folder: keyof typeof folders): Promise<void> {
  try {
    unlinkSync(join(place.stateRoot, folder, `${place.jobId}.json`));
  } catch {
    // Nobody has left one, or the sweep was quicker.
  }
}

/** Remove files that nobody came for within an hour; done when workers start. */
export async function sweepOrphans(stateRoot: string, now: number): Promise<void> {
  for (const folder of Object.values(folders)) {
    const names = await readdir(join(stateRoot, folder)).catch(() => []);
    for (const name of names) {
      const path = join(stateRoot, folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts !== undefined && now - facts.mtimeMs > ORPHAN_AGE_MS) await unlink(path).catch(() => undefined);
    }
  }
}
