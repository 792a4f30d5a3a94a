import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { GeomapError } from '../domain/errors/geomap-error.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { packageRoot } from '../platform/package-root.ts';
import { openRuntimeFolder } from '../platform/runtime-folder.ts';
import { type BootMessage, bootMessageSchema } from './control-messages.ts';
import { fromFailure } from './failure-codec.ts';
import { storageFull, supervisorSilent } from './queue-failures.ts';

/** A supervisor has Redis up after about half a second; a loaded machine gets twenty times that. */
const BOOT_MS = 10_000;

export type SupervisorLaunch = {
  readonly stateRoot: string;
  readonly socketFolder: string;
  readonly idleSeconds: number;
  readonly handlersModule?: string | undefined;
};

/** The log takes what the supervisor could not say otherwise, such as a syntax error. Throws `storage_unavailable`. */
function openLog(stateRoot: string): number {
  try {
    makeFolder(join(stateRoot, 'logs'));
    return openSync(join(stateRoot, 'logs', 'supervisor.log'), 'a', 0o600);
  } catch {
    throw storageFull();
  }
}

function spawnSupervisor(launch: SupervisorLaunch, log: number): ChildProcess {
  const args = [
    join(packageRoot(), 'dist/bin/supervisor.js'),
    `--state-root=${launch.stateRoot}`,
    `--socket-folder=${launch.socketFolder}`,
    `--idle-seconds=${launch.idleSeconds}`,
    ...(launch.handlersModule === undefined ? [] : [`--handlers-module=${launch.handlersModule}`]),
  ];
  return spawn(process.execPath, args, { detached: true, cwd: launch.stateRoot, stdio: ['ignore', 'ignore', log, 'ipc'] });
}

/**
 * Starts a supervisor of its own life: it outlasts this process as long as it has clients. Resolves with `up` once it
 * takes connections, with `taken` when another one has the state root. Rejects with what kept it from starting.
 */
export async function launchSupervisor(launch: SupervisorLaunch): Promise<'up' | 'taken'> {
  openRuntimeFolder(launch.socketFolder);
  const log = openLog(launch.stateRoot);
  const child = spawnSupervisor(launch, log);
  closeSync(log);
  const message = await firstMessage(child);
  child.removeAllListeners();
  if (child.connected) child.disconnect();
  child.unref();
  if (message.type === 'failed') throw fromFailure(message.failure);
  return message.type;
}

function firstMessage(child: ChildProcess): Promise<BootMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(supervisorSilent()), BOOT_MS);
    const fail = (error: GeomapError) => {
      clearTimeout(timer);
      reject(error);
    };
    child.once('error', () => fail(supervisorSilent()));
    child.once('exit', () => fail(supervisorSilent()));
    child.on('message', (value) => {
      const message = bootMessageSchema.safeParse(value);
      if (!message.success) return;
      clearTimeout(timer);
      resolve(message.data);
    });
  });
}
