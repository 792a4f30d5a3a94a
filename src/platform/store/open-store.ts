import { join } from 'node:path';
import type { Store } from '../../domain/catalog/store.ts';
import { openMemoryRegistry, openRegistry } from './database.ts';
import { createSession } from './session.ts';
import { createStore } from './sqlite-store.ts';

export type StoreOptions = {
  /** Absolute folder; made with mode 0700 when it is not there. */
  readonly stateRoot: string;
  /** Default: the `migrations/` of this package. */
  readonly migrationsFolder?: string;
};

/**
 * The catalogue in `<state>/registry.sqlite`. Nothing is opened before the first method, so this never throws: a broken
 * registry fails the call that needs it and the next call looks again.
 */
export function openStore(options: StoreOptions): Store {
  const file = join(options.stateRoot, 'registry.sqlite');
  return createStore(
    options.stateRoot,
    createSession(() => openRegistry(file, options.migrationsFolder), file),
  );
}

/** In-memory twin for tests: the same rules, no registry file. Documents are still written below `stateRoot`. */
export function openMemoryStore(options: StoreOptions): Store {
  return createStore(
    options.stateRoot,
    createSession(() => openMemoryRegistry(options.migrationsFolder)),
  );
}
