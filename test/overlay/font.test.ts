import { describe, expect, it } from 'vitest';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';

const glyphs = createGlyphSource();
const at = { x: 0, y: 0, size: 100 };

describe('the built-in font', () => {
  it('covers Latin, Greek, Cyrillic and the signs of a map margin', () => {
    const { missing } = glyphs.textPath('Žäßøłé Αβγδ Ωμ Ёжик Їґ 36°30′15″ ± – … × №', at);
    expect(missing).toEqual([]);
  });

  it('names each character without a glyph once', () => {
    expect(glyphs.textPath('灰岩 and 灰 🌋', at).missing).toEqual(['灰', '岩', '🌋']);
  });

  it('leaves scripts that need shaping to others', () => {
    expect(glyphs.textPath('a क ع', at).missing).toEqual(['क', 'ع']);
  });

  it('sets width by the published advances of Noto Sans (A 639, kerned pair AV narrower)', () => {
    expect(glyphs.textPath('A', at).width).toBeCloseTo(63.9, 1);
    expect(glyphs.textPath('AV', at).width).toBeLessThan(glyphs.textPath('A', at).width + glyphs.textPath('V', at).width);
  });

  it('moves the same outline for each anchor', () => {
    const first = (d: string) => Number(/^M(-?[\d.]+)/.exec(d)?.[1]);
    const { d, width } = glyphs.textPath('Schist', at);
    expect(first(d) - first(glyphs.textPath('Schist', { ...at, anchor: 'end' }).d)).toBeCloseTo(width, 1);
    expect(first(d) - first(glyphs.textPath('Schist', { ...at, anchor: 'middle' }).d)).toBeCloseTo(width / 2, 1);
  });

  it('leaves out control characters and gives plain path data for any text', () => {
    const { d, missing } = glyphs.textPath('a\u0000\u2028\tb"<&', at);
    expect(missing).toEqual([]);
    expect(d).toMatch(/^[MLQCZ\d. -]+$/);
  });

  it('draws bold text wider than regular text', () => {
    expect(glyphs.textPath('Fault', { ...at, weight: 'bold' }).width).toBeGreaterThan(glyphs.textPath('Fault', at).width);
  });
});
