import type { ClientCapabilities, ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { GeomapError } from '../domain/errors/geomap-error.ts';

/** What became of a question: `unasked` when the client could not put it to anybody after all. */
export type Consent = 'given' | 'declined' | 'unanswered' | 'unasked';
export type AskPerson = (question: string) => Promise<Consent>;

/** The part of the SDK's server that asks. */
export type Asker = {
  readonly getClientCapabilities: () => ClientCapabilities | undefined;
  readonly elicitInput: (
    params: { readonly message: string; readonly requestedSchema: typeof FORM },
    options: { readonly signal: AbortSignal; readonly timeout: number },
  ) => Promise<ElicitResult>;
};

/** How long a person may think. */
const PATIENCE_MS = 10 * 60_000;
/** The SDK's code of a request that was not answered in time. */
const REQUEST_TIMEOUT = -32001;

const FORM = {
  type: 'object' as const,
  properties: { confirm: { type: 'boolean' as const, title: 'Download and install', default: true } },
  required: ['confirm'],
};

/** A way to ask the person behind this client, or undefined when it offers none (a form is what is needed). */
export function personOf(server: Asker, signal: AbortSignal): AskPerson | undefined {
  const offered = server.getClientCapabilities()?.elicitation;
  if (offered === undefined || ('url' in offered && !('form' in offered))) return undefined;
  return async (question) => {
    try {
      const answer = await server.elicitInput({ message: question, requestedSchema: FORM }, { signal, timeout: PATIENCE_MS });
      return answer.action === 'accept' && answer.content?.confirm !== false ? 'given' : 'declined';
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const late = error instanceof Error && 'code' in error && error.code === REQUEST_TIMEOUT;
      return late ? 'unanswered' : 'unasked';
    }
  };
}

/** Throws `cancelled` unless the person agreed. Where nobody could be asked the agent's own question has to do. */
export function requireConsent(tool: string, consent: Consent): void {
  if (consent === 'given' || consent === 'unasked') return;
  const what = consent === 'declined' ? 'The user declined the installation' : 'The user did not answer the question in time';
  throw new GeomapError('cancelled', {
    message: `${what}, so ${tool} has downloaded and changed nothing. Go on without it, and do not call it again unless the user asks for it.`,
    details: { reason: consent },
  });
}
