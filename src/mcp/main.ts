import type { Writable } from 'node:stream';
import { parseEnvironment } from '../platform/environment.ts';
import { createLogger } from '../platform/log.ts';
import { checkPlatform, checkRegistryHeader, startFailure } from './preflight.ts';
import { serve } from './serve.ts';

/** Exit code of a start that the operator has to repair. */
const START_FAILED = 2;

async function start(output: Writable): Promise<number> {
  checkPlatform(process.platform);
  const environment = parseEnvironment({ variables: process.env, folder: process.cwd() });
  checkRegistryHeader(environment.process.stateRoot);
  const log = createLogger(environment.process.logLevel);
  const { done, stop } = await serve({ environment, log, input: process.stdin, output });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);
  await done;
  return 0;
}

/** The life of a server process over its standard streams; resolves with the exit code. `output` is the only way to stdout. */
export async function runServer(output: Writable): Promise<number> {
  try {
    return await start(output);
  } catch (error) {
    const failure = startFailure(error);
    if (!failure) throw error;
    process.stderr.write(`${failure.message}\nRecovery: ${failure.recovery}\n`);
    return START_FAILED;
  }
}
