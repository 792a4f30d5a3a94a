import { z } from 'zod';
import type { Settings } from '../domain/settings/settings.ts';
import type { JobName } from '../queue/jobs/registry.ts';
import type { JobProgress, JobRunner } from '../queue/runner.ts';
import type { Constraint, JsonSchema } from './constraints.ts';
import { inputSchema, outputSchema } from './json-schema.ts';

/** Jobs whose output is a payload with links: those that a tool can stand for. */
export type ToolJob = Exclude<JobName, 'resource.list' | 'resource.resolve'>;

/** What a tool takes from the definition of its job. */
type JobShapes<I extends z.ZodType, P extends z.ZodType> = {
  readonly name: ToolJob;
  readonly input: I;
  readonly output: { readonly shape: { readonly payload: P } };
};

/** What a client is told about a tool's side effects (contract 4.0); `destructiveHint` is false for all. */
export type Annotations = { readonly readOnlyHint: boolean; readonly idempotentHint: boolean };

/** Everything about one tool, in one place. Its shapes are those of its job. */
export type ToolSpec<I extends z.ZodType, P extends z.ZodType> = {
  /** Also the name of the file. */
  readonly name: `geomap_${string}`;
  readonly title: string;
  /** What an agent chooses by: facts, in order of use. */
  readonly description: string;
  readonly job: JobShapes<I, P>;
  readonly constraints: readonly Constraint[];
  readonly annotations: Annotations;
  /** Gate that has to be on for the tool to be listed. */
  readonly gate?: keyof Settings['gates'];
  /** Put to the person before the job runs, where the client can ask one; the description asks the agent to do it elsewhere. */
  readonly consent?: string;
  /** `schema_version` of results whose payload has none. */
  readonly schemaVersion?: string;
  /** One or more sentences, of a payload that has been scrubbed. */
  readonly summary: (payload: z.output<P>) => string;
};

/** `JobRunner` without the relation between a job's name and its input, which the registry has already checked. */
type ErasedRunner = {
  run(call: Omit<CallContext, 'runner'> & { readonly name: ToolJob; readonly input: unknown }): Promise<unknown>;
};

export type CallContext = {
  readonly runner: JobRunner;
  readonly settings: Settings;
  readonly traceId: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
};

/** Output of any tool's job, before it is scrubbed. */
const jobOutputSchema = z.object({
  payload: z.record(z.string(), z.unknown()),
  links: z.array(z.record(z.string(), z.unknown())),
  preview_file: z.string().nullable(),
});
export type JobOutput = z.infer<typeof jobOutputSchema>;

/** A tool as the registry, the gate and the pipeline see it: shapes erased, schemas made at first use. */
export type Tool = Omit<ToolSpec<z.ZodType, z.ZodType>, 'summary' | 'job'> & {
  readonly job: ToolJob;
  readonly inputSchema: () => JsonSchema;
  readonly outputSchema: () => JsonSchema;
  /** Arguments that passed the gate as the job takes them; throws a `ZodError` for what the gate could not see. */
  readonly decode: (args: unknown) => unknown;
  /** What `decode` gave to the job and back. Rejects with a `GeomapError`. */
  readonly run: (input: unknown, context: CallContext) => Promise<JobOutput>;
  /** Throws a `ZodError` when the payload is not what the job promises. */
  readonly summarize: (payload: unknown) => string;
};

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const pascal = (name: string): string => name.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());

/** The way to write a tool: checks types against the job and hides them behind `Tool`. */
export function defineTool<I extends z.ZodType, P extends z.ZodType>(spec: ToolSpec<I, P>): Tool {
  const { summary, job, ...rest } = spec;
  const payload = job.output.shape.payload;
  return {
    ...rest,
    job: job.name,
    inputSchema: once(() => inputSchema(job.input, spec.constraints)),
    outputSchema: once(() => outputSchema(`${pascal(spec.name)}Result`, payload)),
    decode: (args) => z.parse(job.input, args),
    async run(input, { runner, ...call }) {
      const erased: ErasedRunner = runner;
      return z.parse(jobOutputSchema, await erased.run({ name: job.name, input, ...call }));
    },
    summarize: (value) => summary(z.parse(payload, value)),
  };
}
