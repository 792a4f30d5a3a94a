import type { PrintedShift } from '../../domain/coordinates/printed-shift.ts';
import { type CrsDefinitions, crsNameKey } from '../../domain/crs/definition.ts';
import { resolvePrintedCrs } from '../../domain/crs/printed-crs.ts';
import { parseProjectionShift } from '../../domain/crs/projection-shift-note.ts';
import { resolveCrs } from '../../domain/crs/resolve-crs.ts';
import type { SheetFacts } from '../../domain/documents/georef.ts';

/** CRS of a call after the sheet was asked, and what that gave to say. */
export type SettledCrs = { readonly crs: string | number; readonly warnings: readonly string[] };

/** The CRS text, or the one that year and datum of the sheet make of it. Throws as `resolveCrs` does. */
export const settleCrs = (crs: string | number, sheet: SheetFacts | undefined, definitions: CrsDefinitions): SettledCrs => {
  if (sheet === undefined) return { crs, warnings: [] };
  const plain = resolveCrs(crs, definitions);
  const printed = resolvePrintedCrs(crs, sheet, definitions);
  // The fit reads the same text again and gives its warnings itself.
  if (printed.id === plain.id) return { crs, warnings: printed.warnings.filter((warning) => !plain.warnings.includes(warning)) };
  return { crs: printed.id, warnings: printed.warnings };
};

/** Geographic CRS that notes without a datum lead to. */
const NAD83_CODE = 4269;

/** The sheet's note about its projection lines with its target, or undefined. Throws `invalid_arguments` when it cannot be read. */
export const printedShift = (sheet: SheetFacts | undefined, definitions: CrsDefinitions): PrintedShift | undefined => {
  if (sheet?.shift_note === undefined) return undefined;
  const { eastMeters, northMeters, datum } = parseProjectionShift(sheet.shift_note);
  const code = datum === null ? NAD83_CODE : (definitions.byName().get(crsNameKey(datum))?.[0] ?? NAD83_CODE);
  return { eastMeters, northMeters, targetBase: code };
};
