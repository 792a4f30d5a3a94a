import { dependencyMissing, providerFailed } from '../failures.ts';
import type { EarthEnginePort, HttpAnswer } from '../ports.ts';
import { isObject, type JsonObject } from './json-answer.ts';
import * as live from './live-messages.ts';

/** A node of an expression graph of the Earth Engine REST API, which is nested here and has one root. */
export type EarthEngineNode =
  | { readonly constantValue: unknown }
  | { readonly dictionaryValue: { readonly values: Readonly<Record<string, EarthEngineNode>> } }
  | {
      readonly functionInvocationValue: {
        readonly functionName: string;
        readonly arguments: Readonly<Record<string, EarthEngineNode>>;
      };
    };

export const constant = (constantValue: unknown): EarthEngineNode => ({ constantValue });

/** An algorithm of Earth Engine with its arguments by name. */
export const call = (functionName: string, args: Readonly<Record<string, EarthEngineNode>> = {}): EarthEngineNode => ({
  functionInvocationValue: { functionName, arguments: args },
});

export const dictionary = (values: Readonly<Record<string, EarthEngineNode>>): EarthEngineNode => ({
  dictionaryValue: { values },
});

/** The expression as `value:compute` takes it: a table of values and the name of the result. */
export const expressionOf = (root: EarthEngineNode): JsonObject => ({ expression: { result: '0', values: { '0': root } } });

const LABEL = 'Earth Engine';

/** A failure in the words of who can act. `status` is the word of the API (`PERMISSION_DENIED`), `text` its own sentence. */
function failureOf(httpStatus: number, status: string, text: string): string {
  if (httpStatus === 401) return live.earthEngineUnauthenticated();
  if (httpStatus === 403) return live.earthEngineDenied(/SERVICE_DISABLED|has not been used|not registered/iu.test(text));
  if (httpStatus === 429) return live.earthEngineQuota();
  if (httpStatus === 404 || /not found/iu.test(text)) return live.earthEngineNotFound();
  if (/too many pixels|timed out|memory limit|too large/iu.test(text)) return live.earthEngineTooLarge();
  return live.earthEngineFailed(httpStatus, /^[A-Z_]{1,40}$/.test(status) ? status : null);
}

/** The `result` of an answer. Throws `unknown_provider` (provider_failed) with a remedy for everything else. */
export function readEarthEngine(answer: HttpAnswer): unknown {
  let body: unknown = null;
  try {
    body = JSON.parse(answer.text);
  } catch {
    // What is no JSON is told by its status alone.
  }
  const error = isObject(body) && isObject(body.error) ? body.error : null;
  if (answer.status !== 200 || error !== null) {
    const text = `${String(error?.message ?? '')} ${JSON.stringify(error?.details ?? '')}`;
    throw providerFailed(failureOf(answer.status, String(error?.status ?? ''), text), text.slice(0, 400));
  }
  if (!isObject(body) || !('result' in body)) throw providerFailed(live.cutAnswer(LABEL));
  return body.result;
}

/** Throws `missing_extra` unless Earth Engine can be asked, in the words of the list of capabilities. */
export function requireEarthEngine(provider: string, port: EarthEnginePort): void {
  const needs = port.needs();
  if (needs.length > 0) throw dependencyMissing(live.earthEngineNeeds(provider, needs));
}
