import type { JobProgress } from './runner.ts';

const INTERVAL_MS = 250;

/** Passes reports on at most every 250 ms and only while the share rises; the newest one of a quiet time is kept. `stop` drops what is left. */
export function throttleProgress(send: (progress: JobProgress) => void): {
  readonly report: (progress: JobProgress) => void;
  readonly stop: () => void;
} {
  let highest = -1;
  let waiting: JobProgress | undefined;
  let timer: NodeJS.Timeout | undefined;
  const pass = (progress: JobProgress): void => {
    waiting = undefined;
    send(progress);
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting) pass(waiting);
    }, INTERVAL_MS);
  };
  return {
    report(progress) {
      const share = Math.min(1, Math.max(0, progress.share));
      if (!(share > highest)) return;
      highest = share;
      const clean = { share, message: progress.message.slice(0, 200) };
      if (timer === undefined) pass(clean);
      else waiting = clean;
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = undefined;
      highest = 2;
    },
  };
}
