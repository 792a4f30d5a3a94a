import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { type AskPerson, personOf } from './consent.ts';
import type { ToolResult } from './envelope.ts';
import { LineTransport } from './line-transport.ts';
import { type ProgressReporter, reportProgress } from './progress.ts';
import { INTERNAL, INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolError } from './protocol-error.ts';
import type { Shell } from './shell.ts';
import type { Tool } from './tool.ts';

const INSTRUCTIONS =
  'Tools for scanned geologic maps: register a map, find its layout and legend, georeference it, query earthquakes, faults and rock knowledge for it, draw the answer on it. Call geomap_list_capabilities first. Read the resource geomap://guide for the order of work, the rules and every error code.';

const MAX_LINE_BYTES = 64 * 1024 * 1024;

export type ServerParts = {
  readonly version: string;
  readonly tools: readonly Tool[];
  /** Loaded at the first request that needs more than the tables. */
  readonly shell: () => Promise<Shell>;
  readonly input: Readable;
  readonly output: Writable;
  /** Told of what the transport could not read; never shown to the peer. */
  readonly onProblem: (error: Error) => void;
  /** Told of every request that ends in a JSON-RPC error of this file; `reason` is for the operator (D9). */
  readonly onRefusal: (refused: { readonly traceId: string; readonly code: number; readonly reason: string }) => void;
};

export type RunningServer = {
  /** Ends every running call and the transport. */
  close(): Promise<void>;
  /** Resolves when no request is being worked on. */
  idle(): Promise<void>;
};

type Params = Readonly<Record<string, unknown>>;
type Extra = {
  readonly signal: AbortSignal;
  readonly ask: AskPerson | undefined;
  readonly notify: (method: string, params?: Params) => Promise<void>;
};
type Method = (params: Params, extra: Extra) => Promise<object> | object;

const text = (value: unknown, name: string): string => {
  if (typeof value !== 'string') throw new ProtocolError(INVALID_PARAMS, `${name} must be text.`);
  return value;
};

const quiet = (sent: Promise<void>): void => void sent.catch(() => undefined);

function progressOf(params: Params, { notify }: Extra): ProgressReporter | undefined {
  const meta = params._meta;
  const token = typeof meta === 'object' && meta !== null && 'progressToken' in meta ? meta.progressToken : undefined;
  if (typeof token !== 'string' && typeof token !== 'number') return undefined;
  return reportProgress((notice) => quiet(notify('notifications/progress', { progressToken: token, ...notice })), {
    now: () => performance.now(),
  });
}

async function toolsCall(parts: ServerParts, params: Params, extra: Extra): Promise<ToolResult> {
  const name = text(params.name, 'name');
  const progress = progressOf(params, extra);
  try {
    const shell = await parts.shell();
    const result = await shell.call({
      name,
      args: params.arguments,
      signal: extra.signal,
      ...(progress ? { onProgress: progress.report } : {}),
      ...(extra.ask ? { ask: extra.ask } : {}),
    });
    const added =
      parts.tools.find((tool) => tool.name === name)?.annotations.readOnlyHint === false &&
      'resource_links' in result.structuredContent;
    if (added) quiet(extra.notify('notifications/resources/list_changed'));
    return result;
  } finally {
    progress?.stop();
  }
}

/** The methods this server knows beside `initialize` and `ping`, which the SDK answers. */
const methodsOf = (parts: ServerParts): Readonly<Record<string, Method>> => ({
  'tools/list': async () => {
    const { listing } = await import('./tools/registry.ts');
    return { tools: parts.tools.map(listing) };
  },
  'tools/call': (params, extra) => toolsCall(parts, params, extra),
  'resources/list': async ({ cursor }) =>
    (await parts.shell()).list(cursor === undefined || cursor === null ? undefined : text(cursor, 'cursor')),
  'resources/templates/list': async () => {
    const { RESOURCE_TEMPLATES } = await import('./resources.ts');
    return { resourceTemplates: RESOURCE_TEMPLATES };
  },
  'resources/read': async ({ uri }, { signal }) => (await parts.shell()).read(text(uri, 'uri'), signal),
});

/** Logs a refusal under a new trace ID and returns what its answer carries. */
function traced(parts: ServerParts, { code, message: reason }: { readonly code: number; readonly message: string }) {
  const traceId = randomUUID().replaceAll('-', '');
  parts.onRefusal({ traceId, code, reason });
  return { trace_id: traceId };
}

/** Errors that have logged themselves carry data; the others get a trace ID and a line here, and a bug of ours no words of its own. */
function answerable(parts: ServerParts, error: unknown): ProtocolError {
  if (error instanceof ProtocolError) {
    return error.data === undefined ? new ProtocolError(error.code, error.message, traced(parts, error)) : error;
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const data = traced(parts, { code: INTERNAL, message: reason });
  return new ProtocolError(INTERNAL, 'An unexpected error occurred in the server.', data);
}

/**
 * Serves MCP over a pair of streams. Requests reach the table raw, so that bad arguments are answered in our own words
 * (the SDK's handlers would check and reword them first); unknown methods get -32601, broken requests their own error, and
 * broken lines are survived.
 */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const server = new Server(
    { name: 'stratigraphic-amenity', version: parts.version },
    { capabilities: { tools: {}, resources: { listChanged: true } }, instructions: INSTRUCTIONS },
  );
  const methods = methodsOf(parts);
  const running = new Set<Promise<unknown>>();
  server.fallbackRequestHandler = async (request, { signal }) => {
    const method = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
    if (!method) throw answerable(parts, new ProtocolError(METHOD_NOT_FOUND, 'Method not found'));
    const notify = (name: string, params?: Params): Promise<void> =>
      signal.aborted ? Promise.resolve() : server.notification({ method: name, ...(params ? { params } : {}) });
    const work = Promise.resolve(request.params ?? {}).then((params) =>
      method(params, { signal, notify, ask: personOf(server, signal) }),
    );
    running.add(work);
    try {
      return { ...(await work) };
    } catch (error) {
      throw answerable(parts, error);
    } finally {
      running.delete(work);
    }
  };
  server.onerror = parts.onProblem;
  await server.connect(
    new LineTransport({
      input: parts.input,
      output: parts.output,
      read: (value) => JSONRPCMessageSchema.safeParse(value).data,
      maxLineBytes: MAX_LINE_BYTES,
      onRefusal: (refusal) => traced(parts, refusal),
    }),
  );
  return {
    close: () => server.close(),
    async idle() {
      await Promise.allSettled([...running]);
    },
  };
}
