import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { startServer } from '../../src/mcp/server.ts';
import { openShell } from '../../src/mcp/shell.ts';
import { exposedTools } from '../../src/mcp/tools/registry.ts';
import { parseEnvironment } from '../../src/platform/environment.ts';
import { createLogger, type Logger } from '../../src/platform/log.ts';
import type { JobName, Jobs } from '../../src/queue/jobs/registry.ts';
import type { JobCall, JobRunner } from '../../src/queue/runner.ts';

export type Asked = { readonly name: string; readonly input: unknown; readonly traceId: string };
type Answer = (call: JobCall<JobName>) => unknown;

/** The in-memory twin of the runner: answers from a table, as JSON over a wire would, and keeps what it was asked. */
export class TableRunner implements JobRunner {
  readonly asked: Asked[] = [];
  readonly #answers: Readonly<Partial<Record<JobName, Answer>>>;

  constructor(answers: Readonly<Partial<Record<JobName, Answer>>>) {
    this.#answers = answers;
  }

  async run<N extends JobName>(call: JobCall<N>): Promise<z.infer<Jobs[N]['output']>> {
    this.asked.push({ name: call.name, input: call.input, traceId: call.traceId });
    const answer = this.#answers[call.name];
    if (!answer) throw new Error(`no answer for ${call.name}`);
    return JSON.parse(JSON.stringify(await answer(call)));
  }

  async close(): Promise<void> {}
}

export const environmentFor = (folder: string, variables: Readonly<Record<string, string>> = {}) =>
  parseEnvironment({ variables: { HOME: folder, ...variables }, folder });

export function recordingLog(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  return { log: createLogger('DEBUG', (line) => lines.push(line)), lines };
}

/** A shell over a table of answers, for a folder of its own. */
export function shellFor(
  folder: string,
  answers: Readonly<Partial<Record<JobName, Answer>>>,
  variables: Readonly<Record<string, string>> = {},
) {
  const environment = environmentFor(folder, variables);
  const runner = new TableRunner(answers);
  const tools = exposedTools(environment.settings.gates);
  const { log, lines } = recordingLog();
  return { shell: openShell({ environment, runner, log, tools }), runner, lines, environment, tools };
}

/** A real SDK client joined to a real server by two streams in this process. */
export async function connect(
  folder: string,
  answers: Readonly<Partial<Record<JobName, Answer>>>,
  variables: Readonly<Record<string, string>> = {},
  person?: (question: string) => ElicitResult | Promise<ElicitResult>,
) {
  const { shell, runner, lines, tools } = shellFor(folder, answers, variables);
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const problems: Error[] = [];
  const refusals: { readonly traceId: string; readonly code: number }[] = [];
  const server = await startServer({
    version: '9.9.9',
    tools,
    shell: async () => shell,
    input: toServer,
    output: toClient,
    onProblem: (error) => problems.push(error),
    onRefusal: (refused) => refusals.push(refused),
  });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: person ? { elicitation: {} } : {} });
  if (person) client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params.message));
  await client.connect(new StdioServerTransport(toClient, toServer));
  const close = async (): Promise<void> => {
    await client.close();
    await server.close();
  };
  return { client, server, runner, lines, problems, refusals, toServer, toClient, close };
}
