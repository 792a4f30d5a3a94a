import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import type { ControlPointFile } from '../../src/domain/gcp-files/control-point-file.ts';
import { fitToPicture } from '../../src/domain/gcp-files/fit-to-picture.ts';
import { parseControlPoints } from '../../src/domain/gcp-files/parse-control-points.ts';
import { writeControlPoints } from '../../src/domain/gcp-files/write-control-points.ts';
import { sharedData } from '../georef/shared-data.ts';

const faultOf = (run: () => unknown): readonly [string, unknown] => {
  try {
    throw new Error(`accepted: ${JSON.stringify(run())}`);
  } catch (error) {
    if (!isGeomapError(error)) throw error;
    return [error.code, error.facts.details?.reason];
  }
};
const numbersOf = ({ points }: ControlPointFile) =>
  points.map(({ pixelX, pixelY, worldX, worldY }) => [pixelX, pixelY, worldX, worldY]);

const ROW = '4316373.376414543,3385976.075841331,3899,-6412';
const POINT = [3899, 6412, 4316373.376414543, 3385976.075841331];

describe('QGIS points files', () => {
  it.each([
    ['4 columns', 'mapX,mapY,sourceX,sourceY', ROW],
    ['5 columns', 'mapX,mapY,pixelX,pixelY,enable', `${ROW},1`],
    ['8 columns', 'mapX,mapY,pixelX,pixelY,enable,dX,dY,residual', `${ROW},1,-3.9e-12,3.07e-10,3.07e-10`],
    ['9 columns', 'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual,crs', `${ROW},1,0,0,0,EPSG:3035`],
  ])('are read with %s', (_, header, row) => {
    const file = parseControlPoints(`${header}\n${row}\n`);
    expect(file).toMatchObject({ dialect: 'qgis_points', yDirection: 'up', crs: null });
    expect(numbersOf(file)).toEqual([POINT]);
    expect(file.points[0]?.crs).toBe(header.endsWith('crs') ? 'EPSG:3035' : null);
  });

  it('are read without their header line when the columns can be told', () => {
    const five = parseControlPoints(`${ROW},1\n1,2,3,-4,0\n`);
    expect(five.dialect).toBe('qgis_points');
    expect(five.points.map(({ enabled }) => enabled)).toEqual([true, false]);
    expect(parseControlPoints(`${ROW},1,0,0,0\n`).dialect).toBe('qgis_points');
    expect(parseControlPoints(`${ROW},1,0,0,0,EPSG:3035\n`).points[0]?.crs).toBe('EPSG:3035');
  });

  it('honour the CRS line and the byte order mark', () => {
    const file = parseControlPoints(`\uFEFF#CRS: EPSG:3857\r\nmapX,mapY,sourceX,sourceY,enable\r\n${ROW},0\r\n`);
    expect(file.crs).toBe('EPSG:3857');
    expect(file.points).toEqual([expect.objectContaining({ enabled: false, pixelY: 6412 })]);
  });
});

