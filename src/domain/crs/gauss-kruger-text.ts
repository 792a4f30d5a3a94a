import { crsFault, quoteCrs } from './crs-fault.ts';
import { findDatumName } from './datum-names.ts';
import { type CrsDefinitions, crsNameKey } from './definition.ts';

const GRID = /\bgau(?:ss|ß)[\s-]*kr(?:ü|ue|u)ger\b|\bg\.?\s?k\.?(?=\s*zone)/i;
const THREE_DEGREES = /\b3[\s-]*(?:deg(?:rees?)?|°)/i;
const ZONE = /\bzone\s*0*(\d{1,3})(?!\d)/i;

export type GaussKrugerCode = { readonly code: number; readonly warnings: readonly string[] };

/** True for a text about a Gauss-Krueger grid. */
export const mentionsGaussKruger = (text: string): boolean => GRID.test(text);

/**
 * EPSG code of a Gauss-Krueger zone as printed ("Pulkovo 1942 GK zone 7"). The zone is the map's choice and is never corrected from a
 * longitude (field report 2.6). Throws `invalid_bounds` when datum or zone are missing or EPSG has no such grid.
 */
export const resolveGaussKruger = (text: string, definitions: CrsDefinitions): GaussKrugerCode => {
  const datum = findDatumName(text)?.name;
  if (datum === undefined) {
    throw crsFault('datum', `${quoteCrs(text)} names no datum that is known here; the datum is never guessed.`, [
      'Name the datum printed on the sheet, for example "Pulkovo 1942 Gauss-Kruger zone 7", or give the EPSG code.',
    ]);
  }
  const zone = ZONE.exec(text)?.[1];
  if (zone === undefined) throw crsFault('zone_missing', `${quoteCrs(text)} names no zone; add the zone printed on the sheet.`);
  const codeOf = (width: string): number | undefined =>
    definitions.byName().get(crsNameKey(`${datum} / ${width}Gauss-Kruger zone ${Number(zone)}`))?.[0];
  const [six, three] = [codeOf(''), codeOf('3-degree ')];
  const code = THREE_DEGREES.test(text) ? three : (six ?? three);
  if (code === undefined) {
    throw crsFault('zone_missing', `EPSG lists no Gauss-Krueger zone ${Number(zone)} on ${datum}; check zone and datum.`);
  }
  const warnings =
    six !== undefined && three !== undefined && code === six
      ? [
          `zone_width_assumed: ${quoteCrs(text)} does not say how wide its zones are, so six degrees (EPSG:${six}) were taken; the three-degree zone of that number is EPSG:${three}.`,
        ]
      : [];
  return { code, warnings };
};
