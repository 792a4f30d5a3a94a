// Runs the conformance kit that lies beside a clone (../shared) against the built server and holds the outcome against the list
// of known failures. Options: `--update` writes the list anew from this run, without any id that it did not hold before
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

/** Why each known failure is one, by case id. */
type Reasons = Readonly<Record<string, string>>;

const readReasons = (): Reasons | null =>
  existsSync(join(ROOT, LIST)) ? JSON.parse(readFileSync(join(ROOT, LIST), 'utf8')).cases : null;
const parseList = (text: string): readonly string[] => Object.keys(JSON.parse(text).cases);

const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';

/** The list as each commit left it, oldest first, and as it is now. */
const listVersions = (): readonly (readonly string[])[] => {
  const commits = git('log', '--reverse', '--format=%H', '--', LIST).split('\n').filter(Boolean);
  return [...commits.map((commit) => parseList(git('show', `${commit}:${LIST}`))), Object.keys(readReasons() ?? {})];
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
const updateList = (reasons: Reasons | null, outcomes: readonly CaseOutcome[]): Reasons => {
  const failed = outcomes.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const kept = failed.filter((id) => reasons === null || id in reasons).toSorted();
  const list = Object.fromEntries(kept.map((id) => [id, reasons?.[id] ?? 'not built yet']));
  writeFileSync(join(ROOT, LIST), `${JSON.stringify({ cases: list }, null, 2)}\n`);
  return list;
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
  const reasons = readReasons();
  const list = values.update && values.only === undefined ? updateList(reasons, outcomes) : (reasons ?? {});
  const verdict = judge(outcomes, Object.keys(list));
  print(verdict);
  if (values.report !== undefined) writeCounts(values.report, verdict);
  const versions = listVersions();
  const added = versions.flatMap((later, index) => grown(versions[index - 1] ?? later, later));
  if (added.length > 0) console.error(`conformance: the list of known failures grew, which it may not: ${added.join(', ')}`);
  return verdict.fresh.length > 0 || added.length > 0 ? 1 : 0;
};

process.exitCode = main();
