import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../../scripts/generated-files.ts';
import { ERROR_CODES } from '../../src/domain/errors/codes.ts';
import { TOOLS } from '../../src/mcp/tools/registry.ts';
import { ENVIRONMENT_VARIABLES } from '../../src/platform/environment-variables.ts';
import { QUEUES } from '../../src/queue/jobs/job.ts';
import { JOBS } from '../../src/queue/jobs/registry.ts';
import { IGNORED_VARIABLES } from '../../src/workers/doctor/check-settings.ts';

const project = join(import.meta.dirname, '../..');
const sources = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const text = (path: string) => readFileSync(join(project, path), 'utf8');

describe('the list of jobs', () => {
  it.each(Object.entries(JOBS))('holds %s under its own name, from a file of that name', (name, job) => {
    expect(job.name).toBe(name);
    expect(name).toMatch(/^[a-z]+\.[a-z]+$/);
    expect(text(`src/queue/jobs/${name.replace('.', '-')}.ts`)).toContain(`name: '${name}'`);
    expect(job.deadlineMs).toBeGreaterThan(0);
    expect(Object.keys(QUEUES)).toContain(job.queue);
  });

  it('holds every job file', () => {
    const files = readdirSync(join(project, 'src/queue/jobs')).filter((name) => !['job.ts', 'registry.ts'].includes(name));
    expect(files.toSorted()).toEqual(
      Object.keys(JOBS)
        .map((name) => `${name.replace('.', '-')}.ts`)
        .toSorted(),
    );
  });
});

describe('the list of tools', () => {
  it('holds every tool file, under its own name', () => {
    const files = readdirSync(join(project, 'src/mcp/tools')).filter((name) => name.startsWith('geomap_'));
    expect(files.toSorted()).toEqual(TOOLS.map(({ name }) => `${name}.ts`).toSorted());
  });
});

describe('the error codes', () => {
  it.each(Object.entries(ERROR_CODES))('say of %s when it is raised, in one sentence', (code, { when }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(when).toMatch(/^[A-Z].*\.$/);
  });

  it('are all documented', () => {
    const page = generatedFiles().get('docs/errors.md') ?? '';
    for (const code of Object.keys(ERROR_CODES)) expect(page).toContain(`\`${code}\``);
  });
});

describe('the environment variables', () => {
  it('that the source names are all in the table, which says what each means', () => {
    const named = new Set(sources.flatMap((path) => text(join('src', path)).match(/\bGEOMAP_[A-Z0-9_]+\b/g) ?? []));
    const known = new Set(Object.keys(ENVIRONMENT_VARIABLES));
    const unknown = [...named].filter((name) => !known.has(name) && !FOREIGN.has(name));
    expect(unknown).toEqual([]);
    for (const { meaning } of Object.values(ENVIRONMENT_VARIABLES)) expect(meaning).toMatch(/\.$/);
  });
});

/** Variables of the reference system that mean nothing here: the doctor passes over them in silence. */
const FOREIGN: ReadonlySet<string> = IGNORED_VARIABLES;
