import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import rules from '../.dependency-cruiser.mjs';

export type BoundaryReport = {
  /** Modules of src/ that the run read. */
  readonly seen: number;
  /** TypeScript files that lie in src/. */
  readonly existing: number;
  readonly violations: readonly {
    readonly rule: string;
    readonly from: string;
    readonly to: string;
    readonly via: readonly string[];
  }[];
};

/** Reads `root`/src with the project's rules. `root` may be a copy of the project whose node_modules is a link. */
export const cruiseSources = async (root: string): Promise<BoundaryReport> => {
  const tsConfig = extractTsConfig(join(root, 'tsconfig.json'));
  const options: ICruiseOptions = { ...rules.options, baseDir: root, ruleSet: { forbidden: rules.forbidden }, validate: true };
  const { output } = await cruise(['src'], options, {}, { tsConfig });
  if (typeof output === 'string') throw new Error('dependency-cruiser gave text where a result was asked for');
  return reportOf(output, root);
};

const reportOf = (result: ICruiseResult, root: string): BoundaryReport => ({
  seen: result.modules.filter(({ source }) => source.startsWith('src/')).length,
  existing: readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).length,
  violations: result.summary.violations.map(({ rule, from, to, via }) => ({
    rule: rule.name,
    from,
    to,
    via: (via ?? []).map(({ name }) => name),
  })),
});

/** One line per violation, with the chain where there is one, and what the rule means. */
export const formatViolations = ({ violations }: BoundaryReport): readonly string[] =>
  violations.map(({ rule, from, to, via }) => {
    const comment = (rules.forbidden ?? []).find(({ name }) => name === rule)?.comment ?? '';
    return `${rule}: ${from} -> ${via.length > 0 ? via.join(' -> ') : to}\n    ${comment}`;
  });
