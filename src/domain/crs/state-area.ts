import { type Box, boxesIntersect, unionBoxes } from '../geo/wrap.ts';
import { type CrsDefinitions, crsNameKey } from './definition.ts';

/** Box of a state of the United States: the union of the areas of its NAD83 state plane zones; undefined for other names. */
export const stateArea = (state: string, definitions: CrsDefinitions): Box | undefined => {
  const prefix = `nad83${crsNameKey(state)}`;
  if (prefix === 'nad83') return undefined;
  const boxes = [...definitions.byName()]
    .filter(([name]) => name.startsWith(prefix))
    .flatMap(([, codes]) => codes.map((code) => definitions.find(code)?.area))
    .filter((area) => area?.name.toLowerCase().includes(state.toLowerCase()))
    .flatMap((area) => (area ? [area.box] : []));
  return unionBoxes(boxes) ?? undefined;
};

/** Warns when the bounds of a fit do not touch the state printed on the sheet (field report 2.15); a zone off by one looks so. */
export const stateWarnings = (state: string | undefined, bounds: Box, definitions: CrsDefinitions): readonly string[] => {
  if (state === undefined) return [];
  const area = stateArea(state, definitions);
  if (area === undefined)
    return ['state_not_checked: the state named in sheet is none of the United States, so the place was not checked.'];
  return boxesIntersect(area, bounds)
    ? []
    : [
        'outside_printed_state: the fitted map lies outside the state printed on the sheet; check the zone of the grid, which may be off by one, and its datum.',
      ];
};
