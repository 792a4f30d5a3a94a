// @ts-nocheck: read by Node as it is.
// The built server, as bin/mcp starts it, with workers whose handlers print and die.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = (file) => import(pathToFileURL(join(import.meta.dirname, '../../dist', file)).href);
const { protocolOutput } = await dist('mcp/stdout-guard.js');
const { serve } = await dist('mcp/serve.js');
const { parseEnvironment } = await dist('platform/environment.js');
const { createLogger } = await dist('platform/log.js');

const environment = parseEnvironment({ variables: process.env, folder: process.cwd() });
const handlersModule = join(import.meta.dirname, 'noisy-handlers.mjs');
console.log('a banner of some dependency');
const { done } = await serve({
  environment,
  log: createLogger('INFO'),
  input: process.stdin,
  output: protocolOutput,
  handlersModule,
});
await done;
process.exit(0);
