import { findProgram } from './find-program.ts';

/**
 * Words before a command line that make the kernel send it `signal` when the process that started it ends in whatever
 * way. Empty where there is no setpriv (macOS): there a child has to watch a pipe of its parent.
 */
export function deathGuard(signal: 'TERM' | 'KILL'): readonly string[] {
  const setpriv = process.platform === 'linux' ? findProgram(['setpriv']) : undefined;
  return setpriv === undefined ? [] : [setpriv, '--pdeathsig', signal];
}
