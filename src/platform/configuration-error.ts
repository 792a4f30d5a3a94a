import type { VariableName } from './environment-variables.ts';

/** A value of the environment that cannot be used. The executables print `message` on one line and exit with code 2. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly variable: VariableName;

  /** `rule` completes the sentence "<VARIABLE> must be …". */
  constructor(variable: VariableName, rule: string) {
    super(`${variable} must be ${rule}. Correct it or unset it, then start again.`);
    this.variable = variable;
  }
}
