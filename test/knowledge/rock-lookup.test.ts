import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LITHOLOGIES } from '../../src/domain/knowledge/dictionary/lithologies.ts';
import { TIME_UNITS } from '../../src/domain/knowledge/dictionary/time-scale.ts';
import { desk, hasShared, itemOf, label, SHARED } from './knowledge-kit.ts';

const ROCKS = [
  { rock_name: 'shale', rock_value: 'Sedimentary' },
  { rock_name: 'tuff', rock_value: 'Volcanic' },
  { rock_name: 'welded tuff', rock_value: 'Welded' },
  { rock_name: 'mar', rock_value: 'Wrong' },
  { rock_name: '砂岩', rock_value: '沉积' },
];
const AGES = [
  { rock_name: 'HA', rock_value: 'Precambrian' },
  { rock_name: 'Upper', rock_value: 'Wrong' },
  { rock_name: 'Jurassic', rock_value: 'Mesozoic' },
];

async function lookUp(
  text: string,
  files: { readonly rocks?: unknown; readonly ages?: unknown } = {},
  headings: readonly string[] = [],
) {
  const d = desk();
  if (files.rocks !== undefined) d.write('k2_rock_type.json', files.rocks);
  if (files.ages !== undefined) d.write('k2_rock_age.json', files.ages);
  const found = await d.ask({ labels: [label(text, headings)] });
  return { type: itemOf(found, 'rock_type'), age: itemOf(found, 'rock_age'), warnings: found.warnings };
}

test.each([
  ['shale', 'sedimentary', 'exact'],
  ['Pink welded tuff, massive', 'welded', 'substring'],
  ['Tuffs', 'volcanic', 'substring'],
  ['Weathered tuff beds', 'volcanic', 'substring'],
  ['Summary of beds', 'unknown', null],
  ['红色砂岩夹页岩', '沉积', 'exact'],
  ['   ', 'unknown', null],
])('finds whole words in the installed dictionary: %s is %s', async (text, value, match) => {
  const { type } = await lookUp(text, { rocks: ROCKS });
  expect(type.value).toMatchObject({ label: text, value, match_type: match });
  expect(type).toMatchObject({
    record_count: value === 'unknown' ? 0 : 1,
    returned_count: value === 'unknown' ? 0 : 1,
    truncated: false,
  });
});

test.each(['shale', 'chalk', 'Upper', 'HA', 'Upper beds', 'a', 'Hawaiian basalt'])('gives no age to %s', async (text) => {
  expect((await lookUp(text, { ages: AGES })).age.value).toMatchObject({ value: 'unknown', matched_name: null });
});

test('lets the installed dictionary win for the names it has, and the built-in one answer for the rest', async () => {
  const files = { rocks: [{ rock_name: 'granite', rock_value: 'Our granite' }] };
  expect((await lookUp('granite', files)).type.value).toMatchObject({ value: 'our granite' });
  expect((await lookUp('hornfels', files)).type.value).toMatchObject({ value: 'metamorphic rocks', match_type: 'exact' });
});

test.each([
  ['granite', 'intrusive rocks', 'unknown'],
  ['Volcanic breccia', 'volcanic rocks', 'unknown'],
  ['Devonian', 'unknown', 'devonian'],
  ['Quaternary alluvium', 'unconsolidated sediments', 'quaternary'],
  ['Late Cretaceous granodiorite', 'intrusive rocks', 'upper cretaceous'],
  ['Palaeozoic schists', 'metamorphic rocks', 'paleozoic'],
  ['Qal', 'unknown', 'quaternary'],
  ['Quartzite', 'metamorphic rocks', 'unknown'],
  ['花岗岩', 'intrusive rocks', 'unknown'],
  ['Undifferentiated', 'unknown', 'unknown'],
])('needs no download: %s', async (text, type, age) => {
  const found = await lookUp(text);
  expect(found.type.value).toMatchObject({ value: type });
  expect(found.age.value).toMatchObject({ value: age });
  expect(found.warnings).toEqual([]);
});

test('says rank, ages and place of a unit in the time scale', async () => {
  const { age } = await lookUp('Maastrichtian chalk');
  expect(age.value).toMatchObject({
    chart: {
      name: 'Maastrichtian',
      rank: 'age',
      base_ma: 72.1,
      top_ma: 66,
      within: ['Upper Cretaceous', 'Cretaceous', 'Mesozoic', 'Phanerozoic'],
    },
  });
});

test('names both ages of a label that has two, and that they exclude each other', async () => {
  const found = await lookUp('Precambrian and Eocene rocks');
  expect(found.age.value).toMatchObject({ value: 'precambrian', conflict: ['Precambrian', 'Eocene'] });
  expect(found.warnings.join('\n')).toMatch(/conflict: .*Precambrian, Eocene/);
});

test('reads the age from the headings above a label that has none', async () => {
  expect((await lookUp('Sandstone', {}, ['SEDIMENTARY ROCKS', 'JURASSIC'])).age.value).toMatchObject({
    value: 'jurassic',
    match_type: 'substring',
  });
});

