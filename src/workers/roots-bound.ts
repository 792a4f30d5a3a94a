import { sep } from 'node:path';
import type { Settings } from '../domain/settings/settings.ts';

const isInside = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

/** The roots of a job as far as this worker's own roots allow them (D5a): the deeper of each pair that overlaps. */
export function boundRoots(settings: Settings, bound: readonly string[] | null): Settings {
  if (bound === null) return settings;
  const roots = settings.allowed_roots.flatMap((root) => {
    if (bound.some((own) => isInside(root, own))) return [root];
    return bound.filter((own) => isInside(own, root));
  });
  return { ...settings, allowed_roots: [...new Set(roots)] };
}
