import { PLAIN_WISH, type SheetWish } from '../src/demo/varied/varied-wish.ts';

/** Sheets that differ in one thing, three of each. Degraded ones are scans that age or the scanner has spoiled. */
export type SheetGroup = { readonly name: string; readonly quality: 'clean' | 'degraded'; readonly sheets: readonly SheetWish[] };

const PER_GROUP = 3;
const FIGURES = ['index_map', 'correlation'] as const;

/** Wishes beyond the group's own, so that no group shows one layout only. */
const MIXED: readonly Partial<SheetWish>[] = [
  { legend: 'right', columns: 1, units: 11, figures: ['index_map'] },
  { legend: 'left', columns: 1, units: 12, headings: true, figures: ['cross_section'] },
  { legend: 'below', columns: 3, units: 15, figures: ['column'] },
  { legend: 'right', columns: 2, units: 16, labels: 'long', figures: ['index_map', 'cross_section'] },
  { legend: 'inside', columns: 1, units: 8 },
];

const group = (
  order: number,
  [name, quality]: readonly [string, SheetGroup['quality']],
  wishes: readonly Partial<SheetWish>[],
): SheetGroup => ({
  name,
  quality,
  sheets: Array.from({ length: PER_GROUP }, (_, index) => ({
    ...PLAIN_WISH,
    ...wishes[index % wishes.length],
    seed: 1000 + order * 17 + index,
  })),
});

/** The wish laid over three of the mixed layouts, beginning at `first`. */
const spoiled = (first: number, wishes: readonly Partial<SheetWish>[]): readonly Partial<SheetWish>[] =>
  Array.from({ length: PER_GROUP }, (_, index) => ({
    ...MIXED[(first + index) % MIXED.length],
    ...wishes[index % wishes.length],
  }));

const CLEAN: readonly (readonly [string, readonly Partial<SheetWish>[]])[] = [
  ['legend right', [{}, { units: 14, portrait: true }, { units: 8, headings: true }]],
  ['legend left', [{ legend: 'left' }, { legend: 'left', units: 13 }, { legend: 'left', headings: true }]],
  [
    'legend below',
    [
      { legend: 'below', columns: 3, units: 14 },
      { legend: 'below', columns: 2 },
      { legend: 'below', columns: 3, units: 18, portrait: true },
    ],
  ],
  [
    'legend inside the frame',
    [
      { legend: 'inside', units: 7 },
      { legend: 'inside', columns: 2, units: 12 },
      { legend: 'inside', units: 9 },
    ],
  ],
  [
    'two and three columns',
    [
      { columns: 2, units: 20 },
      { columns: 2, units: 24, labels: 'long' },
      { columns: 3, units: 22, legend: 'below' },
    ],
  ],
  ['patterned fills', [{ fills: 'patterned' }, { fills: 'patterned', legend: 'left', units: 14 }, { fills: 'line_drawn' }]],
  [
    'white swatches',
    [
      { fills: 'white_mixed' },
      { fills: 'white_mixed', legend: 'below', columns: 3, units: 15 },
      { fills: 'white_mixed', columns: 2, units: 18 },
    ],
  ],
  [
    'labels of several lines',
    [{ labels: 'long' }, { labels: 'long', legend: 'left', headings: true }, { labels: 'long', columns: 2, units: 16 }],
  ],
  [
    'headings and line symbols',
    [
      { headings: true, lineSymbols: true },
      { lineSymbols: true, legend: 'left' },
      { headings: true, lineSymbols: true, columns: 2, units: 16 },
    ],
  ],
  [
    'coast, with neatline',
    [{ body: 'coast' }, { body: 'coast', legend: 'left' }, { body: 'coast', legend: 'below', columns: 3 }],
  ],
  [
    'coast, no neatline',
    [
      { body: 'coast', neatline: false },
      { body: 'coast', neatline: false, legend: 'left' },
      { body: 'coast', neatline: false, portrait: true },
    ],
  ],
  [
    'county',
    [
      { body: 'county', neatline: false },
      { body: 'county', neatline: false, legend: 'left' },
      { body: 'county', neatline: false, legend: 'below', columns: 2 },
    ],
  ],
  ['no neatline', [{ neatline: false }, { neatline: false, legend: 'left' }, { neatline: false, legend: 'below', columns: 3 }]],
  ['several panels', [{ panels: 2 }, { panels: 2, legend: 'left', portrait: true }, { panels: 2, legend: 'below', columns: 3 }]],
  [
    'index map and section',
    [
      { figures: ['index_map', 'cross_section'] },
      { legend: 'left', figures: ['index_map', 'cross_section'] },
      { legend: 'below', columns: 2, figures: ['index_map'] },
    ],
  ],
  [
    'correlation and column',
    [{ figures: ['correlation'] }, { figures: ['column'], legend: 'left' }, { figures: FIGURES, units: 14 }],
  ],
];

const DEGRADED: readonly (readonly [string, readonly Partial<SheetWish>[]])[] = [
  ['skewed', spoiled(0, [{ turn: 1.1 }, { turn: -2 }, { turn: 3 }])],
  ['aged paper', spoiled(1, [{ faults: ['aged'] }])],
  ['folded', spoiled(2, [{ faults: ['folded'] }])],
  ['JPEG noise', spoiled(3, [{ faults: ['jpeg'] }])],
  ['grey', spoiled(0, [{ faults: ['grey'] }, { faults: ['grey'], fills: 'patterned' }])],
  ['1-bit', spoiled(1, [{ faults: ['bilevel'], fills: 'line_drawn' }])],
  ['1-bit dithered', spoiled(0, [{ faults: ['dithered'] }])],
  ['blurred', spoiled(2, [{ faults: ['blurred'] }])],
  ['half resolution', spoiled(3, [{ faults: ['half'] }])],
  [
    'all together',
    spoiled(0, [
      { turn: -1.2, faults: ['aged', 'folded', 'jpeg'] },
      { turn: 0.8, faults: ['aged', 'half', 'jpeg'] },
    ]),
  ],
];

/** Every variation that the generator knows. */
export const SHEET_GROUPS: readonly SheetGroup[] = [
  ...CLEAN.map(([name, wishes], index) => group(index, [name, 'clean'], wishes)),
  ...DEGRADED.map(([name, wishes], index) => group(100 + index, [name, 'degraded'], wishes)),
];
