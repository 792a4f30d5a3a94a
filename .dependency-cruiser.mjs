// The rules of the folders, each with what a violation means. `npm run check` runs them and counts the modules it saw.
const NATIVE = 'node_modules/(sharp|@img|better-sqlite3|gdal-async|onnxruntime-node|@gutenye|tesseract\\.js)(/|$)';
const PURE = [
  'zod',
  'proj4',
  '@?geographiclib[^/]*',
  'ml-matrix',
  'rbush',
  'flatbush',
  'kdbush',
  '@turf/[^/]+',
  'opentype\\.js',
].join('|');

/** One door per dependency: only the files matching `path` may import the packages; types load nothing and may be named anywhere.
 * @param {string} name @param {string} packages @param {string} path @param {string} meaning
 * @returns {import('dependency-cruiser').IForbiddenRuleType} */
const door = (name, packages, path, meaning) => ({
  name: `door-${name}`,
  severity: 'error',
  comment: `${packages} has one door, ${path}. ${meaning}`,
  from: { path: '^src', pathNot: path },
  to: { path: `node_modules/(${packages})(/|$)`, dependencyTypesNot: ['type-only'] },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two modules need each other: a noun between them is missing, and neither can be tested or loaded alone.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'unresolvable',
      severity: 'error',
      comment: 'An import leads nowhere: the server would fail at start on a fresh clone.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment:
        'The domain reads a clock, a file or another layer: its results stop being a function of its input. Pass a port in.',
      from: { path: '^src/domain' },
      to: { pathNot: `^src/domain|node_modules/(@types/)?(${PURE})(/|$)` },
    },
    {
      name: 'platform-imports-domain-only',
      severity: 'error',
      comment:
        'The platform is below the queue, the workers and the shell: an import upwards ties logging or the store to one of them.',
      from: { path: '^src/platform' },
      to: { path: '^src/(queue|workers|mcp|bin|demo)' },
    },
    {
      name: 'queue-below-workers-and-shell',
      severity: 'error',
      comment: 'The queue carries jobs for both sides and must know neither.',
      from: { path: '^src/queue' },
      to: { path: '^src/(workers|mcp|bin|demo)' },
    },
    {
      name: 'shell-and-workers-apart',
      severity: 'error',
      comment:
        'The protocol shell and the workers speak through jobs only; an import between them puts geology into the MCP process, or protocol into a worker.',
      from: { path: '^src/(mcp|workers)' },
      to: { path: '^src/(mcp|workers|bin|demo)', pathNot: '^src/$1' },
    },
    {
      name: 'nothing-imports-entry-points',
      severity: 'error',
      comment:
        'An entry point reads argv and the environment when it is loaded; importing it runs it. Only the one name for all programs wants that.',
      from: { path: '^src', pathNot: '^src/bin/stratigraphic-amenity\\.ts$' },
      to: { path: '^src/bin' },
    },
    {
      name: 'demo-is-a-client',
      severity: 'error',
      comment:
        'The demo proves the server from outside. Beyond the raster and font adapters that draw its sheet it may not reach into the server.',
      from: { path: '^src/demo' },
      to: { path: '^src/(queue|mcp|platform/store|workers/(?!adapters/(sharp-raster|font)))' },
    },
    {
      name: 'mcp-process-loads-no-native-addon',
      severity: 'error',
      comment: 'bin/mcp reaches a native addon: the MCP process would start slower, grow, and die with the addon (D1).',
      from: { path: '^src/(bin/mcp|mcp/)' },
      to: { path: NATIVE, reachable: true },
    },
    {
      name: 'mcp-process-reaches-no-adapter',
      severity: 'error',
      comment: 'bin/mcp reaches an adapter or the store: work that belongs to a job would run in the MCP process (D1).',
      from: { path: '^src/(bin/mcp|mcp/)' },
      to: { path: '^src/(workers/adapters|workers/handlers|platform/store)', reachable: true },
    },
    {
      name: 'sdk-server-in-one-file',
      severity: 'error',
      comment:
        'The SDK is behind one narrow file (types may be used in mcp), so that a new SDK changes one file. The demo has its client door.',
      from: { path: '^src', pathNot: '^src/(mcp/server|demo/session)\\.ts$' },
      to: { path: 'node_modules/@modelcontextprotocol', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sdk-types-in-mcp-only',
      severity: 'error',
      comment: 'A protocol type outside the shell: a change of the protocol would reach the domain.',
      from: { path: '^src', pathNot: '^src/(mcp/|demo/session\\.ts$)' },
      to: { path: 'node_modules/@modelcontextprotocol' },
    },
    door('queue', 'bullmq|ioredis', '^src/queue/', 'Elsewhere it would tie other layers to Redis; jobs are the only interface.'),
    door(
      'sharp',
      'sharp|@img',
      '^src/workers/adapters/sharp-(raster|header|picture|writing)\\.ts$',
      'A second user would decode with other limits and another orientation rule.',
    ),
    door(
      'gdal',
      'gdal-async',
      '^src/workers/adapters/gdal-(binding|raster|scan|vector)\\.ts$',
      'It is optional: code outside its adapter would fail to load where it is absent.',
    ),
    door(
      'onnx',
      'onnxruntime-node',
      '^src/workers/adapters/onnx-[^/]+\\.ts$',
      'It blocks the event loop and is loaded only when weights are there.',
    ),
    door(
      'store',
      'better-sqlite3|drizzle-orm',
      '^src/platform/store/',
      'Every change of state is one transaction of the store; SQL elsewhere would break that.',
    ),
    {
      name: 'processes-are-started-in-few-places',
      severity: 'error',
      comment:
        'Starting processes anywhere else escapes the life cycle: nobody would end the child. Allowed: the launch of the supervisor, the private Redis, worker processes, the preflight; the demo starts its server through the SDK.',
      from: {
        path: '^src',
        pathNot: '^src/(workers/(worker-process|preflight)|queue/(private-redis|supervisor-launch))[^/]*\\.ts$',
      },
      to: { path: '^(node:)?child_process$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
