import { ICS_CHART } from './ics-chart.ts';

export type TimeRank = 'supereon' | 'eon' | 'era' | 'period' | 'subperiod' | 'epoch' | 'subepoch' | 'age';
/** How the chart fixes a base: a ratified point in a section, a set age, or not yet. */
export type BaseDefinition = 'GSSP' | 'GSSA' | null;

/** A unit of the time scale. Ages in millions of years before present. */
export type TimeUnit = {
  readonly name: string;
  readonly rank: TimeRank;
  readonly base_ma: number;
  readonly top_ma: number;
  /** The chart's uncertainty of the base; null where it gives none. */
  readonly base_uncertainty_ma: number | null;
  /** The chart marks the base as approximate. */
  readonly base_approximate: boolean;
  readonly base_definition: BaseDefinition;
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
const LINE = /^(\.*)([A-Z]) ([^|]+)\|(~?)([\d.]+)(?:±([\d.]+))?([*#]?)\|(.*)$/u;
const DEFINITIONS: Readonly<Record<string, BaseDefinition>> = { '*': 'GSSP', '#': 'GSSA' };

function readChart(): readonly TimeUnit[] {
  const units: TimeUnit[] = [];
  const above: TimeUnit[] = [];
  // At each depth: the base of the unit read last, which is the top of the next one; below a new unit it starts at its own top.
  const tops: number[] = [0];
  for (const line of ICS_CHART.trim().split('\n')) {
    const [, dots = '', letter = '', name = '', about = '', base = '', uncertainty, mark = '', zh = ''] = LINE.exec(line) ?? [];
    const depth = dots.length;
    const unit: TimeUnit = {
      name,
      rank: RANKS[letter] ?? 'age',
      base_ma: Number(base),
      top_ma: tops[depth] ?? 0,
      base_uncertainty_ma: uncertainty === undefined ? null : Number(uncertainty),
      base_approximate: about === '~',
      base_definition: DEFINITIONS[mark] ?? null,
      parent: above[depth - 1]?.name ?? null,
      zh: zh === '' ? null : zh,
      formal: name !== 'Precambrian',
    };
    units.push(unit);
    above.length = depth;
    above.push(unit);
    tops.length = depth;
    tops.push(unit.base_ma, unit.top_ma);
  }
  return units;
}

const CHART_UNITS = readChart();
const byChartName: ReadonlyMap<string, TimeUnit> = new Map(CHART_UNITS.map((unit) => [unit.name, unit]));

/** `name|rank|oldest unit in it|youngest unit in it|holder|Chinese name`: names on maps that are no units of the chart, made of units that are. */
const INFORMAL = `
Tertiary|period|Paleogene|Neogene|Cenozoic|第三纪
Upper Miocene|subepoch|Tortonian|Messinian|Miocene|晚中新世
Middle Miocene|subepoch|Langhian|Serravallian|Miocene|中中新世
Lower Miocene|subepoch|Aquitanian|Burdigalian|Miocene|早中新世
Upper Pliocene|subepoch|Piacenzian|Piacenzian|Pliocene|晚上新世
Lower Pliocene|subepoch|Zanclean|Zanclean|Pliocene|早上新世
Middle Pleistocene|subepoch|Chibanian|Chibanian|Pleistocene|中更新世
Lower Pleistocene|subepoch|Gelasian|Calabrian|Pleistocene|早更新世
Upper Oligocene|subepoch|Chattian|Chattian|Oligocene|晚渐新世
Lower Oligocene|subepoch|Rupelian|Rupelian|Oligocene|早渐新世
Upper Eocene|subepoch|Priabonian|Priabonian|Eocene|晚始新世
Middle Eocene|subepoch|Lutetian|Bartonian|Eocene|中始新世
Lower Eocene|subepoch|Ypresian|Ypresian|Eocene|早始新世
Upper Paleocene|subepoch|Thanetian|Thanetian|Paleocene|晚古新世
Middle Paleocene|subepoch|Selandian|Selandian|Paleocene|中古新世
Lower Paleocene|subepoch|Danian|Danian|Paleocene|早古新世
Upper Permian|epoch|Lopingian|Lopingian|Permian|晚二叠世
Middle Permian|epoch|Guadalupian|Guadalupian|Permian|中二叠世
Lower Permian|epoch|Cisuralian|Cisuralian|Permian|早二叠世
Upper Carboniferous|subperiod|Pennsylvanian|Pennsylvanian|Carboniferous|晚石炭世
Lower Carboniferous|subperiod|Mississippian|Mississippian|Carboniferous|早石炭世
Upper Silurian|epoch|Ludlow|Pridoli|Silurian|晚志留世
Middle Silurian|epoch|Wenlock|Wenlock|Silurian|中志留世
Lower Silurian|epoch|Llandovery|Wenlock|Silurian|早志留世
Upper Cambrian|epoch|Furongian|Furongian|Cambrian|晚寒武世
Middle Cambrian|epoch|Miaolingian|Miaolingian|Cambrian|中寒武世
Lower Cambrian|epoch|Terreneuvian|Cambrian Series 2|Cambrian|早寒武世
Upper Paleozoic|era|Devonian|Permian|Paleozoic|晚古生代
Lower Paleozoic|era|Cambrian|Silurian|Paleozoic|早古生代
Upper Proterozoic|era|Neoproterozoic|Neoproterozoic|Proterozoic|晚元古代
Middle Proterozoic|era|Mesoproterozoic|Mesoproterozoic|Proterozoic|
Lower Proterozoic|era|Paleoproterozoic|Paleoproterozoic|Proterozoic|早元古代
`;

const INFORMAL_RANKS: Readonly<Record<string, TimeRank>> = {
  era: 'era',
  period: 'period',
  subperiod: 'subperiod',
  epoch: 'epoch',
  subepoch: 'subepoch',
};

const informalUnits: readonly TimeUnit[] = INFORMAL.trim()
  .split('\n')
  .flatMap((line): readonly TimeUnit[] => {
    const [name = '', rank = '', from = '', to = '', parent = '', zh = ''] = line.split('|');
    const [oldest, youngest] = [byChartName.get(from), byChartName.get(to)];
    if (oldest === undefined || youngest === undefined) return [];
    const informal = { name, rank: INFORMAL_RANKS[rank] ?? 'epoch', top_ma: youngest.top_ma, parent, zh: zh || null };
    return [{ ...oldest, ...informal, formal: false }];
  });

/** All units: the chart from young to old, then the names that it does not have. */
export const TIME_UNITS: readonly TimeUnit[] = [...CHART_UNITS, ...informalUnits];

const byName: ReadonlyMap<string, TimeUnit> = new Map(TIME_UNITS.map((unit) => [unit.name, unit]));

/** A unit by its exact name. */
export const findTimeUnit = (name: string): TimeUnit | null => byName.get(name) ?? null;

/** The unit and all that hold it, innermost first. */
export function lineageOf(unit: TimeUnit): readonly TimeUnit[] {
  const parent = unit.parent === null ? undefined : byName.get(unit.parent);
  return parent === undefined ? [unit] : [unit, ...lineageOf(parent)];
}
