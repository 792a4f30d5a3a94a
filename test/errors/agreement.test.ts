import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GATE_STATES, type GateState, gateVariables, wholeServer } from './whole-server.ts';

/*
 * What the capability list, the failure of a call and the text of both say about the same obstacle: the same requirements, and the
 * same person who can meet them.
 */
const STATES = Object.keys(GATE_STATES).filter((state): state is GateState => state in GATE_STATES);
const WEIGHTS = ['det_component', 'det_legend'] as const;

function serverWith(state: GateState, weights: readonly string[]) {
  const server = wholeServer({ variables: { ...gateVariables(state), GEOMAP_DETECTOR: 'peace' } });
  for (const name of weights) {
    const folder = join(server.maps, 'assets/models', name, 'weights');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'best.pt'), 'no checkpoint');
  }
  return server;
}

async function processing(server: ReturnType<typeof wholeServer>) {
  writeFileSync(join(server.maps, 'dot.gif'), Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
  const { structuredContent } = await server.call('geomap_register_map', { path: join(server.maps, 'dot.gif') });
  return server.failureOf('geomap_process_image', { map_id: structuredContent.map_id });
}

describe.each(STATES)('with the gates %s', (state) => {
  test.each([[[]], [['det_component']], [['det_legend']]])(
    'and the weights %j there, list and failure name the same requirements',
    async (weights) => {
      const server = serverWith(state, weights);
      const listed = await server.call('geomap_list_capabilities', {});
      const capability = Object(listed.structuredContent.capabilities).map_processing;
      const { failure, text } = await processing(server);
      expect(failure.code).toBe('missing_extra');
      expect(failure.details?.missing_requirements).toEqual(capability.missing_requirements);
      expect(capability.ready).toBe(false);
      expect(capability.missing_requirements).toHaveLength(WEIGHTS.length - weights.length);
      for (const requirement of capability.missing_requirements) {
        expect(listed.text).toContain(requirement);
        expect(text).toContain(requirement);
      }
    },
  );

  test('the providers that wait for an asset are sent to the same place by list and failure', async () => {
    const server = wholeServer({ variables: gateVariables(state) });
    const listed = await server.call('geomap_list_capabilities', {});
    const providers: readonly { id: string; missing_requirements: string[] }[] = Object(listed.structuredContent).providers;
    const [requirement = ''] = providers.find(({ id }) => id === 'rock_knowledge')?.missing_requirements ?? [];
    const { failure } = await server.failureOf('geomap_query_knowledge', { query_text: 'granite', include: ['rock_knowledge'] });
    const toTool = (text: string): boolean => text.includes('geomap_prepare_knowledge');
    expect(toTool(requirement)).toBe(state === 'on');
    expect(toTool(failure.message)).toBe(state === 'on');
    expect(toTool(failure.recovery_hints?.[0] ?? '')).toBe(state === 'on');
    expect(requirement.includes('operator')).toBe(state !== 'on');
    expect(failure.message.includes('operator')).toBe(state !== 'on');
  });

  test('the prepare tools are in the list of tools exactly when their capability is ready', async () => {
    const server = wholeServer({ variables: gateVariables(state) });
    const { structuredContent } = await server.call('geomap_list_capabilities', {});
    const { detector_preparation: detectors, knowledge_preparation: knowledge } = Object(structuredContent.capabilities);
    expect(detectors.ready).toBe(state === 'on');
    expect(knowledge.ready).toBe(state === 'on');
    for (const each of [detectors, knowledge])
      expect(each.missing_requirements.join().includes('GEOMAP_MCP_ENABLE')).toBe(state !== 'on');
    const { failure } = await server.failureOf('geomap_prepare_detectors', { unheard_of: 1 });
    expect(failure.code).toBe(state === 'on' ? 'invalid_arguments' : 'unknown_tool');
  });
});

test('weights that are no checkpoints are named as such, and sent to the operator, whom the prepare tool cannot replace', async () => {
  const server = serverWith('on', WEIGHTS);
  const { failure } = await processing(server);
  expect(failure.code).toBe('missing_extra');
  expect(failure.recovery_hints?.[0]).toContain('operator');
  expect(failure.details?.missing_requirements).toHaveLength(2);
});
