/**
 * The geologic time scale: names, ranks and ages of the International Chronostratigraphic Chart (International Commission on
 * Stratigraphy, v2023/09; Cohen, Finney, Gibbard and Fan, Episodes 36, 2013, updated). Ages are facts of that chart, in millions of
 * years before present. Common informal and older names are added with the unit they stand for.
 */

export type TimeRank = 'supereon' | 'eon' | 'era' | 'period' | 'subperiod' | 'epoch' | 'age';

export type TimeUnit = {
  readonly name: string;
  readonly rank: TimeRank;
  readonly base_ma: number;
  readonly top_ma: number;
  /** Name of the unit that holds this one; null at the top. */
  readonly parent: string | null;
  readonly zh: string | null;
  /** False for names that the chart does not have. */
  readonly formal: boolean;
};

const RANKS: Readonly<Record<string, TimeRank>> = {
  S: 'supereon',
  E: 'eon',
  R: 'era',
  P: 'period',
  U: 'subperiod',
  C: 'epoch',
  A: 'age',
};

/** `rank name|base|Chinese name`, youngest first, each unit below the one that holds it, its depth given by leading dots. */
const CHART = `
E Phanerozoic|538.8|显生宙
.R Cenozoic|66|新生代
..P Quaternary|2.58|第四纪
...C Holocene|0.0117|全新世
....A Meghalayan|0.0042|
....A Northgrippian|0.0082|
....A Greenlandian|0.0117|
...C Pleistocene|2.58|更新世
....A Upper Pleistocene|0.129|晚更新世
....A Chibanian|0.774|
....A Calabrian|1.8|
....A Gelasian|2.58|
..P Neogene|23.03|新近纪
...C Pliocene|5.333|上新世
....A Piacenzian|3.6|
....A Zanclean|5.333|
...C Miocene|23.03|中新世
....A Messinian|7.246|
....A Tortonian|11.63|
....A Serravallian|13.82|
....A Langhian|15.98|
....A Burdigalian|20.44|
....A Aquitanian|23.03|
..P Paleogene|66|古近纪
...C Oligocene|33.9|渐新世
....A Chattian|27.82|
....A Rupelian|33.9|
...C Eocene|56|始新世
....A Priabonian|37.71|
....A Bartonian|41.2|
....A Lutetian|47.8|
....A Ypresian|56|
...C Paleocene|66|古新世
....A Thanetian|59.2|
....A Selandian|61.6|
....A Danian|66|
.R Mesozoic|251.902|中生代
..P Cretaceous|145|白垩纪
...C Upper Cretaceous|100.5|晚白垩世
....A Maastrichtian|72.1|
....A Campanian|83.6|
....A Santonian|86.3|
....A Coniacian|89.8|
....A Turonian|93.9|
....A Cenomanian|100.5|
...C Lower Cretaceous|145|早白垩世
....A Albian|113|
....A Aptian|121.4|
....A Barremian|125.77|
....A Hauterivian|132.6|
....A Valanginian|139.8|
....A Berriasian|145|
..P Jurassic|201.4|侏罗纪
...C Upper Jurassic|161.5|晚侏罗世
....A Tithonian|149.2|
....A Kimmeridgian|154.8|
....A Oxfordian|161.5|
...C Middle Jurassic|174.7|中侏罗世
....A Callovian|165.3|
....A Bathonian|168.2|
....A Bajocian|170.9|
....A Aalenian|174.7|
...C Lower Jurassic|201.4|早侏罗世
....A Toarcian|184.2|
....A Pliensbachian|192.9|
....A Sinemurian|199.5|
....A Hettangian|201.4|
..P Triassic|251.902|三叠纪
...C Upper Triassic|237|晚三叠世
....A Rhaetian|208.5|
....A Norian|227|
....A Carnian|237|
...C Middle Triassic|247.2|中三叠世
....A Ladinian|242|
....A Anisian|247.2|
...C Lower Triassic|251.902|早三叠世
....A Olenekian|251.2|
....A Induan|251.902|
.R Paleozoic|538.8|古生代
..P Permian|298.9|二叠纪
...C Lopingian|259.51|乐平世
....A Changhsingian|254.14|长兴期
....A Wuchiapingian|259.51|吴家坪期
...C Guadalupian|273.01|
....A Capitanian|264.28|
....A Wordian|266.9|
....A Roadian|273.01|
...C Cisuralian|298.9|
....A Kungurian|283.5|
....A Artinskian|290.1|
....A Sakmarian|293.52|
....A Asselian|298.9|
..P Carboniferous|358.9|石炭纪
...U Pennsylvanian|323.2|
....C Upper Pennsylvanian|307|
.....A Gzhelian|303.7|
.....A Kasimovian|307|
....C Middle Pennsylvanian|315.2|
.....A Moscovian|315.2|
....C Lower Pennsylvanian|323.2|
.....A Bashkirian|323.2|
...U Mississippian|358.9|
....C Upper Mississippian|330.9|
.....A Serpukhovian|330.9|
....C Middle Mississippian|346.7|
.....A Visean|346.7|
....C Lower Mississippian|358.9|
.....A Tournaisian|358.9|
..P Devonian|419.2|泥盆纪
...C Upper Devonian|382.7|晚泥盆世
....A Famennian|372.2|
....A Frasnian|382.7|
...C Middle Devonian|393.3|中泥盆世
....A Givetian|387.7|
....A Eifelian|393.3|
...C Lower Devonian|419.2|早泥盆世
....A Emsian|407.6|
....A Pragian|410.8|
....A Lochkovian|419.2|
..P Silurian|443.8|志留纪
...C Pridoli|423|
...C Ludlow|427.4|
....A Ludfordian|425.6|
....A Gorstian|427.4|
...C Wenlock|433.4|
....A Homerian|430.5|
....A Sheinwoodian|433.4|
...C Llandovery|443.8|
....A Telychian|438.5|
....A Aeronian|440.8|
....A Rhuddanian|443.8|
..P Ordovician|485.4|奥陶纪
...C Upper Ordovician|458.4|晚奥陶世
....A Hirnantian|445.2|
....A Katian|453|
....A Sandbian|458.4|
...C Middle Ordovician|470|中奥陶世
....A Darriwilian|467.3|
....A Dapingian|470|
...C Lower Ordovician|485.4|早奥陶世
....A Floian|477.7|
....A Tremadocian|485.4|
..P Cambrian|538.8|寒武纪
...C Furongian|497|芙蓉世
....A Jiangshanian|494|
....A Paibian|497|
...C Miaolingian|509|
....A Guzhangian|500.5|
....A Drumian|504.5|
....A Wuliuan|509|
...C Terreneuvian|538.8|纽芬兰世
....A Fortunian|538.8|
S Precambrian|4567|前寒武纪
.E Proterozoic|2500|元古宙
..R Neoproterozoic|1000|新元古代
...P Ediacaran|635|
...P Cryogenian|720|
...P Tonian|1000|
..R Mesoproterozoic|1600|中元古代
...P Stenian|1200|
...P Ectasian|1400|
...P Calymmian|1600|
..R Paleoproterozoic|2500|古元古代
...P Statherian|1800|
...P Orosirian|2050|
...P Rhyacian|2300|
...P Siderian|2500|
.E Archean|4031|太古宙
..R Neoarchean|2800|新太古代
..R Mesoarchean|3200|中太古代
..R Paleoarchean|3600|古太古代
..R Eoarchean|4031|始太古代
.E Hadean|4567|冥古宙
`;