describe('tables', () => {
  it('accept a decimal comma only where ; or a tab separates the columns', () => {
    const header = 'pixel_x;pixel_y;world_x;world_y';
    expect(numbersOf(parseControlPoints(`${header}\n10,5;20,25;-93,5;48,75\n`))).toEqual([[10.5, 20.25, -93.5, 48.75]]);
    expect(numbersOf(parseControlPoints('10,5\t-20,25\t-93,5\t48,75\n'))).toEqual([[10.5, 20.25, -93.5, 48.75]]);
    expect(faultOf(() => parseControlPoints('10,5,20,25,-93,5,48,75\n'))[1]).toBe('columns');
    expect(faultOf(() => parseControlPoints('10,5 20,25 -93,5 48,75\n'))[0]).toBe('invalid_arguments');
  });

  it('take names of columns in any order, and texts as world positions', () => {
    const file = parseControlPoints('name,lat,lon,px,py\nNW,37°45\'30"N,"122°22\'30""W",10,20\n');
    expect(file).toMatchObject({ dialect: 'csv', yDirection: 'down' });
    expect(file.points).toEqual([
      expect.objectContaining({ id: 'NW', pixelX: 10, pixelY: 20, worldX: '122°22\'30"W', worldY: '37°45\'30"N' }),
    ]);
  });

  it('keep every digit of a coordinate', () => {
    const [first] = parseControlPoints('1 2 1234567.891 0.123456789\n').points;
    expect([first?.worldX, first?.worldY]).toEqual([1234567.891, 0.123456789]);
  });

  it.each([
    ['an empty file', '', 'no_points'],
    ['a file with only its header line', '#CRS: EPSG:3857\nmapX,mapY,sourceX,sourceY,enable\n', 'no_points'],
    ['a CRS line alone', '#CRS: EPSG:3857\n', 'no_points'],
    ['four columns with commas and no header', '1,2,3,4\n5,6,7,8\n', 'columns'],
    ['a header that names no world columns', 'pixel_x,pixel_y,name\n1,2,a\n', 'columns'],
    ['rows of different width', 'mapX,mapY,sourceX,sourceY\n1,2,3,-4\n1,2,3\n', 'columns'],
    ['more than 10,000 points', '1 2 3 4\n'.repeat(10_001), 'too_many'],
    ['binary content', 'II*\u0000\u0008\u0000', 'not_text'],
    ['other JSON', '{"type":"FeatureCollection","features":[]}', 'json'],
    ['broken JSON', '{"type":', 'json'],
  ])('refuse %s', (_, text, reason) => {
    expect(faultOf(() => parseControlPoints(text))).toEqual(['invalid_bounds', reason]);
  });

  it.each([
    'mapX,mapY,sourceX,sourceY\nNaN,2,3,-4',
    'mapX,mapY,sourceX,sourceY\n1,2,3,1e999',
    '1 2 x 4',
    `px;py;x;y\n1;2;${'7°'.repeat(60)};4`,
    '-gcp 1 2 3 -gcp 5 6 7 8',
  ])('name line and column of a field that is no number: %j', (text) => {
    expect(faultOf(() => parseControlPoints(text))).toEqual(['invalid_arguments', 'field']);
  });
});

describe('GDAL text', () => {
  it('is read as arguments of a command, with its CRS and with heights left out', () => {
    const file = parseControlPoints(
      "gdal_translate -of VRT -a_srs 'EPSG:4326' \\\n -gcp 3899 6412 9.9301538 53.5814021 \\\n -gcp 6584 819 25.4101689 71.0981125 12.5 in.tif out.vrt\n",
    );
    expect(file).toMatchObject({ dialect: 'gdal_command', crs: 'EPSG:4326', yDirection: 'down' });
    expect(numbersOf(file)).toEqual([
      [3899, 6412, 9.9301538, 53.5814021],
      [6584, 819, 25.4101689, 71.0981125],
    ]);
  });
});

describe('the direction of y', () => {
  const rows = (signs: readonly number[]): string =>
    signs
      .map(
        (sign, at) =>
          `${[100, 900, 900, 100][at]}\t${sign * ([100, 100, 700, 700][at] ?? 0)}\t${[10, 11, 11, 10][at]}\t${[50, 50, 49, 49][at]}`,
      )
      .join('\n');

  it('is up for negative and down for positive numbers', () => {
    expect(parseControlPoints(rows([-1, -1, -1, -1]))).toMatchObject({ yDirection: 'up', warnings: [] });
    expect(parseControlPoints(rows([1, 1, 1, 1]))).toMatchObject({ yDirection: 'down', warnings: [] });
  });

  it('warns of a flip when the points would mirror the picture', () => {
    const upside = '100 100 10 49\n900 100 11 49\n900 700 11 50\n100 700 10 50\n';
    expect(parseControlPoints(upside).warnings).toEqual([expect.stringContaining('possible_y_flip')]);
    const links = upside.replaceAll(' ', '\t');
    expect(parseControlPoints(links).warnings).toEqual([expect.stringContaining('possible_y_flip')]);
    const measured = parseControlPoints(links, 800);
    expect(measured).toMatchObject({ yDirection: 'up_from_bottom', warnings: [] });
    expect(measured.points.map(({ pixelY }) => pixelY)).toEqual([700, 700, 100, 100]);
  });

  it('warns when both signs occur', () => {
    expect(parseControlPoints(rows([-1, -1, -1, 1])).warnings.join()).toContain('y_sign_mixed');
  });
});

