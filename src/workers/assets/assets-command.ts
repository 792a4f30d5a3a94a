import { join, resolve } from 'node:path';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import type { Progress } from '../handler.ts';
import { ASSETS_USAGE, type AssetsArguments, parseAssetsArguments, UsageError } from './assets-arguments.ts';
import { installAsset } from './install-asset.ts';
import { type Asset, manifestFaults } from './manifest.ts';
import { verifyAsset } from './verify-asset.ts';

export const ASSETS_EXIT = { done: 0, usage: 2, failed: 3, unsound: 4, interrupted: 130 } as const;

export type AssetsCommandDeps = {
  readonly manifest: readonly Asset[];
  /** Data root when the command line names none. */
  readonly dataRoot: () => string;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Shows how far one asset has come; `done` ends it. */
  readonly meter: (assetId: string) => { readonly show: (progress: Progress) => void; readonly done: () => void };
  readonly signal: AbortSignal;
  /** Work that follows an installation, such as the conversion of weights; its failure is the asset's. */
  readonly afterInstall?: (asset: Asset, dataRoot: string) => Promise<void>;
  readonly retryMs?: number;
};

/** `stratigraphic-amenity-assets` (contract 12.3, D38). Returns the exit code; nothing is thrown for what a user can bring about. */
export async function runAssetsCommand(argv: readonly string[], deps: AssetsCommandDeps): Promise<number> {
  try {
    const args = parseAssetsArguments(argv);
    if (args.action === 'help') {
      deps.out(ASSETS_USAGE.trimEnd());
      return ASSETS_EXIT.done;
    }
    const faults = manifestFaults(deps.manifest);
    if (faults.length > 0) throw new UsageError(`The manifest cannot be used: ${faults.join('; ')}.`);
    const assets = chosenAssets(args, deps.manifest);
    if (args.action === 'list') return list(assets, args, deps);
    const root = args.root === null ? deps.dataRoot() : resolve(args.root);
    return args.action === 'verify' ? await verify(assets, { args, root }, deps) : await install(assets, { args, root }, deps);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    deps.err(error.message);
    return ASSETS_EXIT.usage;
  }
}

/** All IDs are known before anything is downloaded. */
function chosenAssets(args: AssetsArguments, manifest: readonly Asset[]): readonly Asset[] {
  if (args.assetId === null) return manifest;
  const chosen = manifest.filter((asset) => asset.id === args.assetId);
  if (chosen.length === 0)
    throw new UsageError(`There is no asset of that name. Approved are: ${manifest.map((asset) => asset.id).join(', ')}.`);
  return chosen;
}

function list(assets: readonly Asset[], args: AssetsArguments, deps: AssetsCommandDeps): number {
  for (const asset of assets) {
    const size = asset.archiveSha256 === null ? 'source' : String(asset.maxArchiveBytes);
    const { id, version, redistribution, license, destination } = asset;
    deps.out(
      args.json
        ? JSON.stringify({ asset_id: id, version, redistribution, license, size, destination, source: asset.source })
        : [id, version, redistribution, license, size, destination].join('\t'),
    );
  }
  return ASSETS_EXIT.done;
}

type Where = { readonly args: AssetsArguments; readonly root: string };

const STATE_WORDS = {
  whole: 'the files are the approved ones',
  unverified: 'all files are there, put there by hand; only an installation could tell whether they are the approved ones',
  incomplete: 'files are missing; install it by force',
  broken: 'files have changed since they were installed; install it by force',
  absent: 'not installed',
} as const;

async function verify(assets: readonly Asset[], { args, root }: Where, deps: AssetsCommandDeps): Promise<number> {
  let sound = true;
  for (const asset of assets) {
    const state = await verifyAsset(root, asset);
    // Of all of them, one that nobody installed is no fault.
    if (state === 'broken' || state === 'incomplete' || (state === 'absent' && args.assetId !== null)) sound = false;
    const line = { asset_id: asset.id, status: state };
    deps.out(args.json ? JSON.stringify(line) : `${asset.id}: ${state}: ${STATE_WORDS[state]}`);
  }
  return sound ? ASSETS_EXIT.done : ASSETS_EXIT.unsound;
}

async function install(assets: readonly Asset[], { args, root }: Where, deps: AssetsCommandDeps): Promise<number> {
  for (const asset of assets) {
    const meter = deps.meter(asset.id);
    try {
      const status = await installAsset(asset, {
        dataRoot: root,
        signal: deps.signal,
        progress: meter.show,
        force: args.force,
        ...(args.archiveFile === null ? {} : { archiveFile: resolve(args.archiveFile) }),
        ...(deps.retryMs === undefined ? {} : { retryMs: deps.retryMs }),
      });
      await deps.afterInstall?.(asset, root);
      meter.done();
      const destination = join(root, asset.destination);
      deps.out(
        args.json ? JSON.stringify({ asset_id: asset.id, status, destination }) : `${asset.id}: ${status} at ${destination}`,
      );
    } catch (error) {
      meter.done();
      if (deps.signal.aborted) {
        deps.err(`${asset.id}: interrupted. What was downloaded is kept; the same command goes on from there.`);
        return ASSETS_EXIT.interrupted;
      }
      reportFailure(asset, { error, json: args.json }, deps);
      return ASSETS_EXIT.failed;
    }
  }
  return ASSETS_EXIT.done;
}

/** On the operator's own terminal the reason stands beside the message. */
function reportFailure(
  asset: Asset,
  { error, json }: { readonly error: unknown; readonly json: boolean },
  deps: AssetsCommandDeps,
): void {
  if (!isGeomapError(error)) throw error;
  const { message, details, logReason } = error.facts;
  const facts = { asset_id: asset.id, status: 'failed', code: error.code, reason: details?.reason, message, cause: logReason };
  deps.err(json ? JSON.stringify(facts) : `${asset.id}: ${message}${logReason === undefined ? '' : ` (${logReason})`}`);
}
