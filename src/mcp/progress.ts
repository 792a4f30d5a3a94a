import type { JobProgress } from '../queue/runner.ts';

export type ProgressNotice = { readonly progress: number; readonly total: number; readonly message: string };

export type ProgressReporter = { readonly report: (progress: JobProgress) => void; readonly stop: () => void };

const TOTAL = 100;
/** Sent while a job says nothing, because clients give up after 60 s of silence. */
const HEARTBEAT_MS = 10_000;
const MIN_INTERVAL_MS = 250;
const STEP = 0.001;

/**
 * Turns a job's progress into notices at least 250 ms apart whose `progress` always grows (0..100). A notice that came
 * too early is kept and sent when the time has come, unless a newer one took its place.
 */
export function reportProgress(send: (notice: ProgressNotice) => void, deps: { readonly now: () => number }): ProgressReporter {
  let last = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let waiting: { readonly latest: JobProgress; readonly timer: NodeJS.Timeout } | undefined;
  let message = 'working';
  const emit = (value: number): void => {
    last = Math.max(value, last + STEP);
    sentAt = deps.now();
    send({ progress: Math.round(last * 1000) / 1000, total: TOTAL, message });
  };
  const deliver = (next: JobProgress): void => {
    message = next.message;
    emit(Math.min(Math.max(next.share, 0), 1) * (TOTAL - 1));
  };
  const heartbeat = setInterval(() => {
    if (deps.now() - sentAt >= HEARTBEAT_MS) emit(last);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    report(next) {
      const wait = sentAt + MIN_INTERVAL_MS - deps.now();
      if (waiting === undefined && wait <= 0) return deliver(next);
      const timer =
        waiting?.timer ??
        setTimeout(() => {
          const due = waiting?.latest;
          waiting = undefined;
          if (due) deliver(due);
        }, wait);
      waiting = { latest: next, timer };
    },
    stop() {
      clearInterval(heartbeat);
      if (waiting) clearTimeout(waiting.timer);
      waiting = undefined;
    },
  };
}
