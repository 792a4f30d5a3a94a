import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => unknown) | undefined;

/**
 * Gives memory back after work that needed much of it once: the engine itself collects only when new work asks for memory, so that an
 * idle process keeps its largest size. Takes about 50 ms; without effect where the engine does not allow it.
 */
export function releaseMemory(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    const found: unknown = runInNewContext('gc');
    setFlagsFromString('--no-expose-gc');
    collect = typeof found === 'function' ? () => found() : () => undefined;
  }
  collect();
}
