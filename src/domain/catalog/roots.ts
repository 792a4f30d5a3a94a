import { GeomapError } from '../errors/geomap-error.ts';

/*
 * Path policy (D17), pure: what a caller's text may mean, what lies inside a root, what a refusal says. Paths are POSIX,
 * absolute and canonical unless said otherwise. Looking at the disk is `platform/files/source-path.ts`.
 */

/** Where a refused path came from. */
export type PathOrigin = 'input_image' | 'generated_artifact';

/** Parts of a path without empty ones and `.`; `..` stays, because what it means depends on links. */
export const pathParts = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

/** True when `path` is `root` or below it, compared part by part: `/data-evil` is not inside `/data`. */
export function isInside(path: string, root: string): boolean {
  const parts = pathParts(path);
  const wanted = pathParts(root);
  return path.startsWith('/') && root.startsWith('/') && !parts.includes('..') && wanted.every((part, at) => parts[at] === part);
}

export const isInsideAny = (path: string, roots: readonly string[]): boolean => roots.some((root) => isInside(path, root));

/** Last part of a path or of a Windows path, `..` resolved by text alone; empty for a root. Safe to show. */
export function baseName(path: string): string {
  const kept: string[] = [];
  for (const part of pathParts(path)) {
    if (part === '..') kept.pop();
    else kept.push(part);
  }
  return kept.at(-1) ?? '';
}

/** Facts for turning a caller's text into an absolute path; both absolute. */
export type Launch = { readonly home: string; readonly folder: string };

/**
 * Absolute path of a caller's text: `~` and `~/…` expanded, relative text joined to the launch folder. `..` is kept.
 * Throws `disallowed_path` for another user's home, `invalid_arguments` for a NUL or empty text: neither can name a file.
 */
export function absolutePath(text: string, launch: Launch): string {
  if (text.includes('\0'))
    throw new GeomapError('invalid_arguments', 'The path holds a NUL character and names no file. Give the path without it.');
  if (text.trim() === '')
    throw new GeomapError('invalid_arguments', 'The path is empty. Give the path of an image file or a geomap://maps/… URI.');
  if (text === '~' || text.startsWith('~/')) return `${launch.home}/${text.slice(2)}`;
  if (/^~[^/]+(\/|$)/.test(text)) throw outsideRoots('input_image', baseName(text));
  return text.startsWith('/') ? text : `${launch.folder}/${text}`;
}

/**
 * The one answer for everything outside the roots, whether it exists or not. `basename` is the file name only: of the
 * link's target when a link inside a root leads out, else as asked for.
 */
export function outsideRoots(origin: PathOrigin, basename: string): GeomapError {
  return new GeomapError('disallowed_path', {
    message:
      origin === 'input_image'
        ? 'The path lies outside every folder that this server may read maps from. Use a file inside an allowed folder, or ask the server operator to add its folder to GEOMAP_MCP_ALLOWED_ROOTS.'
        : 'A stored file lies outside every folder that this server may read. The server operator has to check GEOMAP_MCP_ALLOWED_ROOTS and the cache folder.',
    details: { path_origin: origin, basename, required_policy: 'GEOMAP_MCP_ALLOWED_ROOTS' },
  });
}

/** Inside a root, but a folder, device, pipe or socket. */
export const notRegularFile = (): GeomapError =>
  new GeomapError('disallowed_path', 'The path is not a regular file. Give the path of an image file inside an allowed folder.');

/** Inside a root, but the server's user may not read it or its links lead in a circle. */
export const unreadablePath = (logReason: string): GeomapError =>
  new GeomapError('disallowed_path', {
    message: 'The path cannot be opened by this server. The server operator has to check its links and permissions.',
    logReason,
  });

/** Inside a root, and not there. */
export const absentFile = (basename: string): GeomapError =>
  new GeomapError('artifact_not_found', {
    message: `No file named ${quoted(basename)} exists at that place in an allowed folder. Check the path and call again.`,
    details: { basename },
  });

/** The file at the path is no longer the one that a call began with: replaced, removed or written to. */
export const changedWhileRead = (): GeomapError =>
  new GeomapError('artifact_not_found', {
    message:
      'source_changed: the source file was replaced or written to while it was read, so nothing of this call was kept. Call again when the file is complete.',
    details: { reason: 'source_changed' },
    hints: ['Call again when the file is complete.'],
  });

/** A short token of a name, fit for a sentence. */
function quoted(name: string): string {
  const plain = Array.from(name, (char) => (/[\p{L}\p{N}\p{M}\p{S}\p{P} ]/u.test(char) ? char : '?')).join('');
  return `"${plain.length > 80 ? `${plain.slice(0, 77)}…` : plain}"`;
}