test.each([
  ['no JSON', '{'],
  ['an entry without its value', [{ rock_name: 'basalt' }]],
])('answers from the built-in dictionary and says so when the file is unusable: %s', async (_name, rocks) => {
  const found = await lookUp('basalt', { rocks });
  expect(found.type.value).toMatchObject({ value: 'volcanic rocks' });
  expect(found.warnings.join('\n')).toMatch(/rock_type answers from the built-in dictionary only/);
});

test('numbers the items of several labels', async () => {
  const found = await desk().ask({ labels: [label('granite'), label('zzz')], include: ['rock_type'] });
  const [outcome] = found.outcomes;
  const items = outcome?.status === 'answered' ? outcome.answer.items : [];
  expect(items.map(({ id, record_count }) => [id, record_count])).toEqual([
    ['rock_type:rock_type:0', 1],
    ['rock_type:rock_type:1', 0],
  ]);
});

test('has a time scale without gaps: each unit lies in the one that holds it, and neighbours share their boundary', () => {
  const byName = new Map(TIME_UNITS.map((unit) => [unit.name, unit]));
  expect(TIME_UNITS.length).toBeGreaterThan(150);
  for (const unit of TIME_UNITS) {
    expect(unit.base_ma, unit.name).toBeGreaterThan(unit.top_ma);
    const parent = unit.parent === null ? undefined : byName.get(unit.parent);
    if (parent === undefined) continue;
    expect(unit.base_ma, unit.name).toBeLessThanOrEqual(parent.base_ma);
    expect(unit.top_ma, unit.name).toBeGreaterThanOrEqual(parent.top_ma);
  }
});

test('has at least 400 lithologies, each once', () => {
  const names = LITHOLOGIES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(400);
});

test.skipIf(!hasShared).each([
  ['Basalt flow', 'volcanic rocks', 'unknown'],
  ['Biotite-hornblende granodiorite', 'intrusive rocks', 'unknown'],
  ['Quaternary alluvium', 'sedimentary rocks', 'phanerozoic'],
  ['花岗岩', '侵入岩', 'unknown'],
])('with the real K2 files (shared data absent when skipped): %s', async (text, type, age) => {
  const d = desk({
    settings: {
      k2_rock_type_json: join(SHARED, 'data/knowledge/k2_rock_type.json'),
      k2_rock_age_json: join(SHARED, 'data/knowledge/k2_rock_age.json'),
    },
  });
  const found = await d.ask({ labels: [label(text)] });
  expect(itemOf(found, 'rock_type').value).toMatchObject({ value: type });
  expect(itemOf(found, 'rock_age').value).toMatchObject({ value: age });
});

test('warns when a dictionary that the operator configured is not there, and says nothing of assets never installed', async () => {
  const d = desk({ settings: { k2_rock_age_json: '/nowhere/ages.json' } });
  const found = await d.ask({ labels: [label('Jurassic granite')] });
  expect(itemOf(found, 'rock_age').value).toMatchObject({ value: 'jurassic' });
  expect(found.warnings).toEqual([expect.stringMatching(/^rock_age answers from the built-in dictionary only.*ages\.json/)]);
  expect(found.warnings.join()).not.toContain('/nowhere');
});

test('gives both ages of a range with their stretch of time and no conflict', async () => {
  const { age, warnings } = await lookUp('Devonian to Permian limestone');
  expect(age.value).toMatchObject({
    value: 'devonian',
    ages: [{ name: 'Devonian' }, { name: 'Permian' }],
    age_span: { base_ma: 419.2, top_ma: 251.902 },
  });
  expect(warnings).toEqual([]);
});

test('lets a map symbol support an age, never override the label', async () => {
  const d = desk();
  const ask = async (text: string, symbol: string, headings: readonly string[] = []) => {
    const found = await d.ask({ labels: [{ text, headings, symbol }], include: ['rock_age'] });
    return { value: itemOf(found, 'rock_age').value, warnings: found.warnings };
  };
  expect((await ask('Jurassic granite', 'Kgr')).value).toMatchObject({
    value: 'jurassic',
    evidence: 'label',
    score: expect.any(Number),
    symbol_age: { symbol: 'Kgr', ages: ['Cretaceous'], agrees: false },
  });
  expect((await ask('Granite', 'Kgr', ['CRETACEOUS'])).value).toMatchObject({
    value: 'cretaceous',
    evidence: 'heading',
    symbol_age: { agrees: true },
  });
  const alone = await ask('Welded tuff', 'Tv');
  expect(alone.value).toMatchObject({ value: 'tertiary', evidence: 'symbol', score: 0.3, match_type: 'substring' });
  expect(alone.warnings).toEqual([expect.stringMatching(/^symbol_only: .*Triassic/)]);
  expect((await ask('Welded tuff', 'x')).value).toMatchObject({ value: 'unknown' });
});

test('names the finer class and the preferred name of a synonym', async () => {
  expect((await lookUp('dolerite')).type.value).toMatchObject({
    value: 'intrusive rocks',
    rock_class: { en: 'intrusive rocks', zh: '侵入岩' },
    lithology: 'diabase',
    rock_subclass: 'dike and hypabyssal rocks',
  });
});