/** Bases that the chart's order alone does not give as the top of the next unit: stages left out above (Cambrian Stage 10, 2, 3, 4). */
const TOPS: Readonly<Record<string, number>> = {
  Jiangshanian: 489.5,
  Terreneuvian: 521,
  Fortunian: 529,
  Precambrian: 538.8,
  Miaolingian: 497,
};

/** Names that are no units of the chart but stand on maps. */
const INFORMAL: readonly TimeUnit[] = [
  { name: 'Tertiary', rank: 'period', base_ma: 66, top_ma: 2.58, parent: 'Cenozoic', zh: '第三纪', formal: false },
];

function readChart(): readonly TimeUnit[] {
  const units: TimeUnit[] = [];
  const above: TimeUnit[] = [];
  const youngestFree: number[] = [0];
  for (const line of CHART.trim().split('\n')) {
    const match = /^(\.*)([A-Z]) (.+)\|([\d.]+)\|(.*)$/.exec(line);
    if (match === null) continue;
    const depth = (match[1] ?? '').length;
    const name = match[3] ?? '';
    const parent = depth === 0 ? null : (above[depth - 1] ?? null);
    const top = TOPS[name] ?? youngestFree[depth] ?? parent?.top_ma ?? 0;
    const unit: TimeUnit = {
      name,
      rank: RANKS[match[2] ?? ''] ?? 'age',
      base_ma: Number(match[4]),
      top_ma: top,
      parent: parent?.name ?? null,
      zh: match[5] || null,
      formal: name !== 'Precambrian',
    };
    units.push(unit);
    above.length = depth;
    above.push(unit);
    youngestFree.length = depth;
    youngestFree.push(unit.base_ma, top);
  }
  return units;
}

/** All units, youngest first within each rank. */
export const TIME_UNITS: readonly TimeUnit[] = [...readChart(), ...INFORMAL];

const byName: ReadonlyMap<string, TimeUnit> = new Map(TIME_UNITS.map((unit) => [unit.name, unit]));

/** The unit and all that hold it, innermost first. */
export function lineageOf(unit: TimeUnit): readonly TimeUnit[] {
  const parent = unit.parent === null ? undefined : byName.get(unit.parent);
  return parent === undefined ? [unit] : [unit, ...lineageOf(parent)];
}

/** Whether two units have no time in common. */
export const excludeEachOther = (a: TimeUnit, b: TimeUnit): boolean => a.base_ma <= b.top_ma || b.base_ma <= a.top_ma;
