// Accuracy of the built-in detector on drawn sheets whose truth is known, per variation, and of the labels read by OCR on clean ones.
// npm run bench:layout -- [--only WORD] [--out FOLDER] [--no-ocr] [--wrong]
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { drawScan } from '../src/demo/varied/draw-scan.ts';
import type { SheetWish } from '../src/demo/varied/varied-wish.ts';
import { builtinDetector } from '../src/domain/layout/builtin-detector.ts';
import { createGlyphSource } from '../src/workers/adapters/font.ts';
import { createSharpRaster } from '../src/workers/adapters/sharp-raster.ts';
import { OTHER_CLASSES, ratesOf, type SheetScore, scoreLayout, sumTallies } from '../test/layout/sheet-score.ts';
import { openLabelBench, type ReadLabels } from './layout-labels.ts';
import { writeContactPicture } from './layout-picture.ts';
import { SHEET_GROUPS, type SheetGroup } from './layout-set.ts';

const TARGETS = { mapOverlap: 0.95, cleanF1: 0.95, degradedF1: 0.85, characterErrors: 0.03 } as const;
const WORST = 5;

type SheetResult = {
  readonly name: string;
  readonly group: SheetGroup;
  readonly wish: SheetWish;
  readonly score: SheetScore;
  readonly labels: ReadLabels | null;
  readonly seconds: number;
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const swatchRates = (results: readonly SheetResult[]) => ratesOf(sumTallies(results.map(({ score }) => score.swatches)));
const characterErrors = (results: readonly SheetResult[]): number | null => {
  const read = results.flatMap(({ labels }) => labels ?? []);
  const characters = read.reduce((sum, labels) => sum + labels.characters, 0);
  return characters === 0 ? null : read.reduce((sum, labels) => sum + labels.errors, 0) / characters;
};

/** One line of figures: what was found of what was drawn, and what was reported beyond it. */
const line = (name: string, results: readonly SheetResult[]): string => {
  const { precision, recall, f1 } = swatchRates(results);
  const parts = (pick: (score: SheetScore) => SheetScore['labels']) => {
    const { hit, drawn, reported } = sumTallies(results.map(({ score }) => pick(score)));
    return drawn === 0 && reported === 0 ? '-' : `${hit}/${drawn}${reported > hit ? `+${reported - hit}` : ''}`;
  };
  const errors = characterErrors(results);
  return [
    name.padEnd(26),
    mean(results.map(({ score }) => score.mapOverlap)).toFixed(3),
    `${precision.toFixed(2)} ${recall.toFixed(2)} ${f1.toFixed(3)}`,
    parts(({ labels }) => labels).padEnd(11),
    parts(({ headings }) => headings).padEnd(9),
    parts(({ symbolRows }) => symbolRows).padEnd(9),
    ...OTHER_CLASSES.map((label) => parts(({ classes }) => classes[label]).padEnd(8)),
    errors === null ? '-     ' : `${(100 * errors).toFixed(2)} %`,
    `${mean(results.map(({ seconds }) => seconds)).toFixed(1)} s`,
  ].join('  ');
};

const HEADER = `${'variation'.padEnd(26)}  map    P    R    F1     labels       headings   symbols    ${['title', 'legend', 'scale', 'index', 'section', 'column'].map((name) => name.padEnd(8)).join('  ')}  CER     detect`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    out: { type: 'string' },
    'no-ocr': { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
  },
});
const work = await mkdtemp(join(tmpdir(), 'layout-bench-'));
const deps = { raster: createSharpRaster(), glyphs: createGlyphSource(), folder: work };
const labelBench = await openLabelBench(values['no-ocr'] ? 'off' : 'on');
const results: SheetResult[] = [];
console.log(HEADER);
for (const group of SHEET_GROUPS.filter(({ name }) => name.includes(values.only))) {
  for (const [index, wish] of group.sheets.entries()) {
    const { image, truth } = await drawScan(wish, deps);
    const began = performance.now();
    const layout = await builtinDetector.detect(image);
    const seconds = (performance.now() - began) / 1000;
    const labels = group.quality === 'clean' ? await labelBench.read(image, truth, layout) : null;
    results.push({ name: `${group.name} ${index + 1}`, group, wish, score: scoreLayout(truth, layout), labels, seconds });
  }
  console.log(
    line(
      group.name,
      results.filter((result) => result.group === group),
    ),
  );
}
await labelBench.close();

const ofQuality = (quality: SheetGroup['quality']) => results.filter(({ group }) => group.quality === quality);
const [clean, degraded] = [ofQuality('clean'), ofQuality('degraded')];
if (clean.length > 0) console.log(line(`all ${clean.length} clean`, clean));
if (degraded.length > 0) console.log(line(`all ${degraded.length} degraded`, degraded));

const quality = ({ score }: SheetResult) => Math.min(score.mapOverlap, ratesOf(score.swatches).f1);
const worst = results.toSorted((a, b) => quality(a) - quality(b)).slice(0, WORST);
const out = values.out === undefined ? await mkdtemp(join(tmpdir(), 'layout-worst-')) : resolve(values.out);
await mkdir(out, { recursive: true });
const pictures = [];
for (const { name, wish } of worst) {
  const scan = await drawScan(wish, deps);
  pictures.push({ name, ...scan, layout: await builtinDetector.detect(scan.image) });
}
const picture = join(out, 'worst-sheets.png');
await writeContactPicture(pictures, { glyphs: deps.glyphs, target: picture });
await rm(work, { recursive: true });
console.log(`\nworst: ${worst.map((result) => `${result.name} (${quality(result).toFixed(2)})`).join(', ')}`);
console.log(`drawn in ${picture}: truth green, found red`);

const errors = characterErrors(clean);
const read = clean.flatMap(({ labels }) => labels ?? []);
const sum = (pick: (labels: ReadLabels) => number) => read.reduce((total, labels) => total + pick(labels), 0);
if (errors !== null)
  console.log(
    `labels on clean sheets: ${sum((l) => l.exact)} exact and ${sum((l) => l.reported)} reported of ${sum((l) => l.drawn)}`,
  );
for (const wrong of values.wrong ? read.flatMap((labels) => labels.wrong) : []) console.log(`  ${wrong}`);
const checks = [
  { name: 'main map mean IoU', value: mean(results.map(({ score }) => score.mapOverlap)), least: TARGETS.mapOverlap },
  ...(clean.length > 0 ? [{ name: 'swatch F1, clean', value: swatchRates(clean).f1, least: TARGETS.cleanF1 }] : []),
  ...(degraded.length > 0 ? [{ name: 'swatch F1, degraded', value: swatchRates(degraded).f1, least: TARGETS.degradedF1 }] : []),
  ...(errors === null ? [] : [{ name: 'label characters right, clean', value: 1 - errors, least: 1 - TARGETS.characterErrors }]),
];
for (const { name, value, least } of checks)
  console.log(`${value >= least ? 'ok    ' : 'MISSED'}  ${name}: ${value.toFixed(4)} (wanted: at least ${least})`);
if (errors === null && clean.length > 0) console.log(`not measured: label character errors (${labelBench.reason})`);
process.exitCode = checks.every(({ value, least }) => value >= least) ? 0 : 1;
