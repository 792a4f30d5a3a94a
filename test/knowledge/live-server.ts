import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { HttpGet } from '../../src/domain/knowledge/ports.ts';
import { createHttpClient, type HttpClient } from '../../src/workers/knowledge/http-client.ts';

export type Asked = { readonly path: string; readonly params: URLSearchParams; readonly body: string };
export type Reply = (asked: Asked, answer: ServerResponse, incoming: IncomingMessage) => void;

export type LiveServer = { readonly url: string; readonly asked: Asked[] };

/** A server of this process, closed with all its connections after the test. */
export async function serve(reply: Reply): Promise<LiveServer> {
  const asked: Asked[] = [];
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://server.invalid');
      const one = { path: pathname, params: searchParams, body: Buffer.concat(chunks).toString('utf8') };
      asked.push(one);
      reply(one, answer, incoming);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

export const json = (answer: ServerResponse, body: unknown, status = 200): void => {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

export function client(): HttpClient {
  const made = createHttpClient({ firstPauseMs: 20 });
  onTestFinished(() => made.close());
  return made;
}

/** Live sources by their host, each sent to a server of the test: the real client, the real requests, another address. */
export function rerouted(servers: Readonly<Record<string, string>>, budgetMs?: number): HttpGet {
  const send = client().session(budgetMs);
  return (request) => {
    const url = new URL(request.url);
    const server = servers[url.hostname];
    if (server === undefined) throw new Error(`unexpected host ${url.hostname}`);
    return send({ ...request, url: `${server}${url.pathname}` });
  };
}

export const HOSTS = {
  usgs: 'earthquake.usgs.gov',
  emsc: 'www.seismicportal.eu',
  diss: 'services.seismofaults.eu',
  ontario: 'services2.arcgis.com',
  sigeom: 'servicesvectoriels.atlas.gouv.qc.ca',
} as const;
