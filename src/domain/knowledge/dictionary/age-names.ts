import { findTimeUnit, TIME_UNITS, type TimeUnit } from './time-scale.ts';

/**
 * `unit: other names`: spellings, short forms, older and regional names on map legends, each with the chart's unit that it means or
 * that holds it. Regional stages follow the correlation charts of Gradstein et al., Geologic Time Scale 2020.
 */
const OTHER_NAMES = `
Phanerozoic: phan
Cenozoic: cainozoic, caenozoic, kainozoic, cenoz
Mesozoic: mesoz
Paleozoic: palaeozoic, paleoz
Quaternary: anthropogene, quat, diluvium, 第四系
Holocene: holocen, recent, postglacial
Pleistocene: pleist, wisconsinan, wisconsin stage, illinoian, kansan, weichselian, würm, wurm, riss, mindel, saalian, elsterian
Neogene: neog, upper tertiary, late tertiary, 晚第三纪, 新第三纪, 上第三系
Paleogene: palaeogene, paleog, lower tertiary, early tertiary, 早第三纪, 老第三纪, 下第三系
Tertiary: tert
Pliocene: plio
Miocene: mioc, helvetian, vindobonian, sarmatian
Oligocene: oligo, oligoc
Eocene: eoc, cuisian
Paleocene: palaeocene, paleoc, montian
Cretaceous: cret, cretac
Upper Cretaceous: senonian, gulfian, chalk group
Lower Cretaceous: neocomian, wealden, comanchean, urgonian
Maastrichtian: maestrichtian
Jurassic: jur, jurass
Lower Jurassic: lias, liassic, black jurassic
Middle Jurassic: dogger, brown jurassic
Upper Jurassic: malm, white jurassic
Tithonian: portlandian, volgian
Triassic: trias, triass
Upper Triassic: keuper
Middle Triassic: muschelkalk
Lower Triassic: bunter, buntsandstein, scythian
Permian: perm, dyas, wolfcampian, leonardian, ochoan
Lopingian: zechstein, thuringian
Cisuralian: rotliegend, rotliegendes, autunian, 船山世
Guadalupian: 阳新世
Carboniferous: carbonif, carb, namurian
Pennsylvanian: penn, virgilian, missourian, desmoinesian, atokan, morrowan, westphalian, stephanian, coal measures, silesian
Mississippian: miss, chesterian, meramecian, osagean, kinderhookian, dinantian, culm
Visean: viséan
Devonian: dev, devon
Upper Devonian: chautauquan, senecan
Middle Devonian: erian
Lower Devonian: ulsterian, helderbergian, siegenian, gedinnian, coblenzian
Silurian: sil, cayugan, gotlandian
Pridoli: pridolian, přídolí
Ludlow: ludlovian
Wenlock: wenlockian
Llandovery: llandoverian
Ordovician: ordov, ord
Upper Ordovician: cincinnatian, ashgill, ashgillian, caradoc, caradocian
Middle Ordovician: llanvirn, llanvirnian, whiterockian
Lower Ordovician: arenig, arenigian, canadian series, ibexian
Cambrian: camb
Upper Cambrian: croixian, potsdamian, merioneth
Middle Cambrian: albertan, acadian series
Lower Cambrian: waucoban, georgian series
Miaolingian: cambrian series 3, series 3
Cambrian Series 2: series 2
Cambrian Stage 10: stage 10
Cambrian Stage 4: stage 4
Cambrian Stage 3: stage 3
Cambrian Stage 2: stage 2
Precambrian: pre-cambrian, precamb, pre cambrian, cryptozoic
Proterozoic: algonkian, proteroz
Neoproterozoic: sinian, 青白口纪
Mesoproterozoic: 蓟县纪, riphean
Paleoproterozoic: palaeoproterozoic, huronian, aphebian, 长城纪, 滹沱纪
Ediacaran: vendian, 震旦纪
Cryogenian: 南华纪
Archean: archaean, azoic
Neoarchean: neoarchaean
Mesoarchean: mesoarchaean
Paleoarchean: palaeoarchaean
Eoarchean: eoarchaean
Upper Proterozoic: proterozoic z, proterozoic iii
Middle Proterozoic: proterozoic y, proterozoic ii
Lower Proterozoic: proterozoic x, proterozoic i
`;

/** Place in time and place in the pile are two words for one unit: `late` and `upper`, `early` and `lower`. */
const PLACES: readonly (readonly [string, readonly string[]])[] = [
  ['Upper ', ['late ']],
  ['Lower ', ['early ']],
  ['Middle ', ['mid ', 'mid-']],
];

/** The same unit as a body of rock in Chinese: 侏罗纪 the period is 侏罗系 the system, 早侏罗世 is 下侏罗统 and 下侏罗世. */
const STRATA: Readonly<Record<string, string>> = { 宙: '宇', 代: '界', 纪: '系', 世: '统', 期: '阶' };
const STRATA_PLACES: Readonly<Record<string, string>> = { 早: '下', 晚: '上' };

function chineseNames(zh: string): readonly string[] {
  const characters = [...zh];
  const [first = '', last = ''] = [characters[0], characters.at(-1)];
  const placed = (STRATA_PLACES[first] ?? first) + characters.slice(1).join('');
  const body = STRATA[last];
  const rock = body === undefined ? [] : [[...placed].slice(0, -1).join('') + body];
  return [...new Set([zh, placed, ...rock])];
}

function namesOf(unit: TimeUnit): readonly string[] {
  const lower = unit.name.toLowerCase();
  const inTime = PLACES.flatMap(([place, times]) =>
    unit.name.startsWith(place) ? times.map((time) => `${time}${lower.slice(place.length)}`) : [],
  );
  return [lower, ...inTime, ...(unit.zh === null ? [] : chineseNames(unit.zh))];
}

const others = OTHER_NAMES.trim()
  .split('\n')
  .flatMap((line): readonly (readonly [string, TimeUnit])[] => {
    const [name = '', list = ''] = line.split(': ');
    const unit = findTimeUnit(name);
    return unit === null ? [] : list.split(', ').map((other) => [other, unit] as const);
  });

/** Every known name of every unit in lower case, names of the chart first. */
export const AGE_NAMES: ReadonlyMap<string, TimeUnit> = new Map([
  ...others,
  ...TIME_UNITS.flatMap((unit) => namesOf(unit).map((name): readonly [string, TimeUnit] => [name, unit])),
]);
