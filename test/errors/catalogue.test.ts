import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../../src/domain/errors/codes.ts';
import { isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import { workerLost } from '../../src/queue/queue-failures.ts';
import { type Failure, GATE_STATES, type GateState, gateVariables, type ServerOptions, wholeServer } from './whole-server.ts';

type Arranged = { readonly name: string; readonly args: unknown; readonly signal?: AbortSignal };
type Server = ReturnType<typeof wholeServer>;

/** How a code is brought about on a server whose gates are in some state; `null` where that state cannot have it. */
type Arrangement = {
  readonly options?: ServerOptions;
  readonly arrange: (server: Server, state: GateState) => Arranged | null | Promise<Arranged | null>;
  /** What the failure has to say beside its code. */
  readonly says: (failure: Failure, state: GateState, server: Server) => void;
};

const NO_MAP = '0'.repeat(32);
const noHints = (failure: Failure) => expect(failure.recovery_hints).toBeUndefined();
const put = (server: Server, name: string, content: string | Uint8Array) => {
  writeFileSync(join(server.maps, name), content);
  return join(server.maps, name);
};

const CODES: Readonly<Record<Exclude<ErrorCode, 'preparation_disabled'>, Arrangement>> = {
  unknown_tool: {
    arrange: (_server, state) => ({ name: state === 'on' ? 'geomap_delete_map' : 'geomap_prepare_detectors', args: {} }),
    says: (failure) => {
      expect(failure.message).toMatch(/geomap_delete_map|geomap_prepare_detectors/);
      expect(failure.message).toContain('tools/list');
      // A withheld tool is not told from one that never was.
      expect(JSON.stringify(failure)).not.toContain('GEOMAP_MCP_ENABLE');
      noHints(failure);
    },
  },
  invalid_arguments: {
    arrange: () => ({ name: 'geomap_register_map', args: { path: 7, other: 1 } }),
    says: (failure) => {
      expect(failure.message).toMatch(/validation/i);
      expect(failure.message).toContain('/path');
      expect(failure.message).toContain('not allowed');
    },
  },
  disallowed_path: {
    arrange: (server) => {
      writeFileSync(join(server.home, 'outside.png'), 'x');
      return { name: 'geomap_register_map', args: { path: join(server.home, 'outside.png') } };
    },
    says: (failure, _state, server) => {
      expect(failure.details).toEqual({
        path_origin: 'input_image',
        basename: 'outside.png',
        required_policy: 'GEOMAP_MCP_ALLOWED_ROOTS',
      });
      expect(JSON.stringify(failure)).not.toContain(server.home);
    },
  },
  artifact_not_found: {
    arrange: (server) => ({ name: 'geomap_register_map', args: { path: join(server.maps, 'gone.png') } }),
    says: (failure, _state, server) => {
      expect(failure.message).toContain('gone.png');
      expect(failure.message).not.toContain(server.maps);
    },
  },
  unsupported_media: {
    arrange: (server) => ({ name: 'geomap_register_map', args: { path: put(server, 'notes.png', 'no picture at all') } }),
    says: (failure) => expect(failure.message).toMatch(/PNG|JPEG|TIFF/),
  },
  oversize_image: {
    options: { variables: { GEOMAP_MAX_SOURCE_BYTES: '10' } },
    arrange: (server) => ({ name: 'geomap_register_map', args: { path: put(server, 'big.png', 'x'.repeat(11)) } }),
    says: (failure) => {
      expect(failure.details).toMatchObject({ observed_bytes: 11, limit_bytes: 10 });
      expect(failure.recovery_hints).toHaveLength(1);
      expect(failure.recovery_hints?.[0]).toMatch(/operator.*GEOMAP_MAX_SOURCE_BYTES/);
    },
  },
  registry_corrupt: {
    arrange: (server) => {
      mkdirSync(server.environment.process.stateRoot, { recursive: true });
      writeFileSync(join(server.environment.process.stateRoot, 'registry.sqlite'), 'not a registry');
      return { name: 'geomap_process_image', args: { map_id: NO_MAP } };
    },
    says: (failure) => {
      expect(failure.details).toEqual({ registry: 'state/registry.sqlite' });
      expect(failure.recovery_hints?.[0]).toMatch(/Back up and remove.*data root/);
    },
  },
  missing_extra: {
    options: { variables: { GEOMAP_DETECTOR: 'peace' } },
    arrange: async (server) => ({ name: 'geomap_process_image', args: { map_id: await registered(server) } }),
    says: (failure, state) => {
      expect(failure.recovery_hints?.[0]).toContain(state === 'on' ? 'geomap_prepare_detectors` to install' : 'operator');
      expect(failure.details?.missing_requirements).toHaveLength(2);
    },
  },
  missing_knowledge_asset: {
    arrange: () => ({ name: 'geomap_query_knowledge', args: { query_text: 'granite', include: ['rock_knowledge'] } }),
    says: (failure, state) => {
      expect(JSON.stringify(failure).includes('geomap_prepare_knowledge')).toBe(state === 'on');
      expect(failure.details?.providers).toEqual(['rock_knowledge']);
    },
  },
  detector_configuration_mismatch: {
    options: { variables: { GEOMAP_MODEL_ROOT: '/elsewhere/models' } },
    arrange: (_server, state) => (state === 'on' ? { name: 'geomap_prepare_detectors', args: {} } : null),
    says: noHints,
  },
  knowledge_configuration_mismatch: {
    options: { variables: { GEOMAP_K2_USAGE_JSON: '/elsewhere/usage.json' } },
    arrange: (_server, state) => (state === 'on' ? { name: 'geomap_prepare_knowledge', args: {} } : null),
    says: noHints,
  },
  asset_install_failed: {
    arrange: (server, state) => {
      mkdirSync(join(server.maps, 'assets/models/det_component'), { recursive: true });
      return state === 'on' ? { name: 'geomap_prepare_detectors', args: {} } : null;
    },
    says: (failure) => {
      expect(failure.details).toEqual({ asset_id: 'peace-layout-detectors', reason: 'incomplete' });
      expect(failure.recovery_hints?.[0]).toMatch(/trace_id.*--force/);
    },
  },
  invalid_bounds: {
    arrange: () => ({
      name: 'geomap_query_knowledge',
      args: { bounds: { min_lon: 0, min_lat: 10, max_lon: 1, max_lat: 5, crs: 'EPSG:4326' } },
    }),
    says: noHints,
  },
  georef_required: {
    arrange: async (server) => ({ name: 'geomap_query_map', args: { map_id: await registered(server) } }),
    says: (failure) => expect(failure.message).toMatch(/bounds.*label|label.*bounds/i),
  },
  unknown_provider: {
    arrange: () => ({ name: 'geomap_query_knowledge', args: { legend_labels: ['granite'], include: ['nobody'] } }),
    says: (failure) => {
      expect(failure.details?.reason).toBe('unknown_name');
      noHints(failure);
    },
  },
  invalid_output: {
    arrange: () => ({ name: 'geomap_enrich_legend', args: { label: 'granite' } }),
    options: { handlers: { 'legend.enrich': () => JSON.parse('{"payload":{"label":5},"links":[],"preview_file":null}') } },
    says: (failure) => expect(failure.message).toMatch(/^Output validation/),
  },
  internal_error: {
    arrange: () => ({ name: 'geomap_enrich_legend', args: { label: 'granite' } }),
    options: {
      handlers: {
        'legend.enrich': () => {
          throw new RangeError('/secret/place is out of range');
        },
      },
    },
    says: (failure) => {
      expect(failure.message).toContain('RangeError');
      expect(JSON.stringify(failure)).not.toContain('secret');
    },
  },
  queue_unavailable: {
    options: { realQueue: true, variables: { GEOMAP_REDIS_URL: '/nowhere/redis.sock' } },
    arrange: () => ({ name: 'geomap_enrich_legend', args: { label: 'granite' } }),
    says: (failure) => expect(failure.message).toContain('GEOMAP_REDIS_URL'),
  },
  worker_lost: {
    arrange: () => ({ name: 'geomap_enrich_legend', args: { label: 'granite' } }),
    options: {
      handlers: {
        'legend.enrich': () => {
          throw workerLost({ signal: 'SIGKILL', exitCode: null });
        },
      },
    },
    says: (failure) => expect(failure.details).toEqual({ reason: 'process_ended', signal: 'SIGKILL' }),
  },
  deadline_exceeded: {
    arrange: () => ({ name: 'geomap_enrich_legend', args: { label: 'granite' } }),
    options: {
      limitMs: 20,
      handlers: {
        'legend.enrich': (_input, { signal }) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    },
    says: (failure) => expect(failure.details).toEqual({ deadline_ms: 20 }),
  },
  cancelled: {
    arrange: () => ({ name: 'geomap_enrich_legend', args: { label: 'granite' }, signal: AbortSignal.abort() }),
    says: (failure) => expect(failure.details).toBeUndefined(),
  },
  storage_unavailable: {
    options: { variables: { GEOMAP_STATE_ROOT: '/proc/nowhere/state' } },
    arrange: () => ({ name: 'geomap_process_image', args: { map_id: NO_MAP } }),
    says: (failure) => expect(failure.message).toContain('GEOMAP_STATE_ROOT'),
  },
};

/** The smallest picture there is, registered. */
async function registered(server: Server): Promise<string> {
  const path = put(server, 'dot.gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
  const { structuredContent } = await server.call('geomap_register_map', { path });
  return String(structuredContent.map_id);
}

describe.each(Object.keys(GATE_STATES).filter((state): state is GateState => state in GATE_STATES))(
  'with the gates %s',
  (state) => {
    test.each(Object.entries(CODES))(
      '%s is raised, says its remedy and stands in the log',
      async (code, { options, arrange, says }) => {
        const server = wholeServer({ ...options, variables: { ...gateVariables(state), ...options?.variables } });
        const arranged = await arrange(server, state);
        if (arranged === null) return;
        const { failure, text, line, structuredContent } = await server.failureOf(arranged.name, arranged.args, arranged.signal);
        expect(failure.code).toBe(code);
        expect(structuredContent).toMatchObject({ schema_version: 'geomap-error/v1', isError: true, error: { code } });
        expect(text.startsWith(failure.message)).toBe(true);
        for (const hint of failure.recovery_hints ?? []) expect(text).toContain(hint);
        expect(line).toContain(`outcome=${code}`);
        says(failure, state, server);
      },
    );

    test('a prepare job that reaches a worker is refused where the gate is shut', async () => {
      const server = wholeServer({ variables: gateVariables(state) });
      if (state === 'on') return;
      for (const name of ['detectors.prepare', 'knowledge.prepare'] as const) {
        const { settings } = server.environment;
        const failure = await server.runner
          .run({ name, input: {}, settings, traceId: 'a'.repeat(32) })
          .catch((error: unknown) => error);
        if (!isGeomapError(failure)) throw new Error('the job was not refused');
        expect(failure.code).toBe('preparation_disabled');
        expect(failure.facts.hints?.[0]).toMatch(/operator.*unset GEOMAP_MCP_ENABLE_\w+_PREPARATION.*true.*restart/);
      }
    });
  },
);

test('the arrangements above are those of the whole catalogue', () => {
  expect([...Object.keys(CODES), 'preparation_disabled'].sort()).toEqual(Object.keys(ERROR_CODES).sort());
});
