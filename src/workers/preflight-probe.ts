import type { ExceptionFacts } from '../domain/catalog/import-failure.ts';

/*
 * Entry of the disposable child of `preflight.ts`: loads each package named on the command line and tells the parent over IPC
 * which ones failed. Whatever a native library prints or does to this process harms nobody.
 */

/** better-sqlite3 loads its native part only when a database is opened. */
async function load(name: string): Promise<void> {
  const loaded: unknown = await import(name);
  if (name !== 'better-sqlite3' || typeof loaded !== 'object' || loaded === null || !('default' in loaded)) return;
  if (typeof loaded.default === 'function') Reflect.construct(loaded.default, [':memory:']);
}

function chainOf(error: unknown): ExceptionFacts[] {
  const chain: ExceptionFacts[] = [];
  for (let link = error; link instanceof Error && chain.length < 5; link = link.cause) {
    const code = 'code' in link && typeof link.code === 'string' ? link.code : null;
    chain.push({ name: link.constructor.name, code, message: link.message.slice(0, 4000) });
  }
  return chain.length > 0 ? chain : [{ name: 'Error', code: null, message: '' }];
}

const failures: { readonly name: string; readonly chain: readonly ExceptionFacts[] }[] = [];
for (const name of process.argv.slice(2)) {
  try {
    await load(name);
  } catch (error) {
    failures.push({ name, chain: chainOf(error) });
  }
}
process.send?.({ failures }, () => process.exit(0));
