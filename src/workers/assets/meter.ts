import cliProgress from 'cli-progress';
import type { Progress } from '../handler.ts';

/** Shows the progress of one piece of work on stderr: a bar on a terminal, else one line for each new stage. */
export type Meter = { readonly show: (progress: Progress) => void; readonly done: () => void };

/** `stream` is where the bar or the lines go. */
export function createMeter(stream: NodeJS.WriteStream): Meter {
  return stream.isTTY ? barMeter(stream) : lineMeter(stream);
}

function barMeter(stream: NodeJS.WriteStream): Meter {
  const bar = new cliProgress.SingleBar(
    { stream, format: '{bar} {percentage}% {stage}', hideCursor: true, clearOnComplete: true },
    cliProgress.Presets.shades_classic,
  );
  bar.start(1000, 0, { stage: '' });
  return {
    show: ({ share, message }) => bar.update(Math.round(share * 1000), { stage: message }),
    done: () => bar.stop(),
  };
}

function lineMeter(stream: NodeJS.WriteStream): Meter {
  let last = '';
  return {
    show: ({ message }) => {
      if (message !== last) stream.write(`${message}\n`);
      last = message;
    },
    done: () => undefined,
  };
}
