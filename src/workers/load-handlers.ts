import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { QUEUES, type WorkerKind } from '../queue/jobs/job.ts';
import { JOBS } from '../queue/jobs/registry.ts';
import type { Handlers } from './handler.ts';

/** Each kind's handlers with the native packages they need; nothing of another kind is loaded. */
const KINDS = {
  raster: () => import('./kinds/raster.ts'),
  vision: () => import('./kinds/vision.ts'),
  data: () => import('./kinds/data.ts'),
  batch: () => import('./kinds/batch.ts'),
} as const satisfies Record<WorkerKind, () => Promise<{ createHandlers: () => Handlers | Promise<Handlers> }>>;

const testModuleSchema = z.object({ createHandlers: z.custom<() => Promise<Handlers>>((value) => typeof value === 'function') });

/** Handlers of a kind, with those of a test module on top. Throws when a job of its queues has none: better no worker than one that fails calls. */
export async function loadHandlers(kind: WorkerKind, testModule: string | null): Promise<Handlers> {
  const own = testModule === null ? await (await KINDS[kind]()).createHandlers() : await loadTestHandlers(testModule);
  const missing = Object.entries(JOBS).filter(
    ([name, spec]) => (kind === 'batch' || QUEUES[spec.queue].kind === kind) && !Object.hasOwn(own, name),
  );
  if (missing.length > 0)
    throw new Error(`The worker of kind ${kind} has no handler for: ${missing.map(([name]) => name).join(', ')}.`);
  return own;
}

async function loadTestHandlers(path: string): Promise<Handlers> {
  return testModuleSchema.parse(await import(pathToFileURL(path).href)).createHandlers();
}
