/**
 * A path that libvips takes as it stands. It would read a trailing `[…]` as load options and open the file named before it, which
 * nobody has checked, so sources are opened through `holdSource`. Throws `RangeError`, a bug of ours, for such a path.
 */
export function plainPath(path: string): string {
  if (path.trimEnd().endsWith(']')) throw new RangeError('a path with options for the decoder was not replaced by a held file');
  return path;
}
