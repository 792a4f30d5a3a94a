import { join } from 'node:path';
import { expect, test } from 'vitest';
import { desk, hasShared, itemOf, recordsOf, SHARED } from './knowledge-kit.ts';

const DETAIL = [
  {
    id: 'Granite',
    question: 'What is Granite in geoscience?',
    answer: 'A coarse rock of quartz and feldspar.</s>',
    zh_name: '花岗岩',
  },
  { id: 'granite', question: '', answer: 'The same again.</s>', zh_name: '' },
  { id: 'Basalt', question: 'What is Basalt in geoscience?', answer: 'A dark lava, finer than granite.</s>', zh_name: '玄武岩' },
  { id: null, answer: 'nameless' },
  'junk',
];

const ask = (queryText: string, more = {}) => ({ queryText, include: ['rock_knowledge'], ...more });

const withTexts = () => {
  const d = desk();
  d.write('k2_rock_detail.json', DETAIL);
  return d;
};

test('ranks by full text, once per key, without the training token', async () => {
  const found = await withTexts().ask(ask('What is a granite?'));
  const records = recordsOf(found, 'rock_knowledge');
  expect(records.map(({ key, rank }) => [key, rank])).toEqual([
    ['Granite', 1],
    ['Basalt', 2],
  ]);
  expect(records[0]).toMatchObject({ answer: 'A coarse rock of quartz and feldspar.' });
  expect(itemOf(found, 'rock_knowledge')).toMatchObject({
    record_count: 2,
    truncated: false,
    provenance: { corpus_count: 2, license: 'MIT', corpus_note: expect.stringContaining('Machine-written') },
  });
});

test('finds Chinese names and folds plurals', async () => {
  expect(recordsOf(await withTexts().ask(ask('玄武岩')), 'rock_knowledge')[0]).toMatchObject({ key: 'Basalt' });
  expect(recordsOf(await withTexts().ask(ask('granites')), 'rock_knowledge')[0]).toMatchObject({ key: 'Granite' });
});

test('says that none was wanted at a limit of zero, and that none fits when none does', async () => {
  const none = itemOf(await withTexts().ask(ask('granite', { maxRecords: 0 })), 'rock_knowledge');
  expect(none).toMatchObject({ value: [], record_count: 2, truncated: true, summary: expect.stringContaining('limit 0') });
  expect(itemOf(await withTexts().ask(ask('zzz {x}')), 'rock_knowledge')).toMatchObject({
    value: [],
    record_count: 0,
    truncated: false,
  });
});

test.skipIf(!hasShared)(
  'finds the legend among the parts of a sheet in the real file (shared data absent when skipped)',
  async () => {
    const d = desk({ settings: { k2_usage_json: join(SHARED, 'data/knowledge/k2_usage.json') } });
    const found = await d.ask({ queryText: 'What is a legend?', include: ['component_usage_knowledge'] });
    expect(recordsOf(found, 'component_usage_knowledge')[0]).toMatchObject({
      key: 'What is the function of legend in geologic map?',
    });
  },
);
