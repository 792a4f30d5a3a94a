// Runs the folder rules over src/ and fails on a violation, or when fewer modules were seen than exist.
import { join } from 'node:path';
import { cruiseSources, formatViolations } from './boundaries.ts';

const root = join(import.meta.dirname, '..');
const report = await cruiseSources(root);
for (const line of formatViolations(report)) console.error(line);
console.log(`boundaries: ${report.seen} modules of ${report.existing}, ${report.violations.length} violations`);
process.exitCode = report.violations.length > 0 || report.seen < report.existing ? 1 : 0;
