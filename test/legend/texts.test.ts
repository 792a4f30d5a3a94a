import { describe, expect, it } from 'vitest';
import type { PixelBox } from '../../src/domain/catalog/records.ts';
import { fitsAge } from '../../src/domain/legend/age-letters.ts';
import { headingContexts } from '../../src/domain/legend/heading-context.ts';
import { labelOf } from '../../src/domain/legend/label-text.ts';
import { symbolOf } from '../../src/domain/legend/symbol-text.ts';
import { agreedGraticule, type Corner, degreesIn } from '../../src/domain/text/corner-values.ts';
import { speaksOfCrs } from '../../src/domain/text/crs-lines.ts';
import { joinLines } from '../../src/domain/text/joined-lines.ts';
import { printedScale } from '../../src/domain/text/printed-scale.ts';
import type { ReadLine } from '../../src/domain/text/text-reader.ts';

const line = (text: string, confidence = 0.9, bbox: PixelBox = [0, 0, 10, 10]): ReadLine => ({ text, confidence, bbox });

describe('lines of one label', () => {
  it.each([
    [['Manakacha Forma-', 'tion (Middle'], 'Manakacha Formation (Middle'],
    [['Pre-', 'Cambrian rocks'], 'Pre-Cambrian rocks'],
    [['Sand \u2010 and', '  silt\u00a0beds '], 'Sand - and silt beds'],
    [['| Basalt flows', ''], 'Basalt flows'],
    [['Contact\u2014approximate'], 'Contact\u2014approximate'],
    [['\u7b2c \u56db \u7cfb'], '\u7b2c\u56db\u7cfb'],
    [['a\u0000b\u202ec'], 'abc'],
    [[], ''],
  ])('%j become %j', (lines, text) => {
    expect(joinLines(lines)).toBe(text);
  });

  it('give no label, with a reason in words, when they are unsure, hold no word or are not there', () => {
    expect(labelOf([line('Basalt', 0.3)])).toMatchObject({ label: null, reason: expect.stringContaining('0.30') });
    expect(labelOf([line('- . ,')])).toMatchObject({ label: null, reason: expect.stringMatching(/No words/) });
    expect(labelOf([])).toMatchObject({ label: null, reason: expect.stringMatching(/No text/) });
    expect(labelOf([line('Basalt')])).toEqual({ label: 'Basalt', confidence: 0.9, reason: null });
  });
});

describe('a symbol', () => {
  it.each(['Qal', 'Tv', 'Kgr', 'QTg', 'Ts1'])('%s is taken when it was read surely', (symbol) => {
    expect(symbolOf([line(symbol, 0.95)])).toEqual({ symbol, confidence: 0.95 });
    expect(symbolOf([line(symbol, 0.5)])).toBeNull();
  });

  it.each(['qal', 'Q', '12', 'basalt', 'Q-al'])('%s is none', (text) => {
    expect(symbolOf([line(text, 0.99)])).toBeNull();
  });
});

describe('the age in label and headings', () => {
  it('rules out a symbol that begins with a letter of another age', () => {
    expect(fitsAge('Qr', ['Gravel (Holocene and Pleistocene(?))'])).toBe(true);
    expect(fitsAge('Cr', ['Gravel (Holocene and Pleistocene(?))'])).toBe(false);
    expect(fitsAge('Tsi', ['Intrusive rocks', 'Shivwits basalt (upper Miocene)'])).toBe(true);
    expect(fitsAge('Xyz', ['Basalt flows'])).toBe(true);
  });
});

