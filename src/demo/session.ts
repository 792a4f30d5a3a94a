import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';

/** Entry point of the built server, from `src/demo` and `dist/demo` alike. */
const SERVER = join(import.meta.dirname, '../../dist/bin/mcp.js');
const LONGEST_CALL_MS = 600_000;
/** The SDK drops the connection at 10 MB unless told otherwise; a resource of the server's limit is 67 MB as base64. */
const LARGEST_MESSAGE_BYTES = 80_000_000;

const linkSchema = z.object({ uri: z.string(), name: z.string(), mimeType: z.string().optional() });
export type DemoLink = z.infer<typeof linkSchema>;

const answerSchema = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});

/** One tool's answer: what a program reads, what a person reads, and what can be read further. */
export type ToolAnswer = {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly links: readonly DemoLink[];
};

/** A call that the server answered with an error envelope. `message` is the server's text. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
}

/** An MCP host in small: one server process, spoken to over stdio. */
export type Session = {
  readonly toolNames: () => Promise<readonly string[]>;
  /** Rejects with `RefusedCall` when the tool answers with an error. */
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;
  /** Content of a resource, decoded. */
  readonly read: (uri: string) => Promise<Uint8Array>;
  /** Ends the server by closing its input. */
  readonly close: () => Promise<void>;
};

const readableEnvironment = (extra: Readonly<Record<string, string>>): Record<string, string> => {
  const kept = Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return { ...Object.fromEntries(kept), ...extra };
};

/** Starts the built server with `environment` on top of ours; what it logs goes to `logFile`. */
export const openSession = async (environment: Readonly<Record<string, string>>, logFile: string): Promise<Session> => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER],
    env: readableEnvironment(environment),
    stderr: 'pipe',
    maxBufferSize: LARGEST_MESSAGE_BYTES,
  });
  transport.stderr?.on('data', (chunk) => log.write(chunk));
  const log = createWriteStream(logFile);
  const client = new Client({ name: 'stratigraphic-amenity-demo', version: '0.1.0' });
  await client.connect(transport);
  const limits = { timeout: LONGEST_CALL_MS, resetTimeoutOnProgress: true, onprogress: () => {} };
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => {
      const { isError, structuredContent, content } = answerSchema.parse(
        await client.callTool({ name, arguments: { ...args } }, undefined, limits),
      );
      const text = content.find(({ type }) => type === 'text')?.text ?? '';
      if (isError) throw new RefusedCall(text);
      const links = content.filter(({ type }) => type === 'resource_link').map((block) => linkSchema.parse(block));
      return { payload: structuredContent ?? {}, text, links };
    },
    read: async (uri) => {
      const [first] = (await client.readResource({ uri })).contents;
      if (first === undefined) return new Uint8Array();
      return 'blob' in first ? Buffer.from(first.blob, 'base64') : Buffer.from(first.text, 'utf8');
    },
    close: async () => {
      await client.close();
      log.end();
    },
  };
};
