// Runs the conformance kit that lies beside a clone (../shared) against the built server and holds the outcome against the list
// of known failures. Options: `--update` writes the list anew from this run, without any id that it did not hold before
// (unless there is no list yet); `--report FILE` writes the counts; the rest goes to the kit (`--only REGEX`, `--verbose`).
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

const parseList = (text: string): readonly string[] => JSON.parse(text).cases;
const readList = (): readonly string[] | null =>
  existsSync(join(ROOT, LIST)) ? parseList(readFileSync(join(ROOT, LIST), 'utf8')) : null;

const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';

/** The list as each commit left it, oldest first, and as it is now. */
const listVersions = (): readonly (readonly string[])[] => {
  const commits = git('log', '--reverse', '--format=%H', '--', LIST).split('\n').filter(Boolean);
  return [...commits.map((commit) => parseList(git('show', `${commit}:${LIST}`))), readList() ?? []];
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

const main = (): number => {
  const { values, positionals } = parseArgs({
    options: { update: { type: 'boolean' }, report: { type: 'string' }, only: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  if (!existsSync(KIT)) {
    console.log('conformance: skipped, there is no ../shared/conformance beside this clone');
    return 0;
  }
  const outcomes = runKit([...(typeof values.only === 'string' ? ['--only', values.only] : []), ...positionals]);
  if (outcomes.length === 0) {
    console.error('conformance: the kit ran no case');
    return 1;
  }
  const list = readList();
  const failedNow = outcomes.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const kept = list === null ? failedNow : list.filter((id) => failedNow.includes(id));
  if (values.update && values.only === undefined)
    writeFileSync(join(ROOT, LIST), `${JSON.stringify({ cases: kept.toSorted() }, null, 2)}\n`);
  const verdict = judge(outcomes, values.update ? kept : (list ?? []));
  print(verdict);
  if (typeof values.report === 'string')
    writeFileSync(
      values.report,
      JSON.stringify({
        passed: verdict.passed,
        failed: verdict.fresh.length,
        known: verdict.known.length,
        skipped: verdict.skipped,
      }),
    );
  const versions = listVersions();
  const added = versions.flatMap((later, index) => grown(versions[index - 1] ?? later, later));
  if (added.length > 0) console.error(`conformance: the list of known failures grew, which it may not: ${added.join(', ')}`);
  return verdict.fresh.length > 0 || added.length > 0 ? 1 : 0;
};

process.exitCode = main();
