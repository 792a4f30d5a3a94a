import { z } from 'zod';
import { GeomapError } from '../../domain/errors/geomap-error.ts';

/**
 * Place after the last entry of a page. Within a map the steps are map, source, current georeference, revisions by number.
 */
const positionSchema = z.union([
  z.strictObject({ in: z.literal('map'), id: z.string(), step: z.enum(['map', 'source', 'georef-current']) }),
  z.strictObject({ in: z.literal('map'), id: z.string(), step: z.int().positive() }),
  z.strictObject({ in: z.enum(['artifact', 'bundle', 'overlay', 'export']), id: z.string() }),
]);

export type Position = z.infer<typeof positionSchema>;

export const writeCursor = (position: Position): string => Buffer.from(JSON.stringify(position), 'utf8').toString('base64url');

/** Throws `invalid_arguments` for text that no page of ours has given out. */
export function parseCursor(text: string): Position {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw new GeomapError('invalid_arguments', 'The cursor is not one that this server gave out. List again without a cursor.');
  }
}
