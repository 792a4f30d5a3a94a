import type { MapUnit } from '../map-units.ts';
import type { RandomSource } from '../random-source.ts';

/** How the field of a unit is filled on a sheet. */
export type UnitFill = 'plain' | 'hatch' | 'cross_hatch' | 'stipple' | 'brick' | 'dashes' | 'white';

/** A unit of an invented region: `label` is its name and age, `description` what a fuller legend says after a dash. */
export type BookUnit = MapUnit & { readonly era: string; readonly description: string; readonly intrusive: boolean };
export type FilledUnit = BookUnit & { readonly fill: UnitFill };

type Row = readonly [symbol: string, label: string, description: string, color: string];

/** Rows of one heading, the youngest first. Everything is invented; colours follow the habits of survey maps. */
const ROWS: readonly { readonly era: string; readonly rows: readonly Row[] }[] = [
  {
    era: 'SURFICIAL DEPOSITS',
    rows: [
      ['af', 'Artificial fill (Holocene)', 'Compacted earth and rock waste under roads, dams and rail beds', '#dcdcdc'],
      ['Qal', 'Alluvium (Holocene)', 'Unconsolidated sand, silt and gravel of the present flood plain', '#fdf3a0'],
      [
        'Qls',
        'Landslide deposits (Holocene)',
        'Broken blocks of sandstone in a matrix of clay, as much as 30 m thick',
        '#f4dc7d',
      ],
      [
        'Qt',
        'Terrace gravel (Pleistocene)',
        'Well rounded pebbles and cobbles of quartzite on benches above the river',
        '#f0c96a',
      ],
      ['Qg', 'Glacial till (Pleistocene)', 'Unsorted clay, silt and boulders; forms low moraines north of the lake', '#e8e0b0'],
    ],
  },
  {
    era: 'TERTIARY ROCKS',
    rows: [
      ['Tb', 'Basalt flows (Pliocene)', 'Dark gray olivine basalt in flows 3 to 12 m thick', '#f08a5d'],
      [
        'Tc',
        'Conglomerate and sandstone (Miocene)',
        'Poorly sorted, light brown, with clasts of older volcanic rocks',
        '#f6c98b',
      ],
      ['Tt', 'Rhyolite tuff (Oligocene)', 'Welded ash-flow tuff, pink to pale gray, rich in quartz', '#f39ab0'],
      ['Tw', 'Wells Creek Formation (Eocene)', 'Interbedded mudstone and lignite; petrified wood near the base', '#e9b77c'],
      ['Tv', 'Andesite and dacite (Eocene)', 'Flows and breccia, propylitically altered along faults', '#e28fc0'],
    ],
  },
  {
    era: 'MESOZOIC ROCKS',
    rows: [
      ['Ks', 'Sandstone of Lone Butte (Upper Cretaceous)', 'Fine grained, cliff forming, locally cross-bedded', '#a8d18a'],
      ['Km', 'Gray shale and siltstone (Cretaceous)', 'Marine; contains thin beds of bentonite and concretions', '#5fae86'],
      ['Kl', 'Limestone lentils (Lower Cretaceous)', 'Coquina of oysters, less than 4 m thick', '#c7e58c'],
      ['Js', 'Cross-bedded sandstone (Jurassic)', 'Eolian, buff to white, in sets as thick as 15 m', '#7fc4d8'],
      ['Jm', 'Variegated mudstone (Jurassic)', 'Green, red and purple, with channel sandstones', '#9adcc4'],
      ['Tr', 'Red mudstone and gypsum (Triassic)', 'Slope forming; gypsum in beds up to 2 m thick', '#b58ac4'],
    ],
  },
  {
    era: 'PALEOZOIC ROCKS',
    rows: [
      ['Pl', 'Limestone and dolomite (Permian)', 'Thick bedded, cherty, with brachiopods and corals', '#6c8fd0'],
      ['Pp', 'Phosphatic shale (Permian)', 'Black, oolitic in part; mined in the eastern hills', '#8fb4e8'],
      ['Mm', 'Massive limestone (Mississippian)', 'Gray, crinoidal, weathers to pinnacles', '#a7a0e0'],
      ['Dd', 'Dolomite and sandy limestone (Devonian)', 'Brown, fetid when struck; unconformable on older rocks', '#c39bd3'],
      ['Sq', 'Quartzite (Silurian)', 'White, vitreous, ridge forming', '#e3b7e6'],
      ['Oc', 'Calcareous shale (Ordovician)', 'Olive gray with graptolites on bedding planes', '#d08fa8'],
      ['Cs', 'Quartzite (Cambrian)', 'Tan, pebbly near the base, about 200 m thick', '#d2a06a'],
    ],
  },
  {
    era: 'METAMORPHIC ROCKS',
    rows: [
      ['Xg', 'Banded gneiss (Early Proterozoic)', 'Biotite gneiss with lenses of amphibolite', '#b7a58e'],
      ['Xs', 'Mica schist (Early Proterozoic)', 'Silvery, garnet bearing, strongly folded', '#9fb39a'],
      ['Wm', 'Marble (Archean)', 'Coarsely crystalline, in layers between schist', '#cfd8e6'],
    ],
  },
];
const INTRUSIVES: readonly Row[] = [
  ['Tg', 'Granite porphyry (Oligocene)', 'Stocks and dikes with large phenocrysts of feldspar', '#e0524d'],
  ['Kgd', 'Granodiorite (Cretaceous)', 'Medium grained, massive, with inclusions of diorite', '#e9746a'],
  ['Yd', 'Diabase dikes (Middle Proterozoic)', 'Dark green, ophitic, as wide as 40 m', '#8c6f5f'],
];

const unitOf = ([symbol, label, description, color]: Row, era: string, intrusive: boolean): BookUnit => ({
  symbol,
  label,
  description,
  color,
  era,
  intrusive,
});

/** `count` units of the region, the youngest first, with one intrusive body at the end; at least four, at most 29. */
export const chooseUnits = (random: RandomSource, count: number): readonly BookUnit[] => {
  const all = ROWS.flatMap(({ era, rows }) => rows.map((row) => unitOf(row, era, false)));
  const left = all.map((_, index) => index);
  while (left.length > Math.max(3, count - 1)) left.splice(random.whole(0, left.length - 1), 1);
  const intrusive = INTRUSIVES[random.whole(0, INTRUSIVES.length - 1)];
  const chosen = left.flatMap((index) => all[index] ?? []);
  return intrusive ? [...chosen, unitOf(intrusive, 'INTRUSIVE ROCKS', true)] : chosen;
};

const PATTERNS: readonly UnitFill[] = ['hatch', 'stipple', 'brick', 'dashes', 'cross_hatch'];

/** Fills for the units of one sheet: all plain, some patterned, some white, or every unit told apart by lines alone. */
export const fillUnits = (
  random: RandomSource,
  units: readonly BookUnit[],
  fills: 'plain' | 'patterned' | 'white_mixed' | 'line_drawn',
): readonly FilledUnit[] =>
  units.map((unit, index) => {
    const pattern = PATTERNS[(index + random.whole(0, 1)) % PATTERNS.length] ?? 'hatch';
    if (fills === 'plain') return { ...unit, fill: 'plain' };
    if (fills === 'patterned') return { ...unit, fill: index % 3 === 2 ? 'plain' : pattern };
    if (fills === 'white_mixed') return { ...unit, fill: index % 4 === 1 ? 'white' : 'plain' };
    return { ...unit, fill: index % 4 === 0 ? 'white' : pattern };
  });
