import { readdirSync, readFileSync } from 'node:fs';

export type ProcessFacts = {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly rssMebibytes: number;
  /** Most it has had since it began. */
  readonly peakMebibytes: number;
  readonly origin: string;
};

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Every process that we may look at (Linux: /proc). Empty elsewhere. */
const processes = (): readonly ProcessFacts[] =>
  read('/proc/self/status') === ''
    ? []
    : readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => {
          const status = read(`/proc/${name}/status`);
          const field = (key: string) => new RegExp(`^${key}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
          return {
            pid: Number(name),
            parent: Number(field('PPid')),
            name: field('Name'),
            rssMebibytes: Number(field('VmRSS')) / 1024,
            peakMebibytes: Number(field('VmHWM')) / 1024,
            origin: read(`/proc/${name}/environ`) + read(`/proc/${name}/cmdline`),
          };
        });

/** The process `pid`, if it lives. */
export const processOf = (pid: number): ProcessFacts | undefined => processes().find((each) => each.pid === pid);

/** Other processes whose environment or command line names `folder`: all that a server in that folder has started, whoever is their parent now. */
export const processesOfFolder = (folder: string, except: number): readonly ProcessFacts[] =>
  processes().filter(({ pid, origin }) => pid !== except && pid !== process.pid && origin.includes(folder));
