import { findTimeUnit, type TimeUnit } from './time-scale.ts';

/** What a map symbol says of the age of a unit: by the most common convention, and by others. */
export type SymbolAge = {
  readonly symbol: string;
  /** One unit, or several for a symbol such as `KJ`. */
  readonly units: readonly TimeUnit[];
  /** Readings of the same letters in other conventions, as sentences' parts: `Triassic (international)`. */
  readonly alternatives: readonly string[];
};

/**
 * `letters|unit|other readings`: age letters of geologic maps. Letters of the United States as in the FGDC Digital Cartographic
 * Standard for Geologic Map Symbolization (FGDC-STD-013-2006, section 32; `T` Tertiary, `IP` and `PP` stand for its Pennsylvanian
 * letter, `Z Y X W` for parts of the Precambrian), international ones as on the maps of the CGMW (`T` Triassic, `C` Carboniferous).
 */
const LETTERS = `
Q|Quaternary
Qh|Holocene|Quaternary with a letter for the kind of deposit
Cz|Cenozoic
Mz|Mesozoic
Pz|Paleozoic
Pg|Paleogene
Ng|Neogene
N|Neogene
E|Paleogene|Eocene (older maps)
T|Tertiary|Triassic (international)
Tr|Triassic|Tertiary with a letter for the kind of rock
TR|Triassic
Ŧ|Triassic
₸|Triassic
^|Triassic
K|Cretaceous
J|Jurassic
P|Permian|Pennsylvanian (where its own letter was not printed)
IP|Pennsylvanian
PP|Pennsylvanian
*P|Pennsylvanian
ℙ|Pennsylvanian
M|Mississippian
C|Carboniferous|Cambrian (United States, printed with a stroke)
Є|Cambrian
€|Cambrian
Ꞓ|Cambrian
-C|Cambrian
D|Devonian
S|Silurian
O|Ordovician
pC|Precambrian
pЄ|Precambrian
p€|Precambrian
pꞒ|Precambrian
p-C|Precambrian
p-Є|Precambrian
PC|Precambrian
PЄ|Precambrian
Pt|Proterozoic|Permian with a letter for the kind of rock
PR|Proterozoic
Ar|Archean
AR|Archean
Z|Neoproterozoic
Y|Mesoproterozoic
X|Paleoproterozoic
W|Neoarchean
V|Mesoarchean
`;

type Letter = { readonly letters: string; readonly unit: TimeUnit; readonly alternatives: readonly string[] };

/** Longest letters first, so that `Tr` is read before `T`. */
export const SYMBOL_LETTERS: readonly Letter[] = LETTERS.trim()
  .split('\n')
  .flatMap((line): readonly Letter[] => {
    const [letters = '', name = '', ...alternatives] = line.split('|');
    const unit = findTimeUnit(name);
    return unit === null ? [] : [{ letters, unit, alternatives }];
  })
  .toSorted((a, b) => b.letters.length - a.letters.length);

/** `letter and figure|unit`: international symbols that number the epochs of a period from below. */
const NUMBERED: Readonly<Record<string, string>> = {
  K1: 'Lower Cretaceous',
  K2: 'Upper Cretaceous',
  J1: 'Lower Jurassic',
  J2: 'Middle Jurassic',
  J3: 'Upper Jurassic',
  T1: 'Lower Triassic',
  T2: 'Middle Triassic',
  T3: 'Upper Triassic',
  P1: 'Lower Permian',
  P2: 'Middle Permian',
  P3: 'Upper Permian',
  C1: 'Lower Carboniferous',
  C2: 'Upper Carboniferous',
  D1: 'Lower Devonian',
  D2: 'Middle Devonian',
  D3: 'Upper Devonian',
  O1: 'Lower Ordovician',
  O2: 'Middle Ordovician',
  O3: 'Upper Ordovician',
  N1: 'Miocene',
  N2: 'Pliocene',
  E1: 'Paleocene',
  E2: 'Eocene',
  E3: 'Oligocene',
};

/** Short words that look like a symbol. */
const WORDS = new Set(
  (
    'age all an and any are arc as at ask ash axis bay bed big by can cap cat cut dam day dip do dry dug dun end eye far fig for gas get gap geo god ' +
    'has he her ice if in ink is it its jan jet jul jun key kind lab lag lake leg lid lie log low map mar mat may me mid mill mix mud my no nor not now ' +
    'oct off oil ok old on one or ore our out own pad pan par pass pay pen per pin pit pop pot pub put ran red rid rig rim road rod row run sand sap sat sea see ' +
    'set she silt sill six sky so sub sum sun tab tan tap tar ten the then thin tie till tin to toe ton top town tuff tub two up us use van via wad wall war was way we well wet who why yes yet zinc zone ' +
    // Beginnings of names, and chemical symbols.
    'ca cr ck co da de del di dr el la las le los mr ms mt nw pk san st ste sta sw au cd ce cl cs dy er eu mg mn mo na nb nd ne ni pb pd pr rb sb sc se si sm sn sr tb tc te th ti tl tm yb zn zr'
  ).split(' '),
);

function readLetters(symbol: string): { readonly read: readonly Letter[]; readonly rest: string } {
  const read: Letter[] = [];
  let rest = symbol;
  for (let next = SYMBOL_LETTERS[0]; next !== undefined && read.length < 3; ) {
    next = SYMBOL_LETTERS.find(({ letters }) => rest.startsWith(letters));
    if (next === undefined) break;
    read.push(next);
    rest = rest.slice(next.letters.length);
  }
  return { read, rest };
}

/**
 * The age in a map symbol: age letters, then at most three small letters and two figures for the unit (`Qal`, `Tv2`, `Kgr`, `KJf`,
 * `pCg`). Null for anything else, for words, and for a single letter.
 */
export function ageOfSymbol(text: string): SymbolAge | null {
  const symbol = text.trim().replace(/[₀-₉]/g, (figure) => String('₀₁₂₃₄₅₆₇₈₉'.indexOf(figure)));
  if (symbol.length < 2 || symbol.length > 7 || WORDS.has(symbol.toLowerCase())) return null;
  const numbered = /^([A-Z]\d)[a-z]{0,3}$/.exec(symbol)?.[1];
  const epoch = numbered === undefined ? null : findTimeUnit(NUMBERED[numbered] ?? '');
  if (epoch !== null) return { symbol, units: [epoch], alternatives: [] };
  const { read, rest } = readLetters(symbol);
  const [first] = read;
  // `Quartz` and the like: a letter and a word in small letters is no symbol, whatever its length.
  if (first === undefined || !/^[a-z]{0,3}\d{0,2}[a-z]?$/.test(rest) || /^Qu/.test(symbol)) return null;
  if (first.letters !== 'Q' && /^[a-z]{3}/.test(rest) && /[aeiou]/.test(rest)) return null;
  return {
    symbol,
    units: [...new Set(read.map(({ unit }) => unit))],
    alternatives: read.length === 1 ? first.alternatives : [],
  };
}

/**
 * The symbol of a legend text: the text itself, or its first word when that can hardly be a word (`Kgr Granodiorite`, `Qal - Alluvium`,
 * but not `Tar sand`).
 */
export function leadingSymbol(text: string): SymbolAge | null {
  const [word = '', ...others] = text
    .trim()
    .split(/[\s,;:.()]+/u)
    .filter((part) => part !== '');
  const found = ageOfSymbol(word);
  if (found === null || others.length === 0) return found;
  return /^Q|^[^aeiou]+$/.test(word) || found.units.length > 1 ? found : null;
}
