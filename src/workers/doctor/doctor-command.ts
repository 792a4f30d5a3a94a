import { parseArgs } from 'node:util';
import { ConfigurationError } from '../../platform/configuration-error.ts';
import { parseEnvironment } from '../../platform/environment.ts';
import type { LaunchEnvironment } from '../../platform/environment-values.ts';
import type { Preflight } from '../preflight.ts';
import { checkAssets } from './check-assets.ts';
import { checkFolders } from './check-folders.ts';
import { checkNode, checkPackages, type DoctorPackage } from './check-packages.ts';
import { checkQueue } from './check-queue.ts';
import { checkSettings } from './check-settings.ts';
import { checkStore } from './check-store.ts';
import { type Finding, problem } from './finding.ts';

export const DOCTOR_USAGE = `Usage: stratigraphic-amenity doctor [--json]

Looks at everything this server needs, with the environment it would be started in, and says what to do.
Nothing is changed and nothing is asked of the network, but a Redis that GEOMAP_REDIS_URL names.

Exit codes: 0 nothing stands in the way, 1 something does, 2 wrong use.
`;

export const DOCTOR_EXIT = { sound: 0, problem: 1, usage: 2 } as const;

export type DoctorDeps = {
  readonly launch: LaunchEnvironment;
  readonly nodeVersion: string;
  readonly preflight: Preflight<DoctorPackage>;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
};

/** `stratigraphic-amenity doctor`: one screen of findings. Returns the exit code. */
export async function runDoctor(argv: readonly string[], deps: DoctorDeps): Promise<number> {
  const options = readOptions(argv);
  if (options === undefined || options.help) {
    (options === undefined ? deps.err : deps.out)(DOCTOR_USAGE.trimEnd());
    return options === undefined ? DOCTOR_EXIT.usage : DOCTOR_EXIT.sound;
  }
  const findings = await examine(deps);
  for (const line of options.json ? findings.map((finding) => JSON.stringify(finding)) : screen(findings)) deps.out(line);
  return findings.some(({ state }) => state === 'problem') ? DOCTOR_EXIT.problem : DOCTOR_EXIT.sound;
}

function readOptions(argv: readonly string[]): { readonly json: boolean; readonly help: boolean } | undefined {
  try {
    const options = { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } } as const;
    return parseArgs({ args: [...argv], options }).values;
  } catch {
    return undefined;
  }
}

/** All checks, in the order in which a start would meet them. A setting that cannot be read ends the list: the rest depends on it. */
export async function examine({ launch, nodeVersion, preflight }: Omit<DoctorDeps, 'out' | 'err'>): Promise<readonly Finding[]> {
  const first = [checkNode(nodeVersion), ...(await checkPackages(preflight))];
  try {
    const { settings, process: own } = parseEnvironment(launch);
    return [
      ...first,
      ...checkSettings(settings, launch.variables),
      ...checkFolders(settings, own),
      ...(await checkQueue(own)),
      checkStore(own.stateRoot),
      ...(await checkAssets(settings)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [...first, problem('settings', error.message, 'Correct the variable; docs/environment.md lists what each one takes.')];
  }
}

const MARKS = { ok: 'ok  ', note: 'note', problem: 'FAIL' } as const;

/** One line for each finding, its remedy below it, and a verdict at the end. */
export function screen(findings: readonly Finding[]): readonly string[] {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, state, found, remedy }) => [
    `${MARKS[state]}  ${check.padEnd(width)}  ${found}`,
    ...(remedy === null ? [] : [`${' '.repeat(width + 8)}-> ${remedy}`]),
  ]);
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const verdict =
    problems === 0 ? 'Nothing stands in the way.' : `${problems} finding${problems === 1 ? ' stands' : 's stand'} in the way.`;
  return [...lines, verdict];
}
