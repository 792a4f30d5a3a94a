import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  absentFile,
  absolutePath,
  baseName,
  isInsideAny,
  type Launch,
  notRegularFile,
  outsideRoots,
  type PathOrigin,
  pathParts,
  unreadablePath,
} from '../../domain/catalog/roots.ts';

/** Which folders a file may lie in, and what it is to the caller. Roots are absolute and canonical. */
export type PathPolicy = { readonly roots: readonly string[]; readonly origin: PathOrigin };

/** More links than this on one path are a circle, as in the kernel. */
const MAX_LINKS = 40;

/**
 * Canonical path of a regular file inside the roots. `text` is a caller's or a stored path. Containment is decided before
 * existence (D17): everything outside gives the same `disallowed_path`. Inside: `artifact_not_found` for what is not there,
 * `disallowed_path` for folders, devices, circles of links and files that may not be read.
 */
export async function resolveSource(text: string, policy: PathPolicy, launch: Launch): Promise<string> {
  const { path, name, circle } = await followLinks(absolutePath(text, launch), policy.roots);
  if (!isInsideAny(path, policy.roots)) throw outsideRoots(policy.origin, name);
  if (circle) throw unreadablePath('more than 40 links');
  let kind: Awaited<ReturnType<typeof stat>>;
  try {
    kind = await stat(path);
  } catch (error) {
    throw isAbsent(error) ? absentFile(name) : unreadablePath(reasonOf(error));
  }
  if (!kind.isFile()) throw notRegularFile();
  // On file systems that ignore case the same file has several spellings; one map needs one.
  const canonical = await realpath(path).catch(() => path);
  if (!isInsideAny(canonical, policy.roots)) throw outsideRoots(policy.origin, name);
  return canonical;
}

/**
 * Open a file that `resolveSource` has named, checking again that it is still this regular file and still inside: a link put in
 * its place is not followed (W-12). The caller closes the handle.
 */
export async function openSource(path: string, policy: PathPolicy): Promise<FileHandle> {
  const canonical = await resolveSource(path, policy, { home: '/', folder: '/' });
  let handle: FileHandle;
  try {
    handle = await open(canonical, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw isAbsent(error) ? absentFile(baseName(canonical)) : unreadablePath(reasonOf(error));
  }
  const [opened, named] = await Promise.all([handle.stat(), stat(canonical).catch(() => undefined)]);
  if (opened.isFile() && named !== undefined && opened.ino === named.ino && opened.dev === named.dev) return handle;
  await handle.close();
  throw unreadablePath('the file was replaced while it was opened');
}

type Followed = { readonly path: string; readonly name: string; readonly circle: boolean };

/**
 * `realpath` that also takes paths that do not exist: links are followed as far as there is something, the rest is appended.
 * `name` is what a refusal may show: the target's name of a last link that lies inside a root, else the name asked for, so
 * that links outside the roots are not told about.
 */
async function followLinks(asked: string, roots: readonly string[]): Promise<Followed> {
  let name = baseName(asked);
  let path = '/';
  const todo = pathParts(asked);
  for (let links = 0; todo.length > 0; ) {
    const part = todo.shift() ?? '';
    if (part === '..') {
      path = dirname(path);
      continue;
    }
    const next = join(path, part);
    const target = await linkTarget(next);
    if (target === undefined) {
      path = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) return { path: next, name, circle: true };
    if (todo.length === 0 && isInsideAny(next, roots)) name = baseName(target.startsWith('/') ? target : join(path, target));
    todo.unshift(...pathParts(target));
    if (target.startsWith('/')) path = '/';
  }
  return { path, name, circle: false };
}

/** Text of a symbolic link, or undefined for anything else, also for what cannot be looked at. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(String(codeOf(error)));
const reasonOf = (error: unknown): string => String(codeOf(error) ?? 'unknown failure');
