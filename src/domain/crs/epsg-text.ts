/** Spellings of a bare EPSG code: `26915`, `EPSG:26915`, `epsg 26915`, `EPSG::26915`, the OGC URN and the OGC address. */
const EPSG_FORMS = [
  /^0*(\d{1,9})$/,
  /^epsg\s*(?:code)?\s*[:#]{0,2}\s*0*(\d{1,9})$/i,
  /^urn:(?:ogc|x-ogc):def:crs:epsg:[\w.]*:0*(\d{1,9})$/i,
  /^https?:\/\/www\.opengis\.net\/def\/crs\/epsg\/[\w.]+\/0*(\d{1,9})$/i,
];
const CRS84_FORM = /^(?:urn:ogc:def:crs:)?ogc:(?:[\d.]*:)?crs84$|^crs:?84$/i;

/** EPSG code that the text spells, or undefined when it is no such spelling. CRS84 is EPSG:4326 with x as longitude. */
export const parseEpsgText = (text: string): number | undefined => {
  const trimmed = text.trim();
  if (CRS84_FORM.test(trimmed)) return 4326;
  for (const form of EPSG_FORMS) {
    const found = form.exec(trimmed);
    if (found) return Number(found[1]);
  }
  return undefined;
};
