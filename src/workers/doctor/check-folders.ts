import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Settings } from '../../domain/settings/settings.ts';
import type { ProcessSettings } from '../../platform/environment.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** Below this much free space crops, overlays and the registry soon fail. */
const LITTLE_BYTES = 500_000_000;
const SCARCE_BYTES = 50_000_000;

/** The folders the server writes to, the roots maps may come from, and the room that is left. */
export function checkFolders(settings: Settings, own: ProcessSettings): readonly Finding[] {
  const written = [
    ['data root', settings.data_root, 'GEOMAP_DATA_ROOT'],
    ['cache root', settings.cache_root, 'GEOMAP_CACHE_ROOT'],
    ['state root', own.stateRoot, 'GEOMAP_STATE_ROOT'],
  ] as const;
  return [
    ...written.map(([name, folder, variable]) => checkWritable(name, folder, variable)),
    ...written.flatMap(([name, folder]) => checkSpace(name, folder)),
    ...(settings.allowed_roots.length === 0
      ? [problem('allowed roots', 'none', 'Set GEOMAP_MCP_ALLOWED_ROOTS to the folders that hold your maps.')]
      : settings.allowed_roots.filter((root) => root !== settings.data_root && root !== settings.cache_root).map(checkReadable)),
  ];
}

/** The folder itself, or the nearest one above it that is there: the server makes the rest. */
function nearest(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (statSync(at, { throwIfNoEntry: false }) !== undefined || dirname(at) === at) return at;
  }
}

function checkWritable(name: string, folder: string, variable: string): Finding {
  const there = nearest(folder);
  const absent = there === folder ? '' : ' (made at first use)';
  const isFolder = statSync(there, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isFolder && mayDo(there, constants.W_OK | constants.X_OK)) return ok(name, `${folder}${absent}`);
  return problem(
    name,
    `${folder} cannot be written`,
    `Give the user of the server the right to write there, or set ${variable} to another folder.`,
  );
}

function checkReadable(folder: string): Finding {
  const check = 'allowed root';
  const facts = statSync(folder, { throwIfNoEntry: false });
  if (facts === undefined)
    return note(check, `${folder} does not exist`, 'Make the folder, or correct GEOMAP_MCP_ALLOWED_ROOTS.');
  if (!facts.isDirectory()) return problem(check, `${folder} is no folder`, 'Correct GEOMAP_MCP_ALLOWED_ROOTS.');
  if (mayDo(folder, constants.R_OK | constants.X_OK)) return ok(check, folder);
  return problem(check, `${folder} cannot be read`, 'Give the user of the server the right to read it.');
}

function checkSpace(name: string, folder: string): readonly Finding[] {
  const { bavail, bsize } = statfsSync(nearest(folder));
  const free = bavail * bsize;
  const found = `${Math.floor(free / 1_000_000)} MB free`;
  const remedy = 'Free some space: crops, overlays and the registry need it.';
  if (free < SCARCE_BYTES) return [problem(`disk of the ${name}`, found, remedy)];
  return [free < LITTLE_BYTES ? note(`disk of the ${name}`, found, remedy) : ok(`disk of the ${name}`, found)];
}

function mayDo(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
