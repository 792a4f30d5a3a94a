import { AbortError } from 'p-retry';
import { type Dispatcher, request } from 'undici';
import { readDrivePage } from './drive-page.ts';
import type { Fail } from './install-failure.ts';
import type { Asset } from './manifest.ts';

type Body = Dispatcher.ResponseData['body'];

/** What a host gives: the whole file is here already, the rest of it, or all of it from the start. `total` in bytes of the whole file. */
export type ArchiveAnswer =
  | { readonly state: 'whole' }
  | {
      readonly state: 'rest' | 'fresh';
      readonly body: Body;
      readonly total: number | undefined;
      readonly validator: string | null;
    };

export type ArchiveQuestion = {
  readonly asset: Pick<Asset, 'url' | 'flow'>;
  /** Bytes that are here already. */
  readonly have: number;
  readonly validator: string | null;
  readonly signal: AbortSignal;
  readonly agent: Dispatcher;
};

const USER_AGENT = 'stratigraphic-amenity/0.1.0';
const MAX_HOPS = 8;
/** Client errors that pass: timeout, too early, too many requests. */
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 425, 429]);
const MAX_PAGE_BYTES = 1_000_000;

/** Ask for the bytes that are missing, through redirects and, on Google Drive, through its page of confirmation. */
export async function askForArchive(question: ArchiveQuestion, fail: Fail): Promise<ArchiveAnswer> {
  const { asset, have } = question;
  let url = asset.url;
  const cookies = new Map<string, string>();
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const answer = await ask(url, { question, cookies }, fail);
    const { statusCode, headers } = answer;
    if (statusCode === 416 && have > 0) {
      await answer.body.dump();
      return settleUnsatisfiable(question, String(headers['content-range'] ?? ''), fail);
    }
    if (statusCode >= 200 && statusCode < 300) {
      const page = String(headers['content-type'] ?? '').startsWith('text/html');
      if (!page) return readAnswer(answer, question, fail);
      url = await throughPage(answer.body, { url, drive: asset.flow === 'google-drive' }, fail);
      continue;
    }
    await answer.body.dump();
    url = redirectOf(url, answer, fail);
  }
  throw new AbortError(fail('network', `more than ${MAX_HOPS} redirects`));
}

type Asking = { readonly question: ArchiveQuestion; readonly cookies: Map<string, string> };

async function ask(url: string, { question, cookies }: Asking, fail: Fail): Promise<Dispatcher.ResponseData> {
  const { have, validator, signal, agent } = question;
  const headers = {
    'user-agent': USER_AGENT,
    ...(have > 0 ? { range: `bytes=${have}-` } : {}),
    ...(have > 0 && validator !== null ? { 'if-range': validator } : {}),
    ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
  };
  const answer = await request(url, { dispatcher: agent, signal, headers }).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason ?? error;
    throw fail('network', error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure');
  });
  // A body that is given up reports that as an error of its own.
  answer.body.on('error', () => undefined);
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
    const [name, value] = line.split(';', 1)[0]?.split('=', 2) ?? [];
    if (name !== undefined && value !== undefined) cookies.set(name.trim(), value.trim());
  }
  return answer;
}

async function readAnswer(answer: Dispatcher.ResponseData, question: ArchiveQuestion, fail: Fail): Promise<ArchiveAnswer> {
  const { statusCode, headers, body } = answer;
  const etag = headers.etag;
  const validator = typeof etag === 'string' && !etag.startsWith('W/') ? etag : null;
  if (statusCode === 206) {
    const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(headers['content-range'] ?? '')) ?? [];
    if (start !== undefined && Number(start) === question.have)
      return { state: question.have > 0 ? 'rest' : 'fresh', body, total: Number(total), validator };
    // Another part than was asked for is of no use; asked for from the start, the host can hardly be wrong again.
    body.destroy();
    if (question.have > 0) return askForArchive({ ...question, have: 0, validator: null }, fail);
    throw new AbortError(fail('network', 'the host answered with another part of the file than was asked for'));
  }
  const length = Number(headers['content-length']);
  const total = Number.isSafeInteger(length) && length > 0 && headers['content-encoding'] === undefined ? length : undefined;
  return { state: 'fresh', body, total, validator };
}

/** The host has no more bytes than we have: all of them are here, or ours are of another file and are asked for from the start. */
async function settleUnsatisfiable(question: ArchiveQuestion, range: string, fail: Fail): Promise<ArchiveAnswer> {
  const total = /^bytes \*\/(\d+)$/.exec(range)?.[1];
  if (Number(total) === question.have) return { state: 'whole' };
  return askForArchive({ ...question, have: 0, validator: null }, fail);
}

/** Consumer hosts answer with a page (quota, virus scan) where a file was asked for. */
async function throughPage(body: Body, place: { readonly url: string; readonly drive: boolean }, fail: Fail): Promise<string> {
  if (!place.drive) {
    body.destroy();
    throw new AbortError(fail('network', 'the host answered with a web page'));
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a body gives bytes');
    bytes += chunk.length;
    if (bytes > MAX_PAGE_BYTES) throw new AbortError(fail('network', 'the host answered with a very long web page'));
    chunks.push(chunk);
  }
  const page = readDrivePage(Buffer.concat(chunks).toString('utf8'), place.url);
  if (page.next === null) throw new AbortError(fail('network', page.reason));
  return secured(place.url, page.next, fail);
}

function redirectOf(url: string, { statusCode, headers }: Dispatcher.ResponseData, fail: Fail): string {
  const next = headers.location;
  if (statusCode < 300 || statusCode >= 400 || typeof next !== 'string') {
    const failure = fail('network', `the host answered with status ${statusCode}`);
    throw PASSING_STATUS.has(statusCode) || statusCode >= 500 ? failure : new AbortError(failure);
  }
  return secured(url, new URL(next, url).href, fail);
}

/** A redirect may not turn a secure download into an open one. */
function secured(from: string, to: string, fail: Fail): string {
  if (new URL(from).protocol === 'https:' && new URL(to).protocol !== 'https:')
    throw new AbortError(fail('network', 'the host redirected to an insecure address'));
  return to;
}
