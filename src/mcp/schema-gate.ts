import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import type { JsonSchema } from './constraints.ts';
import type { Tool } from './tool.ts';
import { invalidArguments, violationsOf } from './violations.ts';

/** Checks calls and results against the very schemas that are advertised. */
export type SchemaGate = {
  /** Throws `invalid_arguments` with every violation (D10). */
  readonly input: (tool: Tool, args: unknown) => void;
  /** Throws `invalid_output`. */
  readonly output: (tool: Tool, structured: unknown) => void;
};

const compileWith = (compile: (schema: JsonSchema) => ValidateFunction) => {
  const compiled = new Map<string, ValidateFunction>();
  return (key: string, schema: () => JsonSchema): ValidateFunction => {
    const known = compiled.get(key) ?? compile(schema());
    compiled.set(key, known);
    return known;
  };
};

/** Import this file late: ajv takes longer to load than everything else at start, and nothing needs it before the first call. */
export function openSchemaGate(): SchemaGate {
  const ajv = new Ajv2020({ allErrors: true, strict: false, strictNumbers: true, verbose: true, validateFormats: false });
  const validator = compileWith((schema) => ajv.compile(schema));
  return {
    input(tool, args) {
      const validate = validator(`${tool.name}:in`, tool.inputSchema);
      if (!validate(args)) throw invalidArguments(tool.name, violationsOf(validate.errors ?? [], tool.constraints));
    },
    output(tool, structured) {
      const validate = validator(`${tool.name}:out`, tool.outputSchema);
      if (validate(structured)) return;
      const first = violationsOf(validate.errors ?? [], [])[0];
      throw new GeomapError('invalid_output', {
        message: `The result of ${tool.name} breaks its own output schema at ${first?.pointer ?? '/'}. Give the trace ID to the server operator.`,
        logReason: first ? `${first.pointer}: ${first.hint}` : 'unknown',
      });
    },
  };
}