const annotation = (features: readonly unknown[]) => ({
  type: 'Annotation',
  '@context': ['http://iiif.io/api/extension/georef/1/context.json', 'http://iiif.io/api/presentation/3/context.json'],
  motivation: 'georeferencing',
  target: {
    type: 'SpecificResource',
    source: { id: 'https://iiif.example/1', type: 'ImageService2', width: 2000, height: 1000 },
    selector: { type: 'SvgSelector', value: '<svg/>' },
  },
  body: { type: 'FeatureCollection', transformation: { type: 'polynomial', options: { order: 1 } }, features },
});
const feature = (key: string) => ({
  type: 'Feature',
  properties: { [key]: [100, 200] },
  geometry: { type: 'Point', coordinates: [9.9301538, 53.5814021] },
});

describe('IIIF georeference annotations', () => {
  it.each(['resourceCoords', 'pixelCoords'])('are read with %s, alone and in a page', (key) => {
    const one = annotation([feature(key)]);
    for (const value of [one, { type: 'AnnotationPage', items: [one] }]) {
      const file = parseControlPoints(JSON.stringify(value));
      expect(file).toMatchObject({ dialect: 'iiif_annotation', crs: 'EPSG:4326', imageSize: { width: 2000, height: 1000 } });
      expect(numbersOf(file)).toEqual([[100, 200, 9.9301538, 53.5814021]]);
      expect(parseControlPoints(writeControlPoints(file))).toEqual(file);
    }
  });

  it('refuse pages of several maps, and bodies without points', () => {
    const one = annotation([feature('resourceCoords')]);
    expect(faultOf(() => parseControlPoints(JSON.stringify({ type: 'AnnotationPage', items: [one, one] })))[1]).toBe(
      'several_maps',
    );
    expect(faultOf(() => parseControlPoints(JSON.stringify(annotation([]))))[1]).toBe('no_points');
    expect(faultOf(() => parseControlPoints(JSON.stringify(annotation([{ type: 'Feature' }]))))[1]).toBe('annotation');
  });

  it('are scaled to a copy of another size, and refused for a picture of another shape', () => {
    const file = parseControlPoints(JSON.stringify(annotation([feature('resourceCoords')])));
    const scaled = fitToPicture(file, { width: 4000, height: 2000 });
    expect(scaled.points[0]).toMatchObject({ pixelX: 200, pixelY: 400 });
    expect(scaled.warnings).toEqual([expect.stringContaining('gcp_rescaled')]);
    expect(faultOf(() => fitToPicture(file, { width: 2000, height: 2000 }))[1]).toBe('other_picture');
  });
});

describe('source coordinates', () => {
  const metres = parseControlPoints('mapX,mapY,sourceX,sourceY\n500100,3900100,500000,3900000\n500900,3900900,501000,3901000\n');

  it('are refused when they are map units instead of pixels', () => {
    expect(faultOf(() => fitToPicture(metres, { width: 1200, height: 1100 }))).toEqual(['invalid_bounds', 'pixel_units']);
    expect(faultOf(() => fitToPicture(metres, undefined))).toEqual(['invalid_bounds', 'pixel_units']);
  });

  it('may lie a hair beside the picture', () => {
    const file = parseControlPoints('-0.5 -0.5 10 50\n1200.5 1100.5 11 49\n');
    expect(fitToPicture(file, { width: 1200, height: 1100 })).toEqual(file);
  });
});

