const MOST_LINES = 400;
const MOST_LINES_ENTRY_POINT = 80;
/** Names that say nothing about what is inside. */
const EMPTY_NAMES = /^(utils?|helpers?|common|manager|base|types|misc)\.(ts|mjs)$/;
/** A tool's file has the tool's name. */
const TOOL_FILE = /^src\/mcp\/tools\/geomap(_[a-z]+)+\.ts$/;
const NAME = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.(ts|mjs)$/;
/** A cast past every check. A cast in a codec after a check is for the reviewer to judge. */
const BLIND_CAST = /\bas (?:any|never|unknown as)\b/;

type Rule = { readonly applies: (path: string) => boolean; readonly broken: (line: string) => boolean; readonly text: string };

const source = (path: string) => path.startsWith('src/');

const LINE_RULES: readonly Rule[] = [
  {
    applies: source,
    broken: (line) => /^\s*(?:export\s+)?(?:declare\s+)?(?:enum|namespace)\s/.test(line),
    text: 'enum or namespace: write a union or an object',
  },
  { applies: source, broken: (line) => /^export default\b/.test(line), text: 'default export: name it' },
  { applies: source, broken: (line) => /@ts-(?:ignore|nocheck)/.test(line), text: 'the compiler is silenced: mend the type' },
  {
    applies: source,
    broken: (line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && BLIND_CAST.test(code(line)),
    text: 'blind cast: parse the value instead',
  },
  {
    applies: (path) => source(path) || path.startsWith('test/'),
    broken: (line) => /^(?:import|export|\}) .*from '\.{1,2}\/[^']*(?<!\.ts|\.json|\.mjs)'/.test(line),
    text: 'relative import without its .ts ending',
  },
  {
    applies: (path) => path.startsWith('test/'),
    broken: (line) => /^\s*vi\.mock\(/.test(line),
    text: 'mock of a module: pass a twin of the port instead',
  },
];

/** A line without what stands in quotes and after a comment sign. */
const code = (line: string): string =>
  line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''").replace(/\/\/.*$/, '');

/** Breaks of the house rules in one file, as `path:line: what`. `path` is relative to the project, with `/`. */
export const styleProblems = (path: string, text: string): readonly string[] => {
  const name = path.split('/').at(-1) ?? '';
  const lines = text.split('\n');
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const most = path.startsWith('src/bin/') ? MOST_LINES_ENTRY_POINT : MOST_LINES;
  return [
    ...(NAME.test(name) || TOOL_FILE.test(path) ? [] : [`${path}: file name is not kebab-case`]),
    ...(EMPTY_NAMES.test(name) ? [`${path}: file name says nothing about what is inside`] : []),
    ...(count > most ? [`${path}: ${count} lines, more than ${most}: a noun is hiding in it`] : []),
    ...LINE_RULES.filter((rule) => rule.applies(path)).flatMap((rule) =>
      lines.flatMap((line, index) => (rule.broken(line) ? [`${path}:${index + 1}: ${rule.text}`] : [])),
    ),
  ];
};
