import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { openShell } from '../../src/mcp/shell.ts';
import { exposedTools } from '../../src/mcp/tools/registry.ts';
import { parseEnvironment } from '../../src/platform/environment.ts';
import { createLogger } from '../../src/platform/log.ts';
import { openStore } from '../../src/platform/store/open-store.ts';
import { createRunner } from '../../src/queue/create-runner.ts';
import { createMemoryRunner } from '../../src/queue/memory-runner.ts';
import type { Handlers } from '../../src/workers/handler.ts';
import { createExecute } from '../../src/workers/job-processor.ts';
import { createHandlers as dataHandlers } from '../../src/workers/kinds/data.ts';
import { createHandlers as rasterHandlers } from '../../src/workers/kinds/raster.ts';
import { createHandlers as visionHandlers } from '../../src/workers/kinds/vision.ts';

/** One value of the gate variables for each state a gate can be in. */
export const GATE_STATES = { on: 'true', off: 'false', typo: 'ture' } as const;
export type GateState = keyof typeof GATE_STATES;

export const gateVariables = (state: GateState): Readonly<Record<string, string>> => ({
  GEOMAP_MCP_ENABLE_DETECTOR_PREPARATION: GATE_STATES[state],
  GEOMAP_MCP_ENABLE_KNOWLEDGE_PREPARATION: GATE_STATES[state],
});

const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  trace_id: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  recovery_hints: z.array(z.string()).optional(),
  cause: z.record(z.string(), z.string()).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

export type ServerOptions = {
  readonly variables?: Readonly<Record<string, string>>;
  /** Replace handlers of the real ones. */
  readonly handlers?: Handlers;
  readonly limitMs?: number;
  /** The queue of the real server instead of the one in this process. */
  readonly realQueue?: boolean;
};

/** The whole server but for its protocol and its processes: shell, handlers, store, files, in a home of its own. */
export function wholeServer(options: ServerOptions = {}) {
  const home = mkdtempSync(join(tmpdir(), 'sa-errors-'));
  const maps = join(home, '.local/share/stratigraphic-amenity');
  mkdirSync(maps, { recursive: true });
  const environment = parseEnvironment({ variables: { HOME: home, ...options.variables }, folder: home });
  const lines: string[] = [];
  const log = createLogger('INFO', (line) => void lines.push(line));
  const store = openStore({ stateRoot: environment.process.stateRoot });
  const handlers = { ...dataHandlers(), ...rasterHandlers(), ...visionHandlers(), ...options.handlers };
  const execute = createExecute({ handlers, store, log, allowedRoots: null });
  const limit = options.limitMs === undefined ? {} : { limitMs: options.limitMs };
  const runner =
    options.realQueue === true
      ? createRunner({ settings: environment.process, log })
      : createMemoryRunner({ execute, log, ...limit });
  const tools = exposedTools(environment.settings.gates);
  const shell = openShell({ environment, runner, log, tools });
  onTestFinished(async () => {
    await runner.close();
    store.close();
    rmSync(home, { recursive: true, force: true });
  });
  const call = async (name: string, args: unknown, signal?: AbortSignal) => {
    const result = await shell.call({ name, args, ...(signal ? { signal } : {}) });
    const [text] = result.content;
    return { ...result, text: text?.type === 'text' ? text.text : '' };
  };
  return {
    home,
    maps,
    environment,
    runner,
    lines,
    call,
    /** The failure of a call, and the log line that has its trace ID. */
    failureOf: async (name: string, args: unknown, signal?: AbortSignal) => {
      const { isError, structuredContent, text } = await call(name, args, signal);
      if (!isError) throw new Error(`${name} did not fail: ${text.slice(0, 300)}`);
      const failure = failureSchema.parse(structuredContent);
      const line = lines.find((each) => each.startsWith('event=tool_call') && each.includes(failure.trace_id)) ?? '';
      return { failure, text, line, structuredContent };
    },
  };
}
