import type { PixelBox } from '../../domain/catalog/records.ts';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import type { ReadingTask, ReadLine, TextReader } from '../../domain/text/text-reader.ts';
import type { HandlerContext } from '../handler.ts';
import type { TextPatch } from './text-patches.ts';

/** Reads boxes of a sheet. A recogniser that breaks gives no text; it never takes the rest of the result away. */
export type CarefulReader = {
  /** Lines in source px; null when the recogniser broke on this box. Throws the signal's reason. */
  readonly read: (box: PixelBox, how: Reading) => Promise<readonly ReadLine[] | null>;
  readonly readPicture: (task: ReadingTask) => Promise<readonly ReadLine[] | null>;
  /** How often the recogniser broke in this run. */
  readonly failures: () => number;
};

type Reading = Omit<ReadingTask, 'image'> & {
  readonly patch: TextPatch;
  /** Air around the box, source px. */
  readonly margin: number;
};

/** So many breakdowns mean that the recogniser does not work here: it is not asked again. */
const MOST_FAILURES = 4;

export function carefulReader(reader: TextReader, context: HandlerContext): CarefulReader {
  let failures = 0;
  const readPicture = async (task: ReadingTask): Promise<readonly ReadLine[] | null> => {
    context.signal.throwIfAborted();
    if (failures >= MOST_FAILURES) return null;
    if (task.image.width < 2 || task.image.height < 2) return [];
    try {
      return await reader.read(task, context.signal);
    } catch (error) {
      context.signal.throwIfAborted();
      failures += 1;
      const reason = isGeomapError(error) ? error.facts.logReason : error instanceof Error ? error.message : String(error);
      context.log.warning('text_reading_failed', { trace_id: context.traceId, reason: reason ?? 'unknown' });
      return null;
    }
  };
  return {
    readPicture,
    failures: () => failures,
    read: async (box, { patch, margin, ...how }) => {
      const { image, origin } = patch.cut(box, margin);
      const lines = await readPicture({ ...how, image });
      const place = ([x0, y0, x1, y1]: PixelBox): PixelBox => [
        Math.round(origin[0] + x0 * patch.factor),
        Math.round(origin[1] + y0 * patch.factor),
        Math.round(origin[0] + x1 * patch.factor),
        Math.round(origin[1] + y1 * patch.factor),
      ];
      return lines === null ? null : lines.map((line) => ({ ...line, bbox: place(line.bbox) }));
    },
  };
}

/** Work through a list two at a time, as many engines as there are; a call before each one may report it or throw. */
export async function twoAtATime<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<readonly R[]> {
  const results = new Map<number, R>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      const item = items[index];
      if (item !== undefined) results.set(index, await work(item, index));
    }
  };
  await Promise.all([lane(), lane()]);
  return items.flatMap((_, index) => {
    const result = results.get(index);
    return result === undefined ? [] : [result];
  });
}
