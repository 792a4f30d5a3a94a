import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const SERVER = join(import.meta.dirname, '../dist/bin/mcp.js');

type Answer = { readonly id?: number; readonly result?: unknown; readonly error?: { readonly message: string } };

/** The least MCP client there is: no library between the clock and the server. */
export type StdioPeer = {
  readonly process: ChildProcess;
  readonly request: (method: string, params: unknown) => Promise<unknown>;
  readonly initialize: () => Promise<void>;
  /** Closes the server's input and waits for its end. */
  readonly close: () => Promise<void>;
};

/** Starts the built server in `environment` (nothing is inherited). */
export const openPeer = (environment: Readonly<Record<string, string>>): StdioPeer => {
  const child = spawn(process.execPath, [SERVER], { env: { ...environment }, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer: Answer = JSON.parse(line);
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method: string, params: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
      send({ id: last, method, params });
    });
  const initialize = async () => {
    await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '0' } });
    send({ method: 'notifications/initialized' });
  };
  const close = async () => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  };
  return { process: child, request, initialize, close };
};
