import { expect, test } from 'vitest';
import { agesIn, conflictingAges, spanOf } from '../../src/domain/knowledge/dictionary/age-mentions.ts';
import { AGE_NAMES } from '../../src/domain/knowledge/dictionary/age-names.ts';
import { ICS_CHART } from '../../src/domain/knowledge/dictionary/ics-chart.ts';
import { LITHOLOGIES } from '../../src/domain/knowledge/dictionary/lithologies.ts';
import { ageOfSymbol, leadingSymbol, SYMBOL_LETTERS } from '../../src/domain/knowledge/dictionary/map-symbols.ts';
import { classOfValue, ROCK_CLASSES, ROCK_SUBCLASSES } from '../../src/domain/knowledge/dictionary/rock-classes.ts';
import { findTimeUnit, lineageOf, TIME_UNITS } from '../../src/domain/knowledge/dictionary/time-scale.ts';

const formal = TIME_UNITS.filter((unit) => unit.formal);
const repeated = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

test('every unit of the time scale has a name of its own, a unit that holds it, and ages inside of it', () => {
  expect(TIME_UNITS.length - formal.length).toBeGreaterThan(25);
  expect(formal).toHaveLength(ICS_CHART.trim().split('\n').length - 1);
  expect(repeated(TIME_UNITS.map(({ name }) => name))).toEqual([]);
  expect(repeated(TIME_UNITS.flatMap(({ zh }) => (zh === null ? [] : [zh])))).toEqual([]);
  for (const unit of TIME_UNITS) {
    expect(unit.base_ma, unit.name).toBeGreaterThan(unit.top_ma);
    if (unit.parent === null) continue;
    const parent = findTimeUnit(unit.parent);
    expect(parent, unit.name).not.toBeNull();
    expect(unit.base_ma, unit.name).toBeLessThanOrEqual(parent?.base_ma ?? 0);
    expect(unit.top_ma, unit.name).toBeGreaterThanOrEqual(parent?.top_ma ?? 0);
  }
});

test('the units inside of a formal unit fill it without gap or overlap', () => {
  for (const parent of formal) {
    const inside = formal.filter((unit) => unit.parent === parent.name);
    if (inside.length === 0) continue;
    expect(inside[0]?.top_ma, parent.name).toBe(parent.top_ma);
    expect(inside.at(-1)?.base_ma, parent.name).toBe(parent.base_ma);
    for (const [at, unit] of inside.entries()) if (at > 0) expect(unit.top_ma, unit.name).toBe(inside[at - 1]?.base_ma);
  }
});

test.each([
  ['eon', 4],
  ['era', 10],
  ['period', 22],
  ['age', 101],
])('the chart is complete: units of rank %s', (rank, count) => {
  expect(formal.filter((unit) => unit.rank === rank)).toHaveLength(count);
});

// Published values: ICS chart v2023/09.
test.each([
  ['Meghalayan', 0.0042, 0, 'GSSP', null, false],
  ['Danian', 66, 61.6, 'GSSP', null, false],
  ['Berriasian', 145, 139.8, null, null, true],
  ['Hettangian', 201.4, 199.5, 'GSSP', 0.2, false],
  ['Changhsingian', 254.14, 251.902, 'GSSP', 0.07, false],
  ['Bashkirian', 323.2, 315.2, 'GSSP', 0.4, false],
  ['Pridoli', 423, 419.2, 'GSSP', 2.3, false],
  ['Hirnantian', 445.2, 443.8, 'GSSP', 1.4, false],
  ['Cambrian Stage 10', 489.5, 485.4, null, null, true],
  ['Cambrian Series 2', 521, 509, null, null, true],
  ['Fortunian', 538.8, 529, 'GSSP', 0.2, false],
  ['Ediacaran', 635, 538.8, 'GSSP', null, true],
  ['Siderian', 2500, 2300, 'GSSA', null, false],
  ['Eoarchean', 4031, 3600, 'GSSA', 3, false],
  ['Hadean', 4567, 4031, 'GSSA', null, false],
] as const)('%s lies where the chart has it', (name, base_ma, top_ma, base_definition, base_uncertainty_ma, base_approximate) => {
  expect(findTimeUnit(name)).toMatchObject({ base_ma, top_ma, base_definition, base_uncertainty_ma, base_approximate });
});

test('knows where a stage stands', () => {
  const unit = findTimeUnit('Cambrian Stage 4');
  expect(unit === null ? [] : lineageOf(unit).map(({ name }) => name)).toEqual([
    'Cambrian Stage 4',
    'Cambrian Series 2',
    'Cambrian',
    'Paleozoic',
    'Phanerozoic',
  ]);
});

test.each([
  ['late cretaceous', 'Upper Cretaceous'],
  ['下白垩统', 'Lower Cretaceous'],
  ['侏罗系', 'Jurassic'],
  ['viséan', 'Visean'],
  ['zechstein', 'Lopingian'],
  ['early miocene', 'Lower Miocene'],
  ['stage 10', 'Cambrian Stage 10'],
  ['第三纪', 'Tertiary'],
  ['震旦纪', 'Ediacaran'],
])('knows the name %s', (name, unit) => {
  expect(AGE_NAMES.get(name)?.name).toBe(unit);
});

