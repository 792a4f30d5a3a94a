import type { EnvHttpProxyAgent } from 'undici';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { providerFailed } from '../../domain/knowledge/failures.ts';
import * as say from '../../domain/knowledge/messages.ts';
import type { HttpGet } from '../../domain/knowledge/ports.ts';

/** A live answer is refused beyond this size. */
const MAX_BYTES = 64 * 1024 * 1024;
const USER_AGENT = 'stratigraphic-amenity (MCP server for geologic maps)';

/** The error code of a transport failure, wherever the client has put it; never an address. */
function transportCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return cause === undefined ? error.name : transportCode(cause);
}

async function readBody(body: AsyncIterable<Uint8Array> | null, label: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw providerFailed(say.httpFailed(label, 'answer too large'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * GET over HTTP(S) that honours HTTPS_PROXY and NO_PROXY (D39), follows redirects and gives up after the request's own limit. Close
 * it when the process ends.
 */
export function createHttpClient(): { readonly get: HttpGet; close(): Promise<void> } {
  let dispatcher: EnvHttpProxyAgent | null = null;
  return {
    get: async ({ url, params, timeoutMs, label, signal }) => {
      // Loaded at the first live query: most workers never make one.
      const undici = await import('undici');
      dispatcher ??= new undici.EnvHttpProxyAgent({ connect: { timeout: 10_000 } });
      const target = new URL(url);
      for (const [key, value] of Object.entries(params)) target.searchParams.set(key, String(value));
      try {
        const answer = await undici.fetch(target, {
          dispatcher,
          headers: { 'user-agent': USER_AGENT, accept: 'application/json, */*;q=0.5' },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        });
        const text = await readBody(answer.body, label);
        return { status: answer.status, contentType: answer.headers.get('content-type') ?? '', text };
      } catch (error) {
        if (error instanceof GeomapError) throw error;
        if (signal.aborted)
          throw signal.reason instanceof GeomapError ? signal.reason : new GeomapError('cancelled', 'The call was cancelled.');
        const code = transportCode(error);
        throw providerFailed(say.httpFailed(label, code), code);
      }
    },
    close: async () => dispatcher?.close(),
  };
}
