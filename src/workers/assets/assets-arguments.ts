import { parseArgs } from 'node:util';

export const ASSETS_USAGE = `Usage: stratigraphic-amenity-assets ASSET_ID [options]
       stratigraphic-amenity-assets --all [options]
       stratigraphic-amenity-assets --list | --verify

Installs approved assets below the data root. A download that was broken off goes on where it stopped.

  --list         show every approved asset: ID, version, redistribution, licence, bytes, destination; nothing is downloaded
  --verify       check installed files against their receipts, of one asset or of all
  --all          install every asset
  --root PATH    data root; default: GEOMAP_DATA_ROOT, else the user's data folder
  --force        replace an installation in one step
  --from FILE    take this archive instead of a download, under the same digest rule
  --json         one JSON object per line
  --help         this text

Exit codes: 0 done, 2 wrong use or unknown asset, 3 an installation failed, 4 a check failed, 130 interrupted.
`;

export type AssetsArguments = {
  readonly action: 'help' | 'list' | 'verify' | 'install';
  /** Null: all of them. */
  readonly assetId: string | null;
  readonly root: string | null;
  readonly force: boolean;
  readonly archiveFile: string | null;
  readonly json: boolean;
};

/** What is wrong with a command line; the text says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS = {
  list: { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  root: { type: 'string' },
  force: { type: 'boolean', default: false },
  from: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The command line as data. Throws `UsageError`. */
export function parseAssetsArguments(argv: readonly string[]): AssetsArguments {
  const { values, positionals } = parsed(argv);
  const [assetId, ...more] = positionals;
  const action = values.help ? 'help' : values.list ? 'list' : values.verify ? 'verify' : 'install';
  if (more.length > 0) throw new UsageError('Name one asset, or take --all.');
  if (values.root !== undefined && values.root.trim() === '') throw new UsageError('--root needs a folder.');
  if (values.list && values.verify) throw new UsageError('--list and --verify exclude each other.');
  if (assetId !== undefined && values.all) throw new UsageError('Name one asset or take --all, not both.');
  if (action === 'install') {
    if (assetId === undefined && !values.all) throw new UsageError('Name one asset, or take --all; --list shows them.');
    if (values.from !== undefined && assetId === undefined) throw new UsageError('--from needs the ID of one asset.');
  } else if (action !== 'help' && (values.force || values.from !== undefined)) {
    throw new UsageError('--force and --from belong to an installation.');
  }
  return {
    action,
    assetId: assetId ?? null,
    root: values.root ?? null,
    force: values.force,
    archiveFile: values.from ?? null,
    json: values.json,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'The command line cannot be read.');
  }
}
