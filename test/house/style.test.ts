import { describe, expect, it } from 'vitest';
import { styleProblems } from '../../scripts/style.ts';

const lines = (count: number) => 'const a = 1;\n'.repeat(count);

describe('the house rules', () => {
  it('accept an ordinary file', () => {
    expect(styleProblems('src/domain/geo/wrap.ts', "import { a } from './bounds.ts';\nexport const b = [a] as const;\n")).toEqual(
      [],
    );
  });

  it.each([
    ['a name that says nothing', 'src/domain/utils.ts', ''],
    ['a name in camel case', 'src/domain/geoBox.ts', ''],
    ['a file of more than 400 lines', 'src/domain/long.ts', lines(401)],
    ['an entry point of more than 80 lines', 'src/bin/mcp.ts', lines(81)],
    ['an enum', 'src/domain/kind.ts', 'export enum Kind { A }\n'],
    ['a default export', 'src/domain/kind.ts', 'export default 5;\n'],
    ['a silenced compiler', 'src/domain/kind.ts', '// @ts-ignore\n'],
    ['a blind cast', 'src/domain/kind.ts', 'const a = b as unknown as string;\n'],
    ['an import without its ending', 'src/domain/kind.ts', "import { a } from './other';\n"],
    ['a mocked module', 'test/geo/kind.test.ts', "vi.mock('../../src/domain/kind.ts');\n"],
  ])('refuse %s', (_, path, text) => {
    expect(styleProblems(path, text)).toHaveLength(1);
  });

  it('let a tool carry the name of its tool, and let quoted words pass', () => {
    expect(styleProblems('src/mcp/tools/geomap_query_map.ts', "const text = 'as any reader sees';\n")).toEqual([]);
  });
});