test('no lithology name stands twice, each has a class in two languages, and there are more than 400 kinds of rock', () => {
  expect(repeated(LITHOLOGIES.flatMap(({ names }) => names))).toEqual([]);
  expect(LITHOLOGIES.length).toBeGreaterThanOrEqual(400);
  for (const { name, names, rockClass, subclass } of LITHOLOGIES) {
    expect(name).toBe(names[0]);
    expect(names.every((one) => one !== '' && one === one.toLowerCase())).toBe(true);
    expect(classOfValue(rockClass.zh)).toEqual(rockClass);
    expect(subclass).not.toBe('');
  }
  const used = new Set(LITHOLOGIES.map(({ rockClass }) => rockClass.id));
  expect([...used].sort()).toEqual(Object.keys(ROCK_CLASSES).sort());
  expect(new Set(LITHOLOGIES.map(({ subclass }) => subclass)).size).toBe(Object.keys(ROCK_SUBCLASSES).length);
});

test('every map letter means a unit of the time scale and stands once', () => {
  expect(repeated(SYMBOL_LETTERS.map(({ letters }) => letters))).toEqual([]);
  expect(SYMBOL_LETTERS.length).toBeGreaterThan(40);
});

// FGDC-STD-013-2006, section 32, and the legends of the CGMW.
test.each([
  ['Qal', ['Quaternary']],
  ['Qoa2', ['Quaternary']],
  ['Tv', ['Tertiary']],
  ['Kgr', ['Cretaceous']],
  ['KJf', ['Cretaceous', 'Jurassic']],
  ['QTg', ['Quaternary', 'Tertiary']],
  ['JTrn', ['Jurassic', 'Triassic']],
  ['TRc', ['Triassic']],
  ['IPMs', ['Pennsylvanian', 'Mississippian']],
  ['Єd', ['Cambrian']],
  ['pC', ['Precambrian']],
  ['p€g', ['Precambrian']],
  ['Yg', ['Mesoproterozoic']],
  ['Xm', ['Paleoproterozoic']],
  ['Wg', ['Neoarchean']],
  ['Pzl', ['Paleozoic']],
  ['K₂', ['Upper Cretaceous']],
  ['J3', ['Upper Jurassic']],
])('reads the map symbol %s', (symbol, ages) => {
  expect(ageOfSymbol(symbol)?.units.map(({ name }) => name)).toEqual(ages);
});

test('says what else a letter may mean', () => {
  expect(ageOfSymbol('Tv')?.alternatives).toEqual(['Triassic (international)']);
});

test.each(['Q', 'qal', 'Quartz', 'Tuff', 'Sand', 'Till', 'Mud', 'Pb', 'Mt', 'SO', 'Kimberlite', 'Dacite', 'a', '', '12', '砂岩'])(
  'takes %j for no symbol',
  (text) => {
    expect(ageOfSymbol(text)).toBeNull();
  },
);

test.each([
  ['Kgr Granodiorite', ['Cretaceous']],
  ['Qal - Alluvium', ['Quaternary']],
  ['St. Peter Sandstone', undefined],
  ['San Juan Tuff', undefined],
  ['Mt. Hood andesite', undefined],
  ['Tan sandstone', undefined],
])('reads the symbol in front of a label: %s', (text, ages) => {
  expect(leadingSymbol(text)?.units.map(({ name }) => name)).toEqual(ages);
});

test.each([
  ['Precambrian and Eocene', ['Precambrian', 'Eocene'], ['Precambrian', 'Eocene']],
  ['Cretaceous and Paleogene', ['Cretaceous', 'Paleogene'], []],
  ['Lower to Middle Jurassic', ['Lower Jurassic', 'Middle Jurassic'], []],
  ['Devonian to Permian', ['Devonian', 'Permian'], []],
  ['Devonian–Permian', ['Devonian', 'Permian'], []],
  ['Upper and Middle Cambrian', ['Upper Cambrian', 'Middle Cambrian'], []],
  ['mid-Cretaceous', ['Cretaceous'], []],
  ['pre-Jurassic rocks', [], []],
  ['Pre-Cambrian gneiss', ['Precambrian'], []],
  ['早侏罗世和始新世', ['Lower Jurassic', 'Eocene'], ['Lower Jurassic', 'Eocene']],
  ['shale, chalk and sandstone', [], []],
])('finds the ages in %s', (text, ages, conflict) => {
  const found = agesIn(text);
  expect(found.units.map(({ name }) => name)).toEqual(ages);
  expect(conflictingAges(found)).toEqual(conflict);
});

test('gives the stretch of time of a range', () => {
  expect(spanOf(agesIn('Devonian to Permian'))).toEqual({ base_ma: 419.2, top_ma: 251.902 });
});
