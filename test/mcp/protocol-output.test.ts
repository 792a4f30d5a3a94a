import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt, ROOT } from '../build.ts';

beforeAll(ensureBuilt);

test('fifty answers that wait for a slow reader at once come out whole and leave standard error silent', async () => {
  const source = `const { protocolOutput } = await import(${JSON.stringify(join(ROOT, 'dist/mcp/stdout-guard.js'))});
    for (let line = 0; line < 50; line += 1)
      if (!protocolOutput.write('x'.repeat(50_000) + '\\n')) protocolOutput.once('drain', () => undefined);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complaints]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  await new Promise((resolve) => child.once('close', resolve));
  expect(said.join('')).toBe(`${'x'.repeat(50_000)}\n`.repeat(50));
  expect(complaints.join('')).toBe('');
});
