import { type ChildProcess, spawn } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deathGuard } from '../platform/death-guard.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { findProgram } from '../platform/find-program.ts';
import { splitLines } from '../platform/line-splitter.ts';
import { openConnection, waitForConnection } from './connections.ts';
import { KEY_PREFIX } from './names.ts';
import { redisFailed, redisMissing, storageFull } from './queue-failures.ts';
import { lockState, TAKEN_EXIT_CODE } from './state-lock.ts';

export type PrivateRedisOptions = {
  readonly stateRoot: string;
  readonly socketFolder: string;
  readonly onLine: (line: string) => void;
  readonly onExit: () => void;
};

export type PrivateRedis = {
  /** Path of the socket; it exists only while Redis takes commands and holds no job of a caller who has gone. */
  readonly socket: string;
  readonly pid: number;
  /** Writes the file out and ends; kills after 5 s. `onExit` is not called. */
  readonly stop: () => Promise<void>;
};

const START_MS = 8000;
const STOP_MS = 5000;

/**
 * Runs its arguments as a child and ends it when standard input closes, which happens when the parent ends: for
 * systems without setpriv. Builtins of the shell only: PATH may hold the folder of redis-server and nothing else.
 */
const PIPE_GUARD =
  "exec 3<&0; trap 'told=1; kill -TERM $child 2>/dev/null' TERM INT; " +
  '"$@" </dev/null & child=$!; [ -n "$told" ] && kill -TERM $child; ' +
  '(while read -r line; do :; done <&3; kill -TERM $child) 2>/dev/null & watch=$!; wait $child; code=$?; ' +
  'while kill -0 $child 2>/dev/null; do wait $child; code=$?; done; kill $watch 2>/dev/null; exit $code';

/** The command line that ends with this process, by the kernel or by a watching shell. */
export function guardCommand(command: readonly string[], guard: readonly string[]): readonly string[] {
  return guard.length > 0 ? [...guard, ...command] : ['/bin/sh', '-c', PIPE_GUARD, 'redis-guard', ...command];
}

function spawnRedis(folder: string, socket: string, prefix: readonly string[]): ChildProcess {
  const program = findProgram(['redis-server', 'valkey-server']);
  if (program === undefined) throw redisMissing();
  const options = {
    port: '0',
    unixsocket: socket,
    unixsocketperm: '700',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'everysec',
    'maxmemory-policy': 'noeviction',
    save: '',
    daemonize: 'no',
    logfile: '',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const guard = deathGuard('TERM');
  const [file = '/bin/sh', ...args] = guardCommand([...prefix, program, ...flags], guard);
  return spawn(file, args, { cwd: folder, stdio: [guard.length > 0 ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
}

/** Jobs of people's calls outlive no caller: every client of the Redis before has had its answer (D4). Batch jobs stay. */
async function removeOrphanedJobs(socket: string): Promise<boolean> {
  const connection = openConnection(socket, 'patient');
  try {
    if (!(await waitForConnection(connection, START_MS))) return false;
    for (let cursor = '0'; ; ) {
      const [next, keys] = await connection.scan(cursor, 'MATCH', `${KEY_PREFIX}:*`, 'COUNT', 500);
      const orphaned = keys.filter((key) => !key.startsWith(`${KEY_PREFIX}:batch:`));
      if (orphaned.length > 0) await connection.unlink(...orphaned);
      if (next === '0') return true;
      cursor = next;
    }
  } finally {
    connection.disconnect();
  }
}

/** Why it ended, from its own words: they are the only place where Redis says so. */
function explainExit(code: number | null, words: string): Error | 'taken' | 'broken' {
  if (code === TAKEN_EXIT_CODE) return 'taken';
  if (/Bad file format|checksum mismatch|Unexpected end of file/i.test(words)) return 'broken';
  return /No space left|Read-only file system|Permission denied|can.t chdir|Can.t open/i.test(words)
    ? storageFull()
    : redisFailed();
}

/**
 * Starts Redis on a unix socket only, under the lock of the state root. `taken` when another process has that lock.
 * A queue file that a crash has left unreadable is put aside. Throws `queue_unavailable` or `storage_unavailable`.
 */
export async function startPrivateRedis(options: PrivateRedisOptions): Promise<PrivateRedis | 'taken'> {
  const folder = join(options.stateRoot, 'redis');
  try {
    makeFolder(folder);
  } catch {
    throw storageFull();
  }
  const lock = lockState(join(folder, 'lock'));
  if (lock.state === 'taken') return 'taken';
  const first = await startOnce(options, folder, lock.prefix);
  if (first !== 'broken') return first;
  renameSync(join(folder, 'appendonlydir'), join(folder, `appendonlydir.unreadable-${Date.now()}`));
  options.onLine('event=queue_file_put_aside reason=unreadable');
  const second = await startOnce(options, folder, lock.prefix);
  if (second === 'broken') throw redisFailed();
  return second;
}

async function startOnce(
  options: PrivateRedisOptions,
  folder: string,
  prefix: readonly string[],
): Promise<PrivateRedis | 'taken' | 'broken'> {
  const starting = join(options.socketFolder, `redis-${process.pid}.sock`);
  const socket = join(options.socketFolder, 'redis.sock');
  rmSync(starting, { force: true });
  const child = spawnRedis(folder, starting, prefix);
  let words = '';
  let ready = false;
  let stopping = false;
  const hear = (line: string): void => {
    if (!ready) words = `${words}\n${line}`.slice(-8000);
    options.onLine(line);
  };
  for (const stream of [child.stdout, child.stderr]) if (stream) splitLines(stream, hear);
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
  const early = await Promise.race([removeOrphanedJobs(starting).catch(() => false), exited.then((code) => ({ code }))]);
  if (typeof early === 'object') {
    const why = explainExit(early.code, words);
    if (why instanceof Error) throw why;
    return why;
  }
  if (!early) {
    child.kill('SIGKILL');
    throw redisFailed();
  }
  renameSync(starting, socket);
  ready = true;
  void exited.then(() => {
    rmSync(socket, { force: true });
    if (!stopping) options.onExit();
  });
  return {
    socket,
    pid: child.pid ?? 0,
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      child.stdin?.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}
