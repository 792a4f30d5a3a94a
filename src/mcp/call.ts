import { ZodError } from 'zod';
import { type Preview, previewSchema, type ResourceLink, resourceLinkSchema } from '../domain/documents/shared.ts';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import type { Settings } from '../domain/settings/settings.ts';
import type { Scrubber } from '../domain/text-safety/scrub.ts';
import type { Logger } from '../platform/log.ts';
import type { JobProgress, JobRunner } from '../queue/runner.ts';
import { type LoggedCall, logFailure, logSuccess } from './call-log.ts';
import { type AskPerson, requireConsent } from './consent.ts';
import { contentOf, markUnreadable } from './content.ts';
import { composeText, digestOf, type Payload } from './digest.ts';
import { errorResult, type ToolResult, toGeomapError } from './envelope.ts';
import { takePreview } from './preview.ts';
import type { SchemaGate } from './schema-gate.ts';
import type { JobOutput, Tool } from './tool.ts';
import { invalidArguments } from './violations.ts';

export type ShellDeps = {
  readonly runner: JobRunner;
  readonly settings: Settings;
  readonly scrubber: Scrubber;
  readonly log: Logger;
  /** The tools of this server, decided once from its gates. */
  readonly tools: readonly Tool[];
  readonly gate: () => Promise<SchemaGate>;
  /** Milliseconds that only grow. */
  readonly now: () => number;
  /** 32 lower-case hex characters, new each time. */
  readonly newTraceId: () => string;
  /** Whole lines for the operator that no log level holds back. */
  readonly writeTrace: (text: string) => void;
};

export type ToolCall = {
  readonly name: string;
  /** As they came; anything at all. */
  readonly args: unknown;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** Asks the person behind the client; absent when the client cannot. */
  readonly ask?: AskPerson;
};

/** A call is answered always: by a result or by an error envelope (steps 1-8 of the pipeline). */
export async function callTool(deps: ShellDeps, call: ToolCall): Promise<ToolResult> {
  const traceId = deps.newTraceId();
  const tool = deps.tools.find((candidate) => candidate.name === call.name);
  const startedAt = deps.now();
  const logged = (): LoggedCall => ({ tool: tool?.name ?? 'unknown', traceId, startedAt, endedAt: deps.now() });
  try {
    if (!tool) throw unknownTool(call.name, deps.scrubber);
    const args = await checkedArguments(deps, tool, call.args);
    if (tool.consent !== undefined && call.ask !== undefined) requireConsent(tool.name, await call.ask(tool.consent));
    const output = await runJob(deps, tool, { ...call, args, traceId });
    const result = await successResult(deps, tool, { output, traceId });
    logSuccess(deps.log, logged(), result.structuredContent);
    return result;
  } catch (error) {
    const failure = toGeomapError(error, tool?.name ?? 'the server');
    if (failure !== error && error instanceof Error) deps.writeTrace(traceLines(error, traceId));
    logFailure(deps.log, logged(), failure);
    return errorResult(failure, traceId, deps.scrubber);
  }
}

const unknownTool = (name: string, scrubber: Scrubber): GeomapError => {
  const shown = scrubber.text(name).slice(0, 80);
  return new GeomapError(
    'unknown_tool',
    `There is no tool "${shown}" on this server; names are case-sensitive. Refresh the list with tools/list; a tool that the operator has withheld is not in it.`,
  );
};

/** Absent or null arguments are none; anything that is no object breaks the schema as such. */
async function checkedArguments(deps: ShellDeps, tool: Tool, given: unknown): Promise<unknown> {
  const args = given ?? {};
  (await deps.gate()).input(tool, args);
  try {
    return tool.decode(args);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    throw invalidArguments(
      tool.name,
      error.issues.map((issue) => ({ pointer: `/${issue.path.map(String).join('/')}`, hint: `breaks the rule ${issue.code}` })),
    );
  }
}

async function runJob(deps: ShellDeps, tool: Tool, call: ToolCall & { readonly traceId: string }): Promise<JobOutput> {
  const { args, traceId, signal, onProgress } = call;
  const context = { runner: deps.runner, settings: deps.settings, traceId };
  return tool.run(args, { ...context, ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) });
}

/** Scrub, check, compose: the payload of a job as a client gets it. */
export async function successResult(
  deps: ShellDeps,
  tool: Tool,
  done: { readonly output: JobOutput; readonly traceId: string },
): Promise<ToolResult> {
  const { output, traceId } = done;
  const image = await takenPreview(deps, output);
  const payload = scrubbedPayload(deps, tool, { output, traceId, preview: image !== undefined });
  const links = output.links.map(
    (link): ResourceLink =>
      markUnreadable(resourceLinkSchema.parse(deps.scrubber.value(link)), deps.settings.limits.max_resource_read_bytes),
  );
  const text = composeText(summaryOf(tool, payload), digestOf(payload));
  const structuredContent: Payload = { ...payload, text_summary: text, ...(links.length > 0 ? { resource_links: links } : {}) };
  (await deps.gate()).output(tool, structuredContent);
  return { content: contentOf(text, image, links), structuredContent, isError: false };
}

/** The payload with version and trace ID in front; without its preview when the picture is gone. */
function scrubbedPayload(
  deps: ShellDeps,
  tool: Tool,
  from: { readonly output: JobOutput; readonly traceId: string; readonly preview: boolean },
): Payload {
  const { preview, ...rest } = from.output.payload;
  const kept = from.preview ? { ...rest, preview } : rest;
  const clean = deps.scrubber.value({
    schema_version: tool.schemaVersion ?? 'geomap-tool-result/v1',
    ...kept,
    trace_id: from.traceId,
  });
  return typeof clean === 'object' && clean !== null ? Object.fromEntries(Object.entries(clean)) : {};
}

function summaryOf(tool: Tool, payload: Payload): string {
  try {
    return tool.summarize(payload);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const [first] = error.issues;
    throw new GeomapError('invalid_output', {
      message: `The result of ${tool.name} breaks its own output schema. Give the trace ID to the server operator.`,
      logReason: `/${first?.path.map(String).join('/') ?? ''}: ${first?.code ?? 'unknown'}`,
    });
  }
}

async function takenPreview(
  deps: ShellDeps,
  output: JobOutput,
): Promise<{ readonly bytes: Buffer; readonly preview: Preview } | undefined> {
  if (output.preview_file === null) return undefined;
  const preview = previewSchema.safeParse(output.payload.preview).data;
  const bytes = await takePreview(output.preview_file, deps.settings.cache_root);
  return preview && bytes ? { bytes, preview } : undefined;
}

/** A stack for the operator: each line names the call. */
export const traceLines = (error: Error, traceId: string): string =>
  `${(error.stack ?? String(error))
    .split('\n')
    .map((line) => `trace_id=${traceId} ${line}`)
    .join('\n')}\n`;
