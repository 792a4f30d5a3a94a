import { describe, expect, test } from 'vitest';
import {
  detectorNotReady,
  knowledgeAssetMissing,
  knowledgeDependencyMissing,
  missingAssetsNotice,
  missingDependenciesNotice,
  packageRequirement,
  providerRemedy,
  weightsRequirement,
} from '../../src/domain/errors/routes.ts';
import { parseEnvironment } from '../../src/platform/environment.ts';
import { type GATE_STATES, gateVariables } from './whole-server.ts';

// The quoted sentences are those of the published articles (contract 3.4, 3.5); a typo in a gate counts as off.
const gatesOf = (state: keyof typeof GATE_STATES) =>
  parseEnvironment({ variables: { HOME: '/home/of/nobody', ...gateVariables(state) }, folder: '/' }).settings.gates;
const [ON, OFF, TYPO] = [gatesOf('on'), gatesOf('off'), gatesOf('typo')];

const OWN_SHELL =
  'Do not run installer commands in your own shell. It is a different environment from the server, so its PATH may lack the command and anything it installs lands in the wrong data root.';
const weights = [weightsRequirement('component'), weightsRequirement('legend')];
const failureFor = (missing: Parameters<typeof detectorNotReady>[0]['missing'], gates = ON) =>
  detectorNotReady({ missing, detectorError: 'Run `stratigraphic-amenity-assets peace-layout-detectors`.' }, gates).facts;

test('a gate is open unset or with a yes, shut with a no and with a typo', () => {
  const open = (text: string) =>
    parseEnvironment({ variables: { HOME: '/h', GEOMAP_MCP_ENABLE_DETECTOR_PREPARATION: text }, folder: '/' }).settings.gates
      .detectors;
  for (const yes of ['', '  ', '1', 'true', 'TRUE', ' Yes ', 'y', 'on']) expect(open(yes), yes).toBe(true);
  for (const no of ['0', 'false', 'no', 'off', 'ture', 'enabled', 'wahr']) expect(open(no), no).toBe(false);
  expect(TYPO).toEqual(OFF);
});

describe('a detector that is not ready', () => {
  test('sends the agent to the prepare tool, after the user agreed, where that tool is there', () => {
    const { hints, message } = failureFor(weights);
    expect(hints).toEqual([
      "Call `geomap_prepare_detectors` to install the approved runtime and weights into the server's data root. Confirm with the user first: it downloads about 200 MiB and writes to disk.",
      OWN_SHELL,
    ]);
    expect(message).toContain('geomap_prepare_detectors');
    expect(message).toMatch(/confirm/i);
  });

  test.each([
    ['off', OFF],
    ['a typo', TYPO],
  ] as const)('sends it to the operator with the gate at %s', (_name, gates) => {
    const { hints, message } = failureFor(weights, gates);
    expect(hints).toEqual([
      'Ask the server operator to run `stratigraphic-amenity-assets --all --root "$GEOMAP_DATA_ROOT"` in the server environment, or to re-expose `geomap_prepare_detectors`.',
      OWN_SHELL,
    ]);
    expect(message).toMatch(/operator/);
    expect(message).not.toContain('geomap_prepare_detectors');
  });

  test('hands packages and libraries to the operator in a third hint, and only them', () => {
    const library = packageRequirement({ package: 'onnxruntime-node', reason: 'shared_library', library: 'libGL.so.1' });
    for (const each of [packageRequirement({ package: 'onnxruntime-node', reason: 'missing' }), library]) {
      const { hints = [] } = failureFor([each]);
      expect(hints).toHaveLength(3);
      expect(hints[2]).toMatch(/npm packages or system libraries.*operator/);
    }
    expect(library.text).toBe('onnxruntime-node import failed: missing shared library libGL.so.1');
    expect(failureFor(weights).hints).toHaveLength(2);
  });

  test('names every requirement in the message itself, word for word, and points at no details', () => {
    const { message, details } = failureFor(weights);
    for (const { text } of weights) expect(message).toContain(text);
    expect(message).not.toContain('details');
    expect(details).toEqual({
      missing_requirements: weights.map(({ text }) => text),
      detector_error: 'Run `stratigraphic-amenity-assets peace-layout-detectors`.',
    });
    for (const { text } of weights) expect(text).toContain('--root "$GEOMAP_DATA_ROOT"');
  });

  test('says so when it cannot tell which requirement is unmet', () => {
    expect(failureFor([]).message).toMatch(/could not be determined/);
  });

  test('has a cause only when one is known', () => {
    expect(failureFor(weights).cause).toBeUndefined();
    const cause = { type: 'missing_node_module', module: 'onnxruntime-node' } as const;
    expect(detectorNotReady({ missing: [], detectorError: '', cause }, ON).facts.cause).toEqual(cause);
  });
});

describe('a knowledge asset that is not there', () => {
  const failure = (gates: typeof ON) =>
    knowledgeAssetMissing({ providers: ['rock_knowledge', 'active_faults', 'rock_knowledge'], knowledgeError: 'absent' }, gates)
      .facts;

  test('is a matter of the prepare tool and of consent with the gate on', () => {
    const { hints, message, details } = failure(ON);
    expect(hints?.[0]).toMatch(/geomap_prepare_knowledge.*confirm.*writes to disk/);
    expect(hints?.[1]).toBe(OWN_SHELL);
    expect(message).toContain(hints?.[0]);
    expect(details).toEqual({ knowledge_error: 'absent', providers: ['active_faults', 'rock_knowledge'] });
  });

  test.each([
    ['off', OFF],
    ['a typo', TYPO],
  ] as const)('is a matter of the operator with the gate at %s', (_name, gates) => {
    const { hints, message } = failure(gates);
    expect(hints?.[0]).toMatch(/operator.*peace-knowledge-base/);
    expect(message + hints?.join()).not.toContain('geomap_prepare_knowledge');
  });

  test('is told of on a query that went on without it: sorted ids, and the same way out', () => {
    expect(missingAssetsNotice(['rock_knowledge', 'active_faults'], ON)).toMatch(
      /active_faults, rock_knowledge.*geomap_prepare_knowledge.*confirm/,
    );
    expect(missingAssetsNotice(['active_faults'], OFF)).toMatch(/active_faults.*operator/);
    expect(missingAssetsNotice(['active_faults'], OFF)).not.toContain('geomap_prepare_knowledge');
  });

  test('stands in the readiness of its provider with the same way out', () => {
    expect(providerRemedy('PEACE knowledge base', ON)).toBe(
      'PEACE knowledge base: call `geomap_prepare_knowledge` with user confirmation',
    );
    expect(providerRemedy('USGS earthquake data', OFF)).toMatch(
      /^USGS earthquake data: ask the server operator to install `peace-knowledge-base` in the server environment/,
    );
  });
});

test('a package or setting that is missing is for the operator whatever the gates: preparation installs assets only', () => {
  const { hints, message } = knowledgeDependencyMissing({ providers: ['population_density'], knowledgeError: 'x' }).facts;
  expect(hints).toHaveLength(1);
  expect(message).toContain(hints?.[0]);
  expect(message).toMatch(/operator.*assets only/);
  expect(missingDependenciesNotice(['b', 'a'])).toMatch(/a, b.*operator/);
});
