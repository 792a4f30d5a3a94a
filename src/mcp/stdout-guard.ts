import { Writable } from 'node:stream';
import '../platform/closed-stderr.ts';

const write = process.stdout.write.bind(process.stdout);

/** The one way to standard output: whole protocol lines, nothing else. Errors of the descriptor arrive here. */
export const protocolOutput = new Writable({
  decodeStrings: false,
  write(chunk: string | Buffer, _encoding, done) {
    write(chunk, done);
  },
});
// Every answer that finds the pipe full waits for the same event.
protocolOutput.setMaxListeners(0);
process.stdout.on('error', (error) => protocolOutput.destroy(error));

// Importing this file first sends everything that prints by accident (console.log, a dependency's banner) to stderr.
process.stdout.write = process.stderr.write.bind(process.stderr);
