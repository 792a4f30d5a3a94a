import { join, resolve } from 'node:path';
import { acquireProcessLock } from '../../platform/store/process-lock.ts';
import type { Progress } from '../handler.ts';
import { createHttpClient } from '../knowledge/http-client.ts';
import { syncGem } from './gem-sync.ts';
import { parseSyncArguments, SYNC_USAGE, type SyncArguments } from './sync-arguments.ts';
import type { SyncDeps } from './sync-deps.ts';
import { asSyncFailure, SYNC_EXIT } from './sync-failure.ts';
import { syncUsgs, USGS_BASE } from './usgs-sync.ts';

export type SyncCommandDeps = {
  /** Folder of the mirrors when the command line names none. */
  readonly sourcesRoot: () => string;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly meter: () => { readonly show: (progress: Progress) => void; readonly done: () => void };
  readonly signal: AbortSignal;
  readonly now: () => Date;
};

/** All that one request may take with its repetitions. */
const REQUEST_BUDGET_MS = 600_000;

function versionOf(args: SyncArguments): string {
  if (args.version !== null) return args.version;
  if (args.source === 'usgs_fdsn_events') return 'default';
  return args.profile.source_version.replace(/[^A-Za-z0-9._-]/g, '_').replace(/^[^A-Za-z0-9]+/, 'v');
}

async function run(args: SyncArguments, command: SyncCommandDeps): Promise<string> {
  const home = join(args.outputRoot === null ? command.sourcesRoot() : resolve(args.outputRoot), args.source);
  const version = versionOf(args);
  const [folder, staging] = [join(home, version), join(home, `.staging-${version}`)];
  const lock = await acquireProcessLock({
    file: join(home, '.sync.lock'),
    signal: command.signal,
    onWait: () => command.err('Another sync of this source is at work; waiting for it.'),
  });
  const client = createHttpClient();
  const meter = command.meter();
  const deps: SyncDeps = {
    send: (call) => client.session(REQUEST_BUDGET_MS)(call),
    now: command.now,
    signal: command.signal,
    progress: meter.show,
  };
  try {
    return args.source === 'usgs_fdsn_events'
      ? await syncUsgs(
          {
            profile: args.profile,
            bounds: args.bounds,
            baseUrl: (args.baseUrl ?? USGS_BASE).replace(/\/+$/, ''),
            folder,
            staging,
          },
          deps,
        )
      : await syncGem({ profile: args.profile, folder, staging }, deps);
  } finally {
    meter.done();
    lock.release();
    await client.close();
  }
}

/** `stratigraphic-amenity-sync` (contract/knowledge.md 6.4). Returns the exit code; throws only what is a fault of our own. */
export async function runSyncCommand(argv: readonly string[], deps: SyncCommandDeps): Promise<number> {
  try {
    const args = parseSyncArguments(argv);
    if (args === null) {
      deps.out(SYNC_USAGE.trimEnd());
      return SYNC_EXIT.done;
    }
    deps.out(await run(args, deps));
    return SYNC_EXIT.done;
  } catch (error) {
    const failure = asSyncFailure(error);
    if (failure === undefined) throw error;
    deps.err(failure.message);
    return SYNC_EXIT[failure.reason];
  }
}
