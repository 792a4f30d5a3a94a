/** A JSON-RPC error as the SDK writes it: it takes `code`, `message` and `data` from whatever was thrown. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL = -32603;
/** Typed failures of a resource read (contract 3.6). */
export const RESOURCE_FAILURE = -32000;
