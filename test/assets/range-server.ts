import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { serve } from './asset-server.ts';

export type RangeServer = {
  readonly url: string;
  /** First byte asked for by each request so far. */
  readonly starts: readonly number[];
  /** The next answers break off after this many bytes, one each. */
  readonly breakAfter: (bytes: readonly number[]) => void;
  /** The file is another one from now on. */
  readonly replace: (bytes: Uint8Array) => void;
};

/** A host that keeps a file, knows ranges and ETags as real ones do, and can break off. */
export async function serveRanges(first: Uint8Array): Promise<RangeServer> {
  let bytes = first;
  const starts: number[] = [];
  let breaks: number[] = [];
  const listener: RequestListener = (request, response) => {
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
    const start = startOf(request, etag);
    starts.push(start);
    if (start >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
      return;
    }
    const head = { etag, 'accept-ranges': 'bytes', 'content-length': bytes.length - start, 'content-type': 'application/zip' };
    if (start > 0) response.writeHead(206, { ...head, 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` });
    else response.writeHead(200, head);
    send(response, bytes.subarray(start), breaks.shift());
  };
  const url = await serve(listener);
  return {
    url,
    starts,
    breakAfter: (wanted) => {
      breaks = [...wanted];
    },
    replace: (other) => {
      bytes = other;
    },
  };
}

const startOf = (request: IncomingMessage, etag: string): number => {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return 0;
  return Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
};

/** The connection ends in order, so that the client gets to see what was sent before. */
function send(response: ServerResponse, bytes: Uint8Array, breakAt: number | undefined): void {
  if (breakAt === undefined || breakAt >= bytes.length) response.end(bytes);
  else response.write(bytes.subarray(0, breakAt), () => response.socket?.end());
}
