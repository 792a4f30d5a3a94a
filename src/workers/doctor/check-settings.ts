import type { Settings } from '../../domain/settings/settings.ts';
import { ENVIRONMENT_VARIABLES } from '../../platform/environment-variables.ts';
import { type Finding, note, ok } from './finding.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const GATES = [
  ['GEOMAP_MCP_ENABLE_DETECTOR_PREPARATION', 'detectors'],
  ['GEOMAP_MCP_ENABLE_KNOWLEDGE_PREPARATION', 'knowledge'],
] as const;
const OFF = new Set(['0', 'false', 'no', 'n', 'off']);

/** The chosen detector, the gates of the prepare tools, and variables whose name or value looks like a slip. */
export function checkSettings(settings: Settings, variables: Variables): readonly Finding[] {
  return [
    ok('detector', settings.detector),
    ...GATES.map(([variable, gate]) => checkGate(variable, settings.gates[gate], variables)),
    ...unknownVariables(variables),
  ];
}

function checkGate(variable: string, open: boolean, variables: Variables): Finding {
  if (open) return ok(variable, 'on');
  const text = variables[variable]?.trim().toLowerCase() ?? '';
  if (OFF.has(text)) return ok(variable, 'off');
  return note(variable, 'off, because its value is neither a yes nor a no', 'Set it to true or to false.');
}

function unknownVariables(variables: Variables): readonly Finding[] {
  const known = Object.keys(ENVIRONMENT_VARIABLES);
  return Object.keys(variables)
    .filter((name) => name.startsWith('GEOMAP_') && !known.includes(name) && !IGNORED_VARIABLES.has(name))
    .sort()
    .map((name) => note(name, 'is set, and this server reads no variable of that name', 'Compare it with docs/environment.md.'));
}

/** Of the reference system, without meaning here (D37, contract 13.2); a host's configuration may still hold them. */
export const IGNORED_VARIABLES: ReadonlySet<string> = new Set([
  'GEOMAP_ULTRALYTICS_ROOT',
  'GEOMAP_KNOWLEDGE_EARTHQUAKE_ENGINE',
  'GEOMAP_KNOWLEDGE_FAULT_GEOMETRY_ENGINE',
  'GEOMAP_SEMANTIC_MODEL_REVISION',
  'GEOMAP_SEMANTIC_DEVICE',
  'GEOMAP_SEMANTIC_BATCH_SIZE',
  'GEOMAP_SEMANTIC_LOCAL_FILES_ONLY',
]);
