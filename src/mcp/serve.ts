import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../platform/environment.ts';
import type { Logger } from '../platform/log.ts';
import { createRunner } from '../queue/create-runner.ts';
import { type ServerParts, startServer } from './server.ts';
import type { Shell } from './shell.ts';
import { exposedTools } from './tools/registry.ts';
import { readVersion } from './version.ts';

export type ServeParts = {
  readonly environment: Environment;
  readonly log: Logger;
  readonly input: Readable;
  readonly output: Writable;
  /** For tests only: see `RunnerOptions`. */
  readonly handlersModule?: string;
};

/** How long running calls and the queue get to end once the client has gone. */
const GRACE_MS = 1500;

const within = (work: Promise<unknown>): Promise<unknown> => {
  const late = new Promise((resolve) => {
    setTimeout(resolve, GRACE_MS).unref();
  });
  return Promise.race([work.catch(() => undefined), late]);
};

/** Serves until the client closes the input; resolves when everything has been let go. `stop` ends it sooner. */
export async function serve({
  environment,
  log,
  input,
  output,
  handlersModule,
}: ServeParts): Promise<{ readonly done: Promise<void>; readonly stop: () => void }> {
  const { settings } = environment;
  const version = readVersion();
  const tools = exposedTools(settings.gates);
  const runner = createRunner({ settings: environment.process, log, handlersModule });
  let shell: Promise<Shell> | undefined;
  const openShell = (): Promise<Shell> => {
    shell ??= import('./shell.ts').then((module) => module.openShell({ environment, runner, log, tools }));
    return shell;
  };
  const onProblem = (error: Error): void => log.warning('protocol', { problem: error.name });
  const onRefusal: ServerParts['onRefusal'] = ({ traceId, code, reason }) =>
    log.warning('protocol_error', { trace_id: traceId, code, reason });
  const server = await startServer({ version, tools, shell: openShell, input, output, onProblem, onRefusal });
  log.info('startup', {
    version,
    transport: 'stdio',
    sdk_schema: 'geomap-tool-result/v1',
    ready: 'deferred',
    allowed_roots: settings.allowed_roots.length,
    cache_root: 'configured',
  });
  let stop = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    stop = resolve;
  });
  input.once('end', stop).once('close', stop).once('error', stop);
  output.once('error', stop);
  const finish = async (): Promise<void> => {
    await ended;
    await new Promise(setImmediate); // requests that came with the last bytes are answered still
    await server.close();
    await within(server.idle());
    await within(runner.close());
  };
  return { done: finish(), stop };
}
