/** Words by which a line of the margin speaks of the map's reference system; several languages. */
const ABOUT_CRS =
  /\b(projection|projecci[oó]n|proyecci[oó]n|projektion|mercator|polyconic|lambert|albers|conformal|conic|transverse|gau(?:ß|ss)|kr[uü]ger|datum|spheroid|ellipsoid|utm|epsg|geoid|coordinate system|state plane)\b|\b(nad|nad\s?|north american datum(?: of)? )(19)?(27|83)\b|\bwgs\s?-?\s?(19)?(72|84)\b|\b(etrs|ed|sad|gda|osgb|psad|pulkovo)\s?-?\s?\d{2,4}\b|\b(grid|utm|map)?\s?zone\s?\d{1,2}\b|\bgrid\b.*\b(tick|meter|metre|foot|feet|zone|based|system)/iu;

/** Whether a line speaks of projection, grid, datum or zone. */
export const speaksOfCrs = (text: string): boolean => text.length >= 5 && text.length <= 300 && ABOUT_CRS.test(text);
