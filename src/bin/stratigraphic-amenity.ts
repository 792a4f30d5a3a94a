#!/usr/bin/env node
/*
 * The one name for all programs: `stratigraphic-amenity <command> …` is the same as `stratigraphic-amenity-<command> …`, and has the
 * commands that have no name of their own.
 */
const COMMANDS = {
  mcp: { what: 'the MCP server, over standard input and output', load: () => import('./mcp.ts') },
  worker: { what: 'workers for the Redis named by GEOMAP_REDIS_URL', load: () => import('./worker.ts') },
  assets: { what: 'install approved weights and knowledge files', load: () => import('./assets.ts') },
  sync: { what: 'copy knowledge sources to this machine', load: () => import('./sync.ts') },
  demo: { what: 'the whole main job on a drawn sheet', load: () => import('./demo.ts') },
  doctor: { what: 'look at everything the server needs, and say what to do', load: () => import('./doctor.ts') },
} as const;

const usage = (): string =>
  `Usage: stratigraphic-amenity COMMAND [options]\n\n${Object.entries(COMMANDS)
    .map(([name, { what }]) => `  ${name.padEnd(8)} ${what}`)
    .join('\n')}\n\nEach command tells its options with --help.\n`;

const isCommand = (name: string | undefined): name is keyof typeof COMMANDS =>
  name !== undefined && Object.hasOwn(COMMANDS, name);

const name = process.argv[2];
if (isCommand(name)) {
  // The programs read their own arguments from where they would stand without this one.
  process.argv.splice(2, 1);
  await COMMANDS[name].load();
} else if (name === '--help' || name === '-h') {
  process.stdout.write(usage());
} else {
  process.stderr.write(usage());
  process.exitCode = 2;
}
