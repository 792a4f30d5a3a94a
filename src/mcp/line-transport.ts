import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { type Refusal, refusalOf } from './refusal.ts';

export type LineTransportParts = {
  readonly input: Readable;
  readonly output: Writable;
  /** The message that a parsed line is; undefined when it is none. */
  readonly read: (value: unknown) => JSONRPCMessage | undefined;
  /** A longer line ends the connection: nothing says where the next message begins. */
  readonly maxLineBytes: number;
  /** Writes the log line of a refused request; returns the `data` of its answer. */
  readonly onRefusal: (refusal: Refusal) => object;
};

const NEWLINE = 0x0a;

/**
 * JSON-RPC by lines, as the SDK's own transport for standard streams, except that a request which breaks the protocol is answered
 * under its ID when it has one: the SDK drops it, and the client waits for ever.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #parts: LineTransportParts;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(parts: LineTransportParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#parts.input.on('data', this.#onData).on('error', this.#onError);
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(message);
  }

  async close(): Promise<void> {
    const { input } = this.#parts;
    input.off('data', this.#onData).off('error', this.#onError);
    if (input.listenerCount('data') === 0) input.pause();
    this.#pieces = [];
    this.onclose?.();
  }

  #write(message: object): Promise<void> {
    const { output } = this.#parts;
    return new Promise((resolve) => {
      if (output.write(`${JSON.stringify(message)}\n`)) resolve();
      else output.once('drain', resolve);
    });
  }

  readonly #onError = (error: Error): void => this.onerror?.(error);

  readonly #onData = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...this.#pieces, chunk.subarray(from, end)]).toString('utf8');
      this.#pieces = [];
      this.#size = 0;
      from = end + 1;
      this.#hear(line);
    }
    if (from === chunk.length) return;
    this.#pieces.push(chunk.subarray(from));
    this.#size += chunk.length - from;
    if (this.#size <= this.#parts.maxLineBytes) return;
    this.onerror?.(new RangeError('a line is longer than the limit'));
    void this.close();
  };

  #hear(line: string): void {
    try {
      const value: unknown = JSON.parse(line);
      const message = this.#parts.read(value);
      if (message === undefined) this.#refuse(value);
      else this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error('a line could not be read'));
    }
  }

  #refuse(value: unknown): void {
    const refusal = refusalOf(value);
    if (refusal === undefined) throw new TypeError('a line is no message, and nobody waits for its answer');
    const { id, code, message } = refusal;
    void this.#write({ jsonrpc: '2.0', id, error: { code, message, data: this.#parts.onRefusal(refusal) } });
  }
}
