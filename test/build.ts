import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const SOURCE = join(ROOT, 'src');
const TARGET = join(ROOT, 'dist');
const LOCK = join(ROOT, 'node_modules/.cache-test-build');
const LOCK_LIFE_MS = 120_000;

const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name));

const targetOf = (source: string): string => join(TARGET, source.slice(SOURCE.length + 1).replace(/\.ts$/, '.js'));

function replaceFile(path: string, text: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}.tmp`, text);
  renameSync(`${path}.${process.pid}.tmp`, path);
}

async function compile(sources: readonly string[]): Promise<void> {
  const { default: ts } = await import('typescript');
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    rewriteRelativeImportExtensions: true,
    verbatimModuleSyntax: true,
  };
  for (const source of sources) {
    const plain = readFileSync(source);
    const isCode = source.endsWith('.ts');
    replaceFile(
      targetOf(source),
      isCode ? ts.transpileModule(plain.toString('utf8'), { compilerOptions, fileName: source }).outputText : plain,
    );
  }
}

async function lock(): Promise<void> {
  for (;;) {
    try {
      mkdirSync(LOCK);
      return;
    } catch {
      if (Date.now() - modifiedAt(LOCK) > LOCK_LIFE_MS) rmdirSync(LOCK);
      await delay(100);
    }
  }
}

/**
 * Brings dist/ up to date with src/ for tests that start processes: compiles what is newer, without checking types, and
 * bundles the server again. Costs some milliseconds when nothing is newer; several processes may call it at once.
 */
export async function ensureBuilt(): Promise<void> {
  await lock();
  try {
    const sources = filesOf(SOURCE);
    const server = join(TARGET, 'bin/mcp.js');
    const builtAt = modifiedAt(server);
    const stale = sources.filter((source) => modifiedAt(source) > modifiedAt(targetOf(source)));
    if (stale.length === 0 && sources.every((source) => modifiedAt(source) <= builtAt)) return;
    const entry = join(SOURCE, 'bin/mcp.ts');
    await compile([...new Set([...stale, entry])]);
    const bundled = spawnSync(process.execPath, [join(ROOT, 'scripts/bundle-mcp.mjs')], { cwd: ROOT, encoding: 'utf8' });
    if (bundled.status !== 0) throw new Error(`The server could not be bundled: ${bundled.stderr}`);
  } finally {
    rmdirSync(LOCK);
  }
}
