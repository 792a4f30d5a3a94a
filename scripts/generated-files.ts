import type { z } from 'zod';
import { georefPayloadSchema } from '../src/domain/documents/georef.ts';
import { bundleInputSchema } from '../src/domain/documents/knowledge.ts';
import { processingPayloadSchema } from '../src/domain/documents/processing.ts';
import { ERROR_CODES } from '../src/domain/errors/codes.ts';
import { settingsSchema } from '../src/domain/settings/settings.ts';
import { toJsonSchema } from '../src/mcp/json-schema.ts';
import type { Tool } from '../src/mcp/tool.ts';
import { TOOLS } from '../src/mcp/tools/registry.ts';
import { ENVIRONMENT_VARIABLES } from '../src/platform/environment-variables.ts';
import { QUEUES } from '../src/queue/jobs/job.ts';
import { JOBS } from '../src/queue/jobs/registry.ts';

/** Documents that cross a process or stay on disk, by file name. */
const DOCUMENTS: Readonly<Record<string, z.ZodType>> = {
  'georef-v1': georefPayloadSchema,
  'knowledge-v2': bundleInputSchema,
  'map-processing-v1': processingPayloadSchema,
  settings: settingsSchema,
};

const NOTE = '<!-- Made by `npm run gen` from the source; change the source instead. -->';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
const page = (title: string, ...parts: readonly string[]): string => `# ${title}\n\n${NOTE}\n\n${parts.join('\n\n')}\n`;
const yes = (value: boolean): string => (value ? 'yes' : 'no');

const typeOf = (schema: unknown): string => {
  if (typeof schema !== 'object' || schema === null) return 'any';
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if ('type' in schema) return Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type);
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  return 'any';
};

const toolSection = (tool: Tool): string => {
  const { properties, required } = tool.inputSchema();
  const needed = Array.isArray(required) ? required : [];
  const rows = Object.entries(properties ?? {}).map(([name, schema]) => {
    const words = typeof schema === 'object' && schema !== null && 'description' in schema ? String(schema.description) : '';
    return [`\`${name}\``, typeOf(schema), yes(needed.includes(name)), words];
  });
  const { readOnlyHint, idempotentHint } = tool.annotations;
  return [
    `## ${tool.name}`,
    `**${tool.title}.** ${tool.description}`,
    rows.length > 0 ? table(['Argument', 'Type', 'Required', 'Meaning'], rows) : 'Takes no arguments.',
    ...(tool.constraints.length > 0
      ? [`Rules between arguments: ${tool.constraints.map(({ words }) => words).join('; ')}.`]
      : []),
    `Read only: ${yes(readOnlyHint)}. Idempotent: ${yes(idempotentHint)}. Runs as job \`${tool.job}\`.`,
  ].join('\n\n');
};

const toolsPage = (): string =>
  page(
    'Tools',
    'The tools of the server in the order of `tools/list`. Their full schemas are in `schemas/tools/`.',
    ...TOOLS.map(toolSection),
  );

const errorsPage = (): string =>
  page(
    'Error codes',
    'Every failure of a tool carries one of these codes, a message with its own remedy, and the trace ID of the call.',
    table(
      ['Code', 'Who acts', 'One retry is sensible', 'When', 'What the agent does next'],
      Object.entries(ERROR_CODES).map(([code, { actor, retry, when, next }]) => [`\`${code}\``, actor, yes(retry), when, next]),
    ),
  );

const GROUPS = {
  paths: 'Paths',
  results: 'What results depend on',
  limits: 'Limits',
  processes: 'Processes, queue and logs',
} as const;

const environmentPage = (): string =>
  page(
    'Environment variables',
    'A blank value counts as unset. The MCP process reads them once, at its start; what a result depends on travels with each job.',
    ...Object.entries(GROUPS).map(([group, title]) => {
      const rows = Object.entries(ENVIRONMENT_VARIABLES).filter(([, variable]) => variable.group === group);
      return `## ${title}\n\n${table(
        ['Variable', 'Default', 'Meaning'],
        rows.map(([name, variable]) => [`\`${name}\``, variable.default, variable.meaning]),
      )}`;
    }),
  );

const jobsPage = (): string =>
  page(
    'Jobs and queues',
    'A tool call becomes one job. A worker of the kind named here runs it; past its deadline the caller gets `deadline_exceeded`.',
    table(
      ['Job', 'Queue', 'Worker kind', 'Deadline, s', 'Equal calls join', 'Idempotent'],
      Object.values(JOBS).map(({ name, queue, deadlineMs, dedupe, idempotent }) => [
        `\`${name}\``,
        queue,
        QUEUES[queue].kind,
        String(deadlineMs / 1000),
        yes(dedupe),
        yes(idempotent),
      ]),
    ),
  );

/** Every generated file: path below the project, and what it has to hold. */
export const generatedFiles = (): ReadonlyMap<string, string> => {
  const tools = TOOLS.flatMap((tool): [string, string][] => [
    [`schemas/tools/${tool.name}.input.json`, json(tool.inputSchema())],
    [`schemas/tools/${tool.name}.output.json`, json(tool.outputSchema())],
  ]);
  const jobs = Object.values(JOBS).flatMap(({ name, input, output }): [string, string][] => [
    [`schemas/jobs/${name}.input.json`, json(toJsonSchema(input, 'input'))],
    [`schemas/jobs/${name}.output.json`, json(toJsonSchema(output, 'output'))],
  ]);
  const documents = Object.entries(DOCUMENTS).map(([name, shape]): [string, string] => [
    `schemas/documents/${name}.json`,
    json(toJsonSchema(shape, 'output')),
  ]);
  const pages: [string, string][] = [
    ['docs/tools.md', toolsPage()],
    ['docs/errors.md', errorsPage()],
    ['docs/environment.md', environmentPage()],
    ['docs/jobs.md', jobsPage()],
  ];
  return new Map([...tools, ...jobs, ...documents, ...pages]);
};
