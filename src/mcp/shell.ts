import { randomUUID } from 'node:crypto';
import { homedir, tmpdir } from 'node:os';
import { createScrubber, rootsOf } from '../domain/text-safety/scrub.ts';
import type { Environment } from '../platform/environment.ts';
import type { Logger } from '../platform/log.ts';
import type { JobRunner } from '../queue/runner.ts';
import { callTool, type ToolCall } from './call.ts';
import type { ToolResult } from './envelope.ts';
import { listResources, type ResourceDeps, readResource } from './resources.ts';
import type { SchemaGate } from './schema-gate.ts';
import type { Tool } from './tool.ts';

/** Everything behind the protocol, without the protocol. */
export type Shell = {
  readonly call: (call: ToolCall) => Promise<ToolResult>;
  readonly list: (cursor: string | undefined) => ReturnType<typeof listResources>;
  readonly read: (uri: string, signal?: AbortSignal) => ReturnType<typeof readResource>;
};

export type ShellParts = {
  readonly environment: Environment;
  readonly runner: JobRunner;
  readonly log: Logger;
  readonly tools: readonly Tool[];
};

const argumentNames = (tools: readonly Tool[]): readonly string[] =>
  tools.flatMap((tool) => Object.keys(Object(tool.inputSchema().properties)));

/** Builds the parts that the first call needs and a mere listing does not. */
export function openShell({ environment, runner, log, tools }: ShellParts): Shell {
  const { settings, process: own } = environment;
  const roots = [...rootsOf(settings), own.stateRoot, homedir(), tmpdir()];
  let gate: Promise<SchemaGate> | undefined;
  const deps: ResourceDeps = {
    runner,
    settings,
    log,
    tools,
    scrubber: createScrubber({ roots, pointers: argumentNames(tools) }),
    stateRoot: own.stateRoot,
    now: () => performance.now(),
    newTraceId: () => randomUUID().replaceAll('-', ''),
    writeTrace: (text) => void process.stderr.write(text),
    gate() {
      gate ??= import('./schema-gate.ts').then((module) => module.openSchemaGate());
      return gate;
    },
  };
  return {
    call: (call) => callTool(deps, call),
    list: (cursor) => listResources(deps, cursor),
    read: (uri, signal) => readResource(deps, uri, signal),
  };
}
