#!/usr/bin/env node
// First: from here on nothing but protocol lines reaches standard output.
import '../mcp/stdout-guard.ts';
import { checkPlatform, checkRegistryHeader, startFailure } from '../mcp/preflight.ts';
import { serve } from '../mcp/serve.ts';
import { protocolOutput } from '../mcp/stdout-guard.ts';
import { parseEnvironment } from '../platform/environment.ts';
import { createLogger } from '../platform/log.ts';

/** Exit code of a start that the operator has to repair. */
const START_FAILED = 2;

async function main(): Promise<number> {
  checkPlatform(process.platform);
  const environment = parseEnvironment({ variables: process.env, folder: process.cwd() });
  checkRegistryHeader(environment.process.stateRoot);
  const log = createLogger(environment.process.logLevel);
  const { done, stop } = await serve({ environment, log, input: process.stdin, output: protocolOutput });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);
  await done;
  return 0;
}

try {
  process.exit(await main());
} catch (error) {
  const failure = startFailure(error);
  if (!failure) throw error;
  process.stderr.write(`${failure.message}\nRecovery: ${failure.recovery}\n`);
  process.exit(START_FAILED);
}
