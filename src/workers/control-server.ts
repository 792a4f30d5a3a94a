import { renameSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { type LevelledLine, traceOfLine } from '../platform/line-levels.ts';
import { splitLines } from '../platform/line-splitter.ts';
import { type ClientMessage, formatMessage, parseClientMessage, type SupervisorMessage } from '../queue/control-messages.ts';
import type { WorkerKind } from '../queue/jobs/job.ts';
import { CONTROL_SOCKET } from '../queue/supervisor-link.ts';

/** A client that does not read loses log lines past this, in bytes, rather than filling the supervisor. */
const BACKLOG_LIMIT = 1024 * 1024;
const REMEMBERED_TRACES = 2000;

export type ControlListeners = {
  /** Resolves with the path of Redis's socket. Rejects with a `GeomapError`. */
  readonly need: (kind: WorkerKind) => Promise<string>;
  readonly used: (kind: WorkerKind) => void;
  /** A client has gone, with the traces of the calls it was waiting for. */
  readonly gone: (traces: readonly string[], clientsLeft: number) => void;
  readonly came: () => void;
  readonly encodeFailure: (error: unknown, id: number) => SupervisorMessage;
};

type Client = { readonly socket: Socket; readonly calls: Set<string> };

/** The control socket: knows the clients, answers what they need, and brings each the log lines of its own calls. */
export class ControlServer {
  readonly #listeners: ControlListeners;
  readonly #folder: string;
  readonly #clients = new Set<Client>();
  /** Whose call a trace is; kept a while after the call, for lines that come late. */
  readonly #owners = new Map<string, Client>();
  readonly #server: Server;

  constructor(folder: string, listeners: ControlListeners) {
    this.#folder = folder;
    this.#listeners = listeners;
    this.#server = createServer((socket) => this.#welcome(socket));
  }

  /** Takes the place of a socket left by a crash in one step: nobody meets a socket that is not listened to. */
  async listen(): Promise<void> {
    const own = join(this.#folder, `control-${process.pid}.sock`);
    rmSync(own, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(own, resolve);
    });
    renameSync(own, join(this.#folder, CONTROL_SOCKET));
  }

  get clients(): number {
    return this.#clients.size;
  }

  /** New clients find nobody from here on and start a supervisor of their own. */
  close(): void {
    rmSync(join(this.#folder, CONTROL_SOCKET), { force: true });
    this.#server.close();
    for (const { socket } of this.#clients) socket.end();
  }

  sayDown(kind: WorkerKind): void {
    for (const client of this.#clients) this.#send(client, { type: 'down', kind });
  }

  /** A line about a call goes to its caller, any other to everybody. */
  sayLine({ level, line }: LevelledLine): void {
    const trace = traceOfLine(line);
    const owner = trace === undefined ? undefined : this.#owners.get(trace);
    const readers = owner ? [owner] : trace === undefined ? this.#clients : [];
    for (const client of readers)
      if (client.socket.writableLength < BACKLOG_LIMIT) this.#send(client, { type: 'log', level, line });
  }

  #send(client: Client, message: SupervisorMessage): void {
    if (client.socket.writable) client.socket.write(formatMessage(message));
  }

  #welcome(socket: Socket): void {
    const client: Client = { socket, calls: new Set() };
    this.#clients.add(client);
    this.#listeners.came();
    socket.on('error', () => undefined);
    socket.on('close', () => this.#part(client));
    splitLines(socket, (line) => {
      const message = parseClientMessage(line);
      if (message) this.#hear(client, message);
    });
  }

  #part(client: Client): void {
    this.#clients.delete(client);
    for (const [trace, owner] of this.#owners) if (owner === client) this.#owners.delete(trace);
    this.#listeners.gone([...client.calls], this.#clients.size);
  }

  #hear(client: Client, message: ClientMessage): void {
    switch (message.type) {
      case 'need': {
        const { id, kind } = message;
        this.#listeners.need(kind).then(
          (redis) => this.#send(client, { type: 'ready', id, redis }),
          (error) => this.#send(client, this.#listeners.encodeFailure(error, id)),
        );
        return;
      }
      case 'call':
        client.calls.add(message.trace_id);
        this.#own(client, message.trace_id);
        this.#listeners.used(message.kind);
        return;
      case 'done':
        client.calls.delete(message.trace_id);
        return;
      default:
        message satisfies never;
    }
  }

  #own(client: Client, trace: string): void {
    this.#owners.delete(trace);
    this.#owners.set(trace, client);
    const [oldest] = this.#owners.keys();
    if (this.#owners.size > REMEMBERED_TRACES && oldest !== undefined) this.#owners.delete(oldest);
  }
}
