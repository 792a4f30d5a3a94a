import { readFileSync } from 'node:fs';

/** True when the process was stopped by a signal (SIGSTOP) and runs nothing until it is told to go on. False where the system does not say. */
export function isStopped(pid: number): boolean {
  try {
    // After the name in parentheses, which may hold any character, comes one letter for the state.
    return /\) T [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
