import type { HandlerContext } from '../handler.ts';

/** Where files that the server made may be read from: the allowed roots, its cache and its state folder (contract 5.3). */
export const productRoots = (context: Pick<HandlerContext, 'settings' | 'store'>): readonly string[] => [
  ...context.settings.allowed_roots,
  context.settings.cache_root,
  context.store.stateRoot,
];
