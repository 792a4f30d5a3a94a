import { readFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { splitLines } from '../platform/line-splitter.ts';
import { type ClientMessage, formatMessage, parseSupervisorMessage, type SupervisorMessage } from './control-messages.ts';
import { fromFailure } from './failure-codec.ts';
import type { WorkerKind } from './jobs/job.ts';

/** The supervisor went away before it answered: worth one more try with a new one. */
export class LinkClosedError extends Error {
  override readonly name = 'LinkClosedError';
}

export type SupervisorLink = {
  /** Resolves with the path of Redis's socket once workers of the kind wait. Rejects with a `GeomapError` or `LinkClosedError`. */
  readonly need: (kind: WorkerKind) => Promise<string>;
  readonly send: (message: ClientMessage) => void;
  readonly close: () => void;
};

export type LinkListeners = {
  readonly down: (kind: WorkerKind) => void;
  readonly log: (level: number, line: string) => void;
  readonly closed: () => void;
};

export const CONTROL_SOCKET = 'control.sock';
/** Names the folder of the sockets to clients whose own environment would have put it elsewhere. */
export const SUPERVISOR_FILE = 'supervisor.json';

/** Folder in which the running (or last) supervisor of this state root listens, if it left word. */
export function recordedSocketFolder(stateRoot: string): string | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(join(stateRoot, SUPERVISOR_FILE), 'utf8'));
    const known = typeof record === 'object' && record !== null && 'socket_folder' in record;
    return known && typeof record.socket_folder === 'string' ? record.socket_folder : undefined;
  } catch {
    return undefined;
  }
}

function connect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('error', () => resolve(undefined));
    socket.once('connect', () => resolve(socket));
  });
}

/** Undefined when nobody listens there. */
export async function openSupervisorLink(folder: string, listeners: LinkListeners): Promise<SupervisorLink | undefined> {
  const socket = await connect(join(folder, CONTROL_SOCKET));
  if (socket === undefined) return undefined;
  const asked = new Map<number, { readonly resolve: (redis: string) => void; readonly reject: (error: Error) => void }>();
  let asking = 0;
  const hear = (message: SupervisorMessage): void => {
    switch (message.type) {
      case 'ready':
        asked.get(message.id)?.resolve(message.redis);
        return;
      case 'failed':
        asked.get(message.id)?.reject(fromFailure(message.failure));
        return;
      case 'down':
        listeners.down(message.kind);
        return;
      case 'log':
        listeners.log(message.level, message.line);
        return;
      default:
        message satisfies never;
    }
  };
  splitLines(socket, (line) => {
    const message = parseSupervisorMessage(line);
    if (message) hear(message);
  });
  socket.on('close', () => {
    for (const waiter of asked.values()) waiter.reject(new LinkClosedError());
    listeners.closed();
  });
  return {
    async need(kind) {
      if (socket.destroyed) throw new LinkClosedError();
      asking += 1;
      const id = asking;
      const answer = new Promise<string>((resolve, reject) => asked.set(id, { resolve, reject }));
      socket.write(formatMessage({ type: 'need', id, kind }));
      return answer.finally(() => asked.delete(id));
    },
    send(message) {
      if (!socket.destroyed) socket.write(formatMessage(message));
    },
    close: () => void socket.end(),
  };
}