const FILES = [
  ['input/5ec0b645696ee9b3.txt', 'arcgis_links_tsv', 'up', 12],
  ['input/gcps-arcgis-csv.csv', 'arcgis_links_csv', 'up', 5],
  ['input/gcps-arcgis-tsv.txt', 'arcgis_links_tsv', 'up', 5],
  ['input/gcps-gdal.txt', 'gdal_columns', 'down', 5],
  ['input/gcps-qgis-projection.points', 'qgis_points', 'up', 5],
  ['output/gcps-arcgis-csv-webmercator.csv', 'arcgis_links_csv', 'up', 5],
  ['output/gcps-arcgis-tsv-resource-scale.txt', 'arcgis_links_tsv', 'up', 5],
  ['output/gcps-arcgis-tsv-resource-y-axis-down.txt', 'arcgis_links_tsv', 'down', 5],
  ['output/gcps-gdal.txt', 'gdal_columns', 'down', 5],
  ['output/gcps-qgis-resource-crs.points', 'qgis_points', 'up', 3],
  ['output/gcps-qgis-webmercator.points', 'qgis_points', 'up', 5],
] as const;
const present = sharedData('gcps/input/gcps-gdal.txt');

describe.skipIf(!present.present)(`published control-point files${present.label}`, () => {
  it.each(FILES)('%s is read as %s with y %s, written and read again without loss', (name, dialect, yDirection, count) => {
    const text = sharedData(`gcps/${name}`).read();
    const file = parseControlPoints(text);
    expect(file).toMatchObject({ dialect, yDirection, warnings: [] });
    expect(file.points).toHaveLength(count);
    expect(parseControlPoints(writeControlPoints(file))).toEqual(file);
    // The numbers of the source stand in the written text digit by digit, where the dialect has the same columns.
    if (dialect !== 'qgis_points') expect(writeControlPoints(file).trim().split('\n')).toHaveLength(count);
  });

  it('holds the same five points in ArcGIS and GDAL files', () => {
    const read = (name: string) => numbersOf(parseControlPoints(sharedData(`gcps/${name}`).read()));
    expect(read('input/gcps-arcgis-csv.csv')).toEqual(read('input/gcps-gdal.txt'));
    expect(read('input/gcps-arcgis-tsv.txt')).toEqual(read('input/gcps-gdal.txt'));
    expect(read('output/gcps-arcgis-tsv-resource-y-axis-down.txt')).toEqual(read('output/gcps-gdal.txt'));
    expect(read('output/gcps-qgis-webmercator.points')).toEqual(read('output/gcps-arcgis-csv-webmercator.csv'));
  });
});

describe('every dialect', () => {
  const world = fc.double({ min: -2e7, max: 2e7, noNaN: true }).map((value) => value + 0);
  const pixel = fc.double({ min: 0.01, max: 60_000, noNaN: true });
  const point = fc.record({ pixelX: pixel, pixelY: pixel, worldX: world, worldY: world });
  it.each([
    ['qgis_points', 'up', 'EPSG:3857'],
    ['arcgis_links_tsv', 'up', null],
    ['arcgis_links_tsv', 'down', null],
    ['arcgis_links_csv', 'up', null],
    ['gdal_columns', 'down', null],
    ['gdal_command', 'down', 'EPSG:3857'],
    ['csv', 'down', 'EPSG:3857'],
    ['iiif_annotation', 'down', 'EPSG:4326'],
  ] as const)('%s (y %s) gives back every number exactly', (dialect, yDirection, crs) => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 6 }), (points) => {
        const file: ControlPointFile = {
          dialect,
          yDirection,
          crs,
          imageSize: null,
          warnings: [],
          points: points.map((entry) => ({ ...entry, enabled: true, crs: null, id: null })),
        };
        expect(numbersOf(parseControlPoints(writeControlPoints(file)))).toEqual(numbersOf(file));
      }),
    );
  });
});