describe('headings', () => {
  const entry = (y: number, left: number) => ({ swatch: [0, y, 40, y + 20] as const, text: [left, y + 5, 200, y + 15] as const });
  const heading = (text: string, y: number, left: number) => ({ text, box: [left, y, left + 100, y + 10] as const });

  it('hold for what is set in behind them, and outer ones until the next', () => {
    const entries = [entry(30, 50), entry(80, 60), entry(110, 60), entry(140, 50), entry(190, 50)];
    const headings = [
      heading('LIST OF MAP UNITS', 0, 60),
      heading('VOLCANIC ROCKS', 15, 60),
      heading('Shivwits basalt (upper Miocene)', 60, 50),
      heading('SEDIMENTARY ROCKS', 170, 60),
    ];
    expect(headingContexts(entries, headings)).toEqual([
      ['VOLCANIC ROCKS'],
      ['VOLCANIC ROCKS', 'Shivwits basalt (upper Miocene)'],
      ['VOLCANIC ROCKS', 'Shivwits basalt (upper Miocene)'],
      ['VOLCANIC ROCKS'],
      ['SEDIMENTARY ROCKS'],
    ]);
  });

  it('are not made up where there are none', () => {
    expect(headingContexts([entry(30, 50)], [])).toEqual([[]]);
  });
});

describe('a printed scale', () => {
  it.each([
    ['SCALE 1:24 000', 24_000],
    ['Scale 1:100,000', 100_000],
    ['1 : 50.000', 50_000],
    ['SCALE 1:100000', 100_000],
    ['1/250 000', 250_000],
    ['1 inch = 2000 feet', 24_000],
    ['one inch equals 1 mile', 63_360],
    ['1 cm = 500 m', 50_000],
    ['SCALE 1:24 000 (1 inch = 2000 feet)', 24_000],
  ])('of %j is 1:%d', (text, denominator) => {
    expect(printedScale(text)?.denominator).toBe(denominator);
  });

  it.each(['Geology mapped in 1992-1998', '12:30', 'R15W', 'CONTOUR INTERVAL 50 METERS'])('is not in %j', (text) => {
    expect(printedScale(text)).toBeNull();
  });
});

describe('lines about the reference system', () => {
  it.each([
    'Universal Transverse Mercator grid ticks',
    'North American Datum of 1927',
    '1927 North American datum',
    '10,000-foot grid based on Arizona coordinate system',
    'Polyconic projection',
    'NAD 83',
    'WGS 84 / UTM zone 12N',
  ])('%j is one', (text) => {
    expect(speaksOfCrs(text)).toBe(true);
  });

  it.each(['Edited by Theresa Iki', 'Time zone', 'gridiron ranch'])('%j is none', (text) => {
    expect(speaksOfCrs(text)).toBe(false);
  });
});

describe('values at the corners', () => {
  it('are read from digits alone, with minutes below 60', () => {
    expect(degreesIn("114\u00b000'", 'longitude')).toEqual([114]);
    expect(degreesIn('3530', 'latitude')).toEqual([35.5]);
    expect(degreesIn('1137500', 'longitude')).toEqual([]);
    expect(degreesIn('3575', 'latitude')).toEqual([]);
    expect(degreesIn('12', 'latitude')).toEqual([]);
  });

  const at = (corner: Corner, lat: string, lon: string) => [
    { corner, axis: 'latitude' as const, lines: [line(lat)] },
    { corner, axis: 'longitude' as const, lines: [line(lon)] },
  ];

  it('are reported where both corners agree and the four fit the shape of the map', () => {
    const readings = [
      ...at('north_west', '3600', '11400'),
      ...at('north_east', '3600', '11300'),
      ...at('south_west', '3530', '11400 R16W'),
      ...at('south_east', '3530', '11300'),
    ];
    const found = agreedGraticule(readings, [101, 132, 2666, 1705]);
    expect([found?.west?.degrees, found?.east?.degrees, found?.south?.degrees, found?.north?.degrees]).toEqual([
      114, 113, 35.5, 36,
    ]);
    // The same values around a map twice as high as wide cannot be right.
    expect(agreedGraticule(readings, [0, 0, 1000, 2000])).toBeNull();
  });

  it('are not reported from one corner, or when two corners differ', () => {
    expect(agreedGraticule(at('north_west', '3600', '11400'), [0, 0, 10, 10])).toBeNull();
    expect(agreedGraticule([...at('north_west', '3600', ''), ...at('north_east', '3800', '')], [0, 0, 10, 10])).toBeNull();
  });
});
