import { type ImportFailure, packageRequirement } from '../../domain/errors/routes.ts';
import type { Preflight } from '../preflight.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** Packages with a native or WebAssembly part, and what works without each that can be absent. */
export const DOCTOR_PACKAGES = {
  sharp: null,
  'better-sqlite3': null,
  'onnxruntime-node': 'The built-in detector works without it; the PEACE weights do not.',
  'gdal-async': 'Everything but the export of GeoTIFF, COG and GeoPackage works without it.',
  'tesseract.js': 'Everything but reading legend labels, title and scale works without it.',
} as const;
export type DoctorPackage = keyof typeof DOCTOR_PACKAGES;

const LEAST_NODE = [20, 19] as const;

/** `version` as in `process.versions.node`. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  return enough ? ok('Node.js', version) : problem('Node.js', version, `Install Node.js ${LEAST_NODE.join('.')} or newer.`);
}

/** Load every such package in a disposable child. */
export async function checkPackages(preflight: Preflight<DoctorPackage>): Promise<readonly Finding[]> {
  const { failures, problem: trouble } = await preflight.check();
  if (trouble !== null) return [problem('native packages', trouble.text, 'Run `npm run setup` in the folder of the project.')];
  return Object.entries(DOCTOR_PACKAGES).map(([name, without]) => {
    const failure = failures.find((each) => each.probed === name);
    return failure === undefined ? ok(name, 'loads') : missing(name, failure, without);
  });
}

function missing(name: string, failure: ImportFailure, without: string | null): Finding {
  const found = packageRequirement(failure).text;
  const remedy =
    failure.reason === 'shared_library'
      ? `Install the system library ${failure.library}.`
      : 'Run `npm run setup` in the folder of the project.';
  return without === null ? problem(name, found, remedy) : note(name, found, `${without} ${remedy}`);
}
