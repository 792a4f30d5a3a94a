// Runs the conformance kit that lies beside a clone (../shared) against the built server and holds the outcome against the list
// of known failures. A case that contradicts a decision or an issue, both of which win over it, stands in the list's second part
// with the reason; only the first part is debt. Options: `--update` writes the list anew from this run, without any id that it did not hold before
// (unless there is no list yet); `--report FILE` writes the counts; `--only REGEX` runs some cases.
// Exit code 1: a case failed that is not on the list, or the list grew since an earlier commit.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CaseOutcome, grown, judge, type Verdict } from './known-failures.ts';

const ROOT = join(import.meta.dirname, '..');
const KIT = join(ROOT, '../shared/conformance/run.mjs');
const LIST = 'test/conformance/known-failures.json';

/** A reason by case id. */
type Reasons = Readonly<Record<string, string>>;
type List = {
  /** What is not built or not right yet: may only shrink. */
  readonly cases: Reasons;
  /** Cases that want something else than a decision or an issue that wins over them. */
  readonly contradicted: Reasons;
};

const readList = (): List | null => {
  if (!existsSync(join(ROOT, LIST))) return null;
  const { cases, contradicted = {} } = JSON.parse(readFileSync(join(ROOT, LIST), 'utf8'));
  return { cases, contradicted };
};
const parseList = (text: string): readonly string[] => Object.keys(JSON.parse(text).cases);

const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';

/** The list as each commit left it, oldest first, and as it is now. */
const listVersions = (): readonly (readonly string[])[] => {
  const commits = git('log', '--reverse', '--format=%H', '--', LIST).split('\n').filter(Boolean);
  return [...commits.map((commit) => parseList(git('show', `${commit}:${LIST}`))), Object.keys(readList()?.cases ?? {})];
};

const runKit = (extra: readonly string[]): readonly CaseOutcome[] => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const report = join(folder, 'report.json');
  const command = `node ${join(ROOT, 'dist/bin/mcp.js')}`;
  spawnSync(process.execPath, [KIT, '--cmd', command, '--offline', '--report', report, ...extra], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const outcomes = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).results : [];
  rmSync(folder, { recursive: true, force: true });
  return outcomes;
};

const print = ({ areas, passed, known, fresh, mended, skipped }: Verdict) => {
  for (const { area, passed: good, of } of areas) console.log(`  ${area.padEnd(14)} ${good} of ${of}`);
  for (const { id, problems } of fresh) console.log(`NEW FAILURE ${id}: ${problems.slice(0, 2).join('; ').slice(0, 300)}`);
  if (mended.length > 0)
    console.log(`On the list of known failures, but passing now (take them off with --update): ${mended.join(', ')}`);
  console.log(`conformance: ${passed} passed, ${known.length} known failures, ${fresh.length} new failures, ${skipped} skipped`);
};

/** Writes the list without what passes now. A list that is not there yet begins with every failure of this run. */
const updateList = (list: List | null, outcomes: readonly CaseOutcome[]): List => {
  const failed = outcomes.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const still = (reasons: Reasons): Reasons => Object.fromEntries(Object.entries(reasons).filter(([id]) => failed.includes(id)));
  const first = (): Reasons => Object.fromEntries(failed.toSorted().map((id) => [id, 'not built yet']));
  const written = { cases: list === null ? first() : still(list.cases), contradicted: still(list?.contradicted ?? {}) };
  writeFileSync(join(ROOT, LIST), `${JSON.stringify(written, null, 2)}\n`);
  return written;
};

const writeCounts = (file: string, { passed, fresh, known, skipped }: Verdict) =>
  writeFileSync(file, JSON.stringify({ passed, failed: fresh.length, known: known.length, skipped }));

const main = (): number => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { update: { type: 'boolean' }, report: text, only: text } });
  if (!existsSync(KIT)) {
    console.log('conformance: skipped, there is no ../shared/conformance beside this clone');
    return 0;
  }
  const outcomes = runKit(values.only === undefined ? [] : ['--only', values.only]);
  if (outcomes.length === 0) {
    console.error('conformance: the kit ran no case');
    return 1;
  }
  const earlier = readList();
  const list = values.update && values.only === undefined ? updateList(earlier, outcomes) : earlier;
  const verdict = judge(outcomes, Object.keys({ ...list?.cases, ...list?.contradicted }));
  print(verdict);
  if (values.report !== undefined) writeCounts(values.report, verdict);
  const versions = listVersions();
  const added = versions.flatMap((later, index) => grown(versions[index - 1] ?? later, later));
  if (added.length > 0) console.error(`conformance: the list of known failures grew, which it may not: ${added.join(', ')}`);
  return verdict.fresh.length > 0 || added.length > 0 ? 1 : 0;
};

process.exitCode = main();
