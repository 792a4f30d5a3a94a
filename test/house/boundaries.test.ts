import { appendFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BoundaryReport, cruiseSources, formatViolations } from '../../scripts/boundaries.ts';

const project = join(import.meta.dirname, '../..');
/** Modules that break a rule each: where, what they import, and the rule. */
const PLANTED = [
  ['platform/planted-picture.ts', 'sharp', 'door-sharp'],
  ['platform/planted-store.ts', 'better-sqlite3', 'door-store'],
  ['queue/planted-model.ts', 'onnxruntime-node', 'door-onnx'],
  ['platform/planted-queue.ts', 'bullmq', 'door-queue'],
  ['platform/planted-process.ts', 'node:child_process', 'processes-are-started-in-few-places'],
  ['platform/planted-upwards.ts', '../workers/handler.ts', 'platform-imports-domain-only'],
  ['queue/planted-shell.ts', '../mcp/tool.ts', 'queue-below-workers-and-shell'],
  ['workers/planted-shell.ts', '../mcp/tool.ts', 'shell-and-workers-apart'],
  ['mcp/planted-worker.ts', '../workers/handler.ts', 'shell-and-workers-apart'],
  ['domain/planted-clock.ts', 'node:fs', 'domain-is-pure'],
  ['domain/planted-entry.ts', '../bin/worker.ts', 'nothing-imports-entry-points'],
  ['queue/planted-protocol.ts', '@modelcontextprotocol/sdk/types.js', 'sdk-types-in-mcp-only'],
  ['domain/planted-nowhere.ts', './nowhere.ts', 'unresolvable'],
] as const;

/** A copy of the project whose packages are those of the project. */
const copyProject = async (): Promise<string> => {
  const copy = await mkdtemp(join(tmpdir(), 'boundaries-'));
  await cp(join(project, 'src'), join(copy, 'src'), { recursive: true });
  for (const file of ['tsconfig.json', 'package.json']) await cp(join(project, file), join(copy, file));
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
};

describe('the boundary check', () => {
  let copy: string;
  let clean: BoundaryReport;
  let planted: BoundaryReport;

  beforeAll(async () => {
    copy = await copyProject();
    clean = await cruiseSources(copy);
    for (const [path, target] of PLANTED) await writeFile(join(copy, 'src', path), `import '${target}';\n`);
    await appendFile(join(copy, 'src/bin/mcp.ts'), "import '../platform/planted-picture.ts';\n");
    planted = await cruiseSources(copy);
  }, 300_000);
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('sees every module of the project and no violation', () => {
    expect(formatViolations(clean)).toEqual([]);
    expect(clean.seen).toBe(clean.existing);
    expect(clean.seen).toBeGreaterThan(300);
  });

  it('fails on an import of sharp that bin/mcp reaches through another module, and shows the chain', () => {
    const found = planted.violations.find(
      ({ rule, from }) => rule === 'mcp-process-loads-no-native-addon' && from === 'src/bin/mcp.ts',
    );
    expect(found?.via.join(' ')).toMatch(/planted-picture\.ts .*node_modules\/sharp\//);
  });

  it.each(PLANTED)('fails on %s importing %s, by rule %s', (path, _, rule) => {
    const rules = planted.violations.filter(({ from }) => from === `src/${path}`).map((violation) => violation.rule);
    expect(rules).toContain(rule);
  });

  it('says what each violation means', () => {
    const line = formatViolations(planted).find((each) => each.startsWith('queue-below-workers-and-shell'));
    expect(line).toMatch(/planted.*\n.*must know neither/);
  });
});
