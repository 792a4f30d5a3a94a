import { LINE_LEVELS } from '../platform/line-levels.ts';
import { runtimeFolder } from '../platform/runtime-folder.ts';
import type { RunnerOptions } from './create-runner.ts';
import type { Endpoint, EndpointListeners } from './endpoint.ts';
import { PrivateEndpoint } from './private-endpoint.ts';
import { QueueClient } from './queue-client.ts';
import type { JobRunner } from './runner.ts';
import { UrlEndpoint } from './url-endpoint.ts';

/** The client for the settings of this process: with its own Redis, or at the operator's. Connects nothing yet. */
export function openQueueClient(options: RunnerOptions): JobRunner {
  const { settings, log } = options;
  const writeLine = options.writeLine ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const least = LINE_LEVELS[settings.logLevel];
  const endpoint = (listeners: EndpointListeners): Endpoint => {
    if (settings.redisUrl !== null) return new UrlEndpoint(settings.redisUrl);
    const { stateRoot, idleSeconds } = settings;
    const launch = {
      stateRoot,
      idleSeconds,
      socketFolder: runtimeFolder(stateRoot),
      handlersModule: options.handlersModule,
    };
    return new PrivateEndpoint({
      launch,
      listeners,
      writeLog: (level, line) => {
        if (level <= least) writeLine(line);
      },
    });
  };
  return new QueueClient({
    stateRoot: settings.stateRoot,
    log,
    external: settings.redisUrl !== null,
    limitMs: options.limitMs,
    endpoint,
  });
}
