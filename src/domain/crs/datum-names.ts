/** Ways a datum is printed, each with the name the EPSG dataset uses in front of its grids. Longer spellings come first. */
const DATUM_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:nad ?(?:19)?83|n ?83) ?\(?\s?csrs\s?\)?(?: ?v?\d)?\b|\bcsrs\b/, 'NAD83(CSRS)'],
  [/\b(?:nad ?(?:19)?83|n ?83) ?\(?(?:nsrs ?)?2011\)?(?!\d)/, 'NAD83(2011)'],
  [/\b(?:nad ?(?:19)?83|n ?83) ?\(?harn\)?/, 'NAD83(HARN)'],
  [/\b(?:nad ?(?:19)?83|n ?83) ?\(?nsrs ?2007\)?/, 'NAD83(NSRS2007)'],
  [
    /\b(?:nad|n) ?(?:19)?83\b|\bnorth american(?: datum)?(?: of)? 19?83\b|\b(?:19)?83 north american\b(?: datum)?|\bnorth american 1983\b/,
    'NAD83',
  ],
  [/\bnad ?27 ?\(?76\)?/, 'NAD27(76)'],
  [/\bnad ?27 ?\(?cgq ?77\)?/, 'NAD27(CGQ77)'],
  [/\b(?:nad|n) ?(?:19)?27\b|\bnorth american(?: datum)?(?: of)? (?:19)?27\b|\b(?:19)?27 north american\b(?: datum)?/, 'NAD27'],
  [/\b(?:wgs|w) ?(?:19)?84\b|\bworld geodetic system(?: of)? (?:19)?84\b/, 'WGS 84'],
  [/\bwgs ?(?:19)?72 ?be\b/, 'WGS 72BE'],
  [/\bwgs ?(?:19)?72\b|\bworld geodetic system(?: of)? (?:19)?72\b/, 'WGS 72'],
  [/\bed ?(?:19)?50\b|\beuropean(?: datum)?(?: of)? (?:19)?50\b/, 'ED50'],
  [/\betrs ?(?:19)?89\b|\beuref ?89\b/, 'ETRS89'],
  [/\bsirgas ?2000\b/, 'SIRGAS 2000'],
  [/\bsirgas ?(?:19)?95\b/, 'SIRGAS 1995'],
  [/\bjgd ?2000\b/, 'JGD2000'],
  [/\bjgd ?2011\b/, 'JGD2011'],
  [/\btokyo(?: datum)?(?: ?1918)?\b/, 'Tokyo'],
  [/\bsad ?(?:19)?69\b|\bsouth american(?: datum)?(?: of)? (?:19)?69\b/, 'SAD69'],
  [/\bpsad ?(?:19)?56\b|\bprovisional south american(?: datum)?(?: of)?(?: (?:19)?56)?\b/, 'PSAD56'],
  [/\bcorrego alegre(?: 1970 ?-? ?72)?\b/, 'Corrego Alegre 1970-72'],
  [/\bgda ?(?:19)?94\b/, 'GDA94'],
  [/\bgda ?2020\b/, 'GDA2020'],
  [/\bagd ?(?:19)?66\b|\baustralian geodetic(?: datum)?(?: of)? (?:19)?66\b/, 'AGD66'],
  [/\bagd ?(?:19)?84\b|\baustralian geodetic(?: datum)?(?: of)? (?:19)?84\b/, 'AGD84'],
  [/\bnzgd ?(?:19)?49\b/, 'NZGD49'],
  [/\bnzgd ?2000\b/, 'NZGD2000'],
  [/\bpulkovo ?(?:19)?42\b|\bs-?42\b/, 'Pulkovo 1942'],
  [/\bbeijing ?(?:19)?54\b/, 'Beijing 1954'],
  [/\bxian ?(?:19)?80\b/, 'Xian 1980'],
  [/\bcgcs ?2000\b/, 'CGCS2000'],
  [/\bdhdn\b|\bpotsdam(?: datum)?\b/, 'DHDN'],
  [/\bold hawaiian\b/, 'Old Hawaiian'],
  [/\bpuerto rico\b/, 'Puerto Rico'],
];

export type DatumName = {
  /** EPSG name of the datum's CRSs. */ readonly name: string /** The text without it. */;
  readonly rest: string;
};

/** Finds a known datum in free text; undefined when there is none. */
export const findDatumName = (text: string): DatumName | undefined => {
  const plain = text
    .toLowerCase()
    .replace(/[_/,;:]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  for (const [spelling, name] of DATUM_SPELLINGS) {
    const found = spelling.exec(plain);
    if (found) return { name, rest: `${plain.slice(0, found.index)} ${plain.slice(found.index + found[0].length)}`.trim() };
  }
  return undefined;
};
