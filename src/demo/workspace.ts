import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The demo's own folders, all below one. Nothing outside it is written. */
export type Workspace = {
  readonly root: string;
  readonly maps: string;
  readonly knowledge: string;
  readonly log: string;
  readonly environment: Readonly<Record<string, string>>;
};

/** Makes the folders, and the environment that keeps a server inside them; `sources` are further folders it may read maps from. */
export const openWorkspace = async (folder: string, sources: readonly string[] = []): Promise<Workspace> => {
  const [maps, knowledge, cache] = [join(folder, 'data/maps'), join(folder, 'data/assets/knowledge'), join(folder, 'cache')];
  for (const each of [maps, knowledge, cache]) await mkdir(each, { recursive: true });
  const root = await realpath(folder);
  const roots = [join(root, 'data'), join(root, 'cache'), ...sources];
  const environment = {
    GEOMAP_DATA_ROOT: join(root, 'data'),
    GEOMAP_CACHE_ROOT: join(root, 'cache'),
    GEOMAP_STATE_ROOT: join(root, 'data/state'),
    GEOMAP_MCP_ALLOWED_ROOTS: roots.join(':'),
  };
  return { root, maps, knowledge, log: join(root, 'server.log'), environment };
};

/** Writes a file unless it holds these bytes already, so that a second run does not make its map look changed. */
export const writeIfChanged = async (path: string, content: Uint8Array | string): Promise<void> => {
  const wanted = Buffer.from(content);
  const present = await readFile(path).catch(() => null);
  if (present?.equals(wanted)) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, wanted);
};
