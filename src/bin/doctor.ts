import { DOCTOR_PACKAGES, type DoctorPackage } from '../workers/doctor/check-packages.ts';
import { runDoctor } from '../workers/doctor/doctor-command.ts';
import { createPreflight } from '../workers/preflight.ts';

const isPackage = (name: string): name is DoctorPackage => Object.hasOwn(DOCTOR_PACKAGES, name);

process.exitCode = await runDoctor(process.argv.slice(2), {
  launch: { variables: process.env, folder: process.cwd() },
  nodeVersion: process.versions.node,
  preflight: createPreflight(Object.keys(DOCTOR_PACKAGES).filter(isPackage)),
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
});
