import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hasShared, SHARED, WITHOUT_SHARED } from './knowledge-kit.ts';
import { storeDesk } from './store-kit.ts';

const TEXTS = [
  { id: 'Fault breccia', answer: 'Broken rock that was crushed along a moving plane.</s>', zh_name: '断层角砾岩' },
  { id: 'Folded schist', answer: 'Layers bent by folding.</s></s>' },
  { id: 'FOLDED SCHIST', answer: 'The same key in capitals.' },
  { id: 'Loess', answer: 'Dust carried by winds, often eroding.' },
  { id: ' ', answer: 'nameless' },
];

async function withTexts(entries: unknown) {
  const d = storeDesk();
  d.write('k2_rock_detail.json', JSON.stringify(entries));
  return d.ports().texts.rock_knowledge.open();
}

test('finds words by their stem, in the key and in the answer', async () => {
  const texts = await withTexts(TEXTS);
  const keys = (text: string) => texts.search(text, null).hits.map(({ key }) => key);
  expect(keys('folds')).toEqual(['Folded schist']);
  expect(keys('crushing')).toEqual(['Fault breccia']);
  expect(keys('erosion? erodes!')).toEqual(['Loess']);
  expect(keys('角砾岩')).toEqual(['Fault breccia']);
  expect(texts.corpusCount).toBe(3);
  expect(texts.search('folding', null).hits[0]?.answer).toBe('Layers bent by folding.');
});

test('counts every text that is hit and gives the best ones, equal ones in the order of the file', async () => {
  const texts = await withTexts([
    ...Array.from({ length: 30 }, (_, at) => ({ id: `Unit ${at}`, answer: 'Mostly granite here.' })),
    { id: 'Granite', answer: 'Granite.' },
  ]);
  const { total, hits } = texts.search('granite', 3);
  expect(total).toBe(31);
  expect(hits.map(({ key }) => key)).toEqual(['Granite', 'Unit 0', 'Unit 1']);
  expect(hits.every(({ score }) => score > 0)).toBe(true);
  expect(texts.search('granite', 0)).toEqual({ total: 31, hits: [] });
});

test('takes nothing in a question for syntax', async () => {
  const texts = await withTexts(TEXTS);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('"', 'NEAR(a b)', 'key:*', 'a" OR "b', 'AND', '-', '\0'),
      ),
      (text) => {
        const { total, hits } = texts.search(text, null);
        expect(hits).toHaveLength(total);
      },
    ),
    { numRuns: 300 },
  );
});

test.each(['{}', '"text"', '[', 'null', '[[[['])('says that %s is no list of texts', async (content) => {
  const d = storeDesk();
  d.write('k2_rock_detail.json', content);
  await expect(d.ports().texts.rock_knowledge.open()).rejects.toMatchObject({ code: 'unknown_provider' });
  expect(d.stores()).toEqual([]);
});

test.skipIf(!hasShared)(`finds each rock of the real file by its own name (${WITHOUT_SHARED} when skipped)`, async () => {
  const d = storeDesk();
  const content = readFileSync(join(SHARED, 'data/knowledge/k2_rock_detail.json'), 'utf8');
  d.write('k2_rock_detail.json', content);
  const texts = await d.ports().texts.rock_knowledge.open();
  const names = z
    .array(z.looseObject({ id: z.string() }))
    .parse(JSON.parse(content))
    .map(({ id }) => id.trim());
  expect(texts.corpusCount).toBe(new Set(names.map((name) => name.toLowerCase())).size);
  const some = names.filter((name, at) => at % 40 === 0 && /^[a-z ]{6,40}$/i.test(name));
  const missed = some.filter((name) => !texts.search(name, 5).hits.some(({ key }) => key.toLowerCase() === name.toLowerCase()));
  expect(missed).toEqual([]);
  expect(texts.search(some[0] ?? '', 1).hits[0]?.answer).not.toContain('</s>');
});
