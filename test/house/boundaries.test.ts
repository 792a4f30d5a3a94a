import { appendFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cruiseSources, formatViolations } from '../../scripts/boundaries.ts';

const project = join(import.meta.dirname, '../..');
let copy: string;

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'boundaries-'));
  await cp(join(project, 'src'), join(copy, 'src'), { recursive: true });
  await cp(join(project, 'tsconfig.json'), join(copy, 'tsconfig.json'));
  await cp(join(project, 'package.json'), join(copy, 'package.json'));
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rm(copy, { recursive: true, force: true }));

/** A module `path` of the copy that imports `target`, and an import of it in bin/mcp. */
const plant = async (path: string, target: string) => {
  await writeFile(join(copy, 'src', path), `import '${target}';\n`);
  await appendFile(join(copy, 'src/bin/mcp.ts'), `import '../${path}';\n`);
};

describe('the boundary check', () => {
  it('sees every module of the project and no violation', async () => {
    const report = await cruiseSources(copy);
    expect(formatViolations(report)).toEqual([]);
    expect(report.seen).toBe(report.existing);
    expect(report.seen).toBeGreaterThan(40);
  });

  it('fails on an import of sharp that bin/mcp reaches through another module', async () => {
    await plant('platform/planted.ts', 'sharp');
    const { violations } = await cruiseSources(copy);
    const found = violations.find(({ rule, from }) => rule === 'mcp-process-loads-no-native-addon' && from === 'src/bin/mcp.ts');
    expect(found?.via.join(' ')).toMatch(/planted\.ts .*node_modules\/sharp\//);
    expect(violations.map(({ rule }) => rule)).toContain('door-sharp');
  });

  it.each([
    ['better-sqlite3', 'door-store'],
    ['onnxruntime-node', 'door-onnx'],
    ['bullmq', 'door-queue'],
    ['node:child_process', 'processes-are-started-in-few-places'],
    ['../workers/handler.ts', 'platform-imports-domain-only'],
  ])('fails on an import of %s in the platform folder', async (target, rule) => {
    await writeFile(join(copy, 'src/platform/planted.ts'), `import '${target}';\n`);
    const { violations } = await cruiseSources(copy);
    expect(violations.filter(({ from }) => from === 'src/platform/planted.ts').map((violation) => violation.rule)).toContain(
      rule,
    );
  });

  it('fails on a clock or a file in the domain', async () => {
    await writeFile(join(copy, 'src/domain/planted.ts'), "import 'node:fs';\n");
    const { violations } = await cruiseSources(copy);
    expect(violations).toEqual([{ rule: 'domain-is-pure', from: 'src/domain/planted.ts', to: 'fs', via: [] }]);
  });

  it('says what each violation means', async () => {
    await plant('queue/planted.ts', '../mcp/planted.ts');
    await writeFile(join(copy, 'src/mcp/planted.ts'), 'export {};\n');
    const lines = formatViolations(await cruiseSources(copy));
    expect(lines.find((line) => line.startsWith('queue-below-workers-and-shell'))).toMatch(/planted.*\n.*must know neither/);
  });
});
