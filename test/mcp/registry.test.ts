import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/domain/errors/codes.ts';
import { guideMarkdown } from '../../src/mcp/guide.ts';
import { exposedTools, listing, TOOLS } from '../../src/mcp/tools/registry.ts';
import { JOBS } from '../../src/queue/jobs/registry.ts';

const ON = { detectors: true, knowledge: true };

describe('the registry of tools', () => {
  it('has the ten tools of the contract in their published order, and its own after them', () => {
    expect(TOOLS.map((tool) => tool.name)).toEqual([
      'geomap_list_capabilities',
      'geomap_register_map',
      'geomap_process_image',
      'geomap_prepare_detectors',
      'geomap_prepare_knowledge',
      'geomap_georeference',
      'geomap_query_knowledge',
      'geomap_query_map',
      'geomap_enrich_legend',
      'geomap_render_knowledge_overlay',
      'geomap_transform_points',
      'geomap_export',
      'geomap_read_region',
      'geomap_query_geologic_units',
    ]);
  });

  it('has one file per tool, named after it', () => {
    const files = readdirSync(join(import.meta.dirname, '../../src/mcp/tools')).filter((name) => name !== 'registry.ts');
    expect(files.sort()).toEqual(TOOLS.map((tool) => `${tool.name}.ts`).sort());
  });

  it('pins the hints that hosts act on', () => {
    expect(
      Object.fromEntries(TOOLS.map((tool) => [tool.name, [tool.annotations.readOnlyHint, tool.annotations.idempotentHint]])),
    ).toEqual({
      geomap_list_capabilities: [true, true],
      geomap_register_map: [false, true],
      geomap_process_image: [false, false],
      geomap_prepare_detectors: [false, true],
      geomap_prepare_knowledge: [false, true],
      geomap_georeference: [false, false],
      geomap_query_knowledge: [false, false],
      geomap_query_map: [false, false],
      geomap_enrich_legend: [true, true],
      geomap_render_knowledge_overlay: [false, false],
      geomap_transform_points: [true, true],
      geomap_export: [false, false],
      geomap_read_region: [true, true],
      geomap_query_geologic_units: [false, false],
    });
    for (const tool of TOOLS) expect(listing(tool).annotations.destructiveHint).toBe(false);
  });

  it('gives every tool a job of its own and each public job a tool', () => {
    const jobs = TOOLS.map((tool) => tool.job);
    expect(new Set(jobs).size).toBe(jobs.length);
    expect(
      Object.keys(JOBS)
        .filter((name) => !jobs.some((job) => job === name))
        .sort(),
    ).toEqual(['resource.list', 'resource.resolve']);
  });

  it.each([
    [{ detectors: true, knowledge: true }, []],
    [{ detectors: false, knowledge: true }, ['geomap_prepare_detectors']],
    [{ detectors: true, knowledge: false }, ['geomap_prepare_knowledge']],
    [{ detectors: false, knowledge: false }, ['geomap_prepare_detectors', 'geomap_prepare_knowledge']],
  ])('withholds exactly the tools whose gate is off: %j', (gates, hidden) => {
    const shown = exposedTools(gates).map((tool) => tool.name);
    expect(shown).toHaveLength(TOOLS.length - hidden.length);
    for (const name of hidden) expect(shown).not.toContain(name);
  });
});

describe('schemas that are advertised', () => {
  it.each(exposedTools(ON).map((tool) => [tool.name, tool] as const))('%s', (_, tool) => {
    const { inputSchema, outputSchema, description } = listing(tool);
    expect(inputSchema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
    });
    expect(Array.isArray(inputSchema.required)).toBe(true);
    expect(outputSchema).toMatchObject({
      type: 'object',
      required: ['schema_version', 'trace_id', 'text_summary'],
      additionalProperties: true,
    });
    const text = JSON.stringify([inputSchema, outputSchema]);
    expect(text).not.toMatch(/prefixItems|"\$ref"|"\$defs"|9007199254740991/);
    expect(description.length).toBeGreaterThan(60);
    expect(description.length).toBeLessThan(700);
  });

  it('advertises the rules between arguments', () => {
    const rules = Object.fromEntries(TOOLS.map((tool) => [tool.name, tool.inputSchema().allOf]));
    expect(rules.geomap_process_image).toEqual([
      {
        oneOf: [
          { required: ['map_id'], not: { required: ['map_uri'] } },
          { required: ['map_uri'], not: { required: ['map_id'] } },
        ],
      },
    ]);
    expect(rules.geomap_georeference).toContainEqual({ not: { required: ['map_id', 'map_uri'] } });
    expect(rules.geomap_render_knowledge_overlay).toHaveLength(3);
    expect(rules.geomap_enrich_legend).toBeUndefined();
  });

  it('keeps each output schema its own', () => {
    expect(new Set(TOOLS.map((tool) => JSON.stringify(tool.outputSchema()))).size).toBe(TOOLS.length);
  });
});

describe('the agent guide', () => {
  it('names every tool and every error code', () => {
    const guide = guideMarkdown();
    for (const tool of TOOLS) expect(guide).toContain(`### ${tool.name}`);
    for (const code of Object.keys(ERROR_CODES)) expect(guide).toContain(`| \`${code}\` |`);
  });
});
