#!/usr/bin/env node
// The guard comes alone and first: everything else is loaded only when nothing but protocol lines can reach standard output.
import { protocolOutput } from '../mcp/stdout-guard.ts';

const { runServer } = await import('../mcp/main.ts');
process.exit(await runServer(protocolOutput));
