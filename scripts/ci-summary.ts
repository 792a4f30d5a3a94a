// Adds up the test run and the conformance run and prints one plain closing line. Arguments: the two JSON reports.
import { existsSync, readFileSync } from 'node:fs';

const read = (path: string | undefined) => (path !== undefined && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
const [tests, conformance] = [read(process.argv[2]), read(process.argv[3])];

const passed = (tests.numPassedTests ?? 0) + (conformance.passed ?? 0);
const failed = (tests.numFailedTests ?? 0) + (conformance.failed ?? 0);
const skipped = (tests.numPendingTests ?? 0) + (conformance.skipped ?? 0);
if (conformance.known > 0) console.log(`Not counted below: ${conformance.known} conformance cases on the list of known failures`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = passed === 0 || failed > 0 ? 1 : 0;
