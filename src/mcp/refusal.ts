import { INVALID_PARAMS, INVALID_REQUEST } from './protocol-error.ts';

/** The JSON-RPC error for a request that cannot be read as one, under the ID it came with. */
export type Refusal = { readonly id: string | number; readonly code: number; readonly message: string };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What is wrong with a message that is no valid JSON-RPC message of MCP. Undefined when nobody waits for an answer: without an ID
 * (text or a number), and for answers.
 */
export function refusalOf(value: unknown): Refusal | undefined {
  if (!isRecord(value) || 'result' in value || 'error' in value) return undefined;
  const { id, jsonrpc, method } = value;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const invalid = (message: string): Refusal => ({ id, code: INVALID_REQUEST, message });
  if (jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0".');
  if (typeof method !== 'string') return invalid('method must be text.');
  if (typeof id === 'number' && !Number.isSafeInteger(id)) return invalid('id must be text or a whole number.');
  if (Object.keys(value).some((key) => !['jsonrpc', 'id', 'method', 'params'].includes(key)))
    return invalid('A request has the fields jsonrpc, id, method and params, and no others.');
  return { id, code: INVALID_PARAMS, message: wrongParams(value.params) };
}

function wrongParams(params: unknown): string {
  if (!isRecord(params)) return 'params must be an object; leave it out when there are none.';
  const meta = params._meta;
  if (!isRecord(meta)) return 'params._meta must be an object; leave it out when there is none.';
  return 'params._meta breaks the protocol: its progressToken must be text or a whole number.';
}
