import { TIME_UNITS, type TimeUnit } from './time-scale.ts';

/** Spellings and short forms on map legends, lower case, and the unit they mean. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  palaeozoic: 'Paleozoic',
  cainozoic: 'Cenozoic',
  caenozoic: 'Cenozoic',
  palaeogene: 'Paleogene',
  palaeocene: 'Paleocene',
  archaean: 'Archean',
  neoarchaean: 'Neoarchean',
  mesoarchaean: 'Mesoarchean',
  palaeoarchaean: 'Paleoarchean',
  eoarchaean: 'Eoarchean',
  palaeoproterozoic: 'Paleoproterozoic',
  'pre-cambrian': 'Precambrian',
  precambrian: 'Precambrian',
  vendian: 'Ediacaran',
  maestrichtian: 'Maastrichtian',
  anthropogene: 'Quaternary',
  lias: 'Lower Jurassic',
  liassic: 'Lower Jurassic',
  dogger: 'Middle Jurassic',
  malm: 'Upper Jurassic',
  trias: 'Triassic',
  portlandian: 'Tithonian',
  dinantian: 'Mississippian',
  holocen: 'Holocene',
  quat: 'Quaternary',
  pleist: 'Pleistocene',
  plio: 'Pliocene',
  mioc: 'Miocene',
  oligo: 'Oligocene',
  tert: 'Tertiary',
  cret: 'Cretaceous',
  ordov: 'Ordovician',
  camb: 'Cambrian',
  precamb: 'Precambrian',
  carbonif: 'Carboniferous',
  visean: 'Visean',
  viséan: 'Visean',
  pridolian: 'Pridoli',
  ludlovian: 'Ludlow',
  wenlockian: 'Wenlock',
  llandoverian: 'Llandovery',
};

/** Place in time and place in the pile are two words for one unit: `late` and `upper`, `early` and `lower`. */
const PLACES: readonly (readonly [string, string])[] = [
  ['Upper ', 'late '],
  ['Lower ', 'early '],
];

function namesOf(unit: TimeUnit): readonly string[] {
  const lower = unit.name.toLowerCase();
  const inTime = PLACES.filter(([place]) => unit.name.startsWith(place)).map(
    ([place, time]) => `${time}${lower.slice(place.length)}`,
  );
  return [lower, ...inTime, ...(unit.zh === null ? [] : [unit.zh])];
}

const named = TIME_UNITS.flatMap((unit) => namesOf(unit).map((name): readonly [string, TimeUnit] => [name, unit]));
const byUnitName = new Map(TIME_UNITS.map((unit) => [unit.name, unit]));
const others = Object.entries(OTHER_NAMES).flatMap(([name, unit]): readonly (readonly [string, TimeUnit])[] => {
  const found = byUnitName.get(unit);
  return found === undefined ? [] : [[name, found]];
});

/** Every known name of every unit, lower case. */
export const AGE_NAMES: ReadonlyMap<string, TimeUnit> = new Map([...named, ...others]);

/** Map symbols that mean one age for sure: `Qal`, `Qt`, `pC`. Case counts: `Qal` is a symbol, `qal` is not. */
export function ageOfSymbol(label: string): TimeUnit | null {
  const symbol = label.trim();
  if (/^Q(?!u)[a-z]{1,3}\d?$/.test(symbol)) return byUnitName.get('Quaternary') ?? null;
  return /^(?:pC|pЄ|p-?Є|pCm)[a-z]{0,3}$/u.test(symbol) ? (byUnitName.get('Precambrian') ?? null) : null;
}
