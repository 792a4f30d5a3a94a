import { describe, expect, it } from 'vitest';
import { withQuadrangleMarks } from '../../src/domain/text/quadrangle-title.ts';

describe('marks in a quadrangle title', () => {
  it.each([
    ['Geologic Map of the Peach Springs 30" x 60° Quadrangle', "Geologic Map of the Peach Springs 30' x 60' Quadrangle"],
    ['Moab 30’ x 60’ quadrangle', "Moab 30' x 60' quadrangle"],
    ['Helena 1° x 2* Quadrangle, Montana', 'Helena 1° x 2° Quadrangle, Montana'],
    ["Dillon 1' x 2' Quadrangle", 'Dillon 1° x 2° Quadrangle'],
    ['Cedar Mesa 7.5" Quadrangle', "Cedar Mesa 7.5' Quadrangle"],
    ["Cedar Mesa 7 1/2' quadrangle", "Cedar Mesa 7 1/2' quadrangle"],
    ['Hurricane 15° quadrangle', "Hurricane 15' quadrangle"],
  ])('%s becomes %s', (read, meant) => {
    expect(withQuadrangleMarks(read)).toEqual({ text: meant, changed: read !== meant });
  });

  it.each([
    'Geologic Map of the 30 x 60 area',
    'Sheet 12" x 17" of the atlas',
    'Map of quarter 5° x 9° sheets',
    'Scale 1:24 000',
    'Mines of 15 quadrangles',
    'Lunar sheet 130" x 60"',
    '',
  ])('%s stays as it was read', (read) => {
    expect(withQuadrangleMarks(read)).toEqual({ text: read, changed: false });
  });
});
