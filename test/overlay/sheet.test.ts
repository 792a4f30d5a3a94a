import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOverlay } from '../../src/domain/overlay/annotation.ts';
import { renderCanvasSheet } from '../../src/domain/overlay/canvas-sheet.ts';
import { extractOverlay } from '../../src/domain/overlay/extract.ts';
import { createLabelRoom } from '../../src/domain/overlay/labels.ts';
import { textLettering } from '../../src/domain/overlay/lettering.ts';
import { renderMapSheet } from '../../src/domain/overlay/map-sheet.ts';
import { canvasSurface, mapSurface } from '../../src/domain/overlay/surface.ts';
import { escapeXml } from '../../src/domain/overlay/xml.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { bundleOf } from './drawing-kit.ts';

const PART = { min_lon: -122, min_lat: 37, max_lon: -121, max_lat: 38 };
const glyphs = createGlyphSource();

function canvas(records: Readonly<Record<string, readonly unknown[]>>): string {
  const overlay = extractOverlay(bundleOf(records, PART), null);
  const placement = overlay.bounds === null ? null : placeOverlay(overlay, canvasSurface(overlay.bounds));
  return renderCanvasSheet({ overlay, placement, remarks: [] }, textLettering(glyphs));
}

/** Every tag closed in order and no stray character: enough of XML 1.0 for what is written here. */
function isWellFormed(text: string): boolean {
  const open: string[] = [];
  const token =
    /<(\/?)([A-Za-z]+)((?: [A-Za-z:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot|#x27);[^"<&]*)*")*)(\/?)>|([^<>&]+)|&(?:amp|lt|gt|quot|#x27);/gy;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (found === null) return false;
    const [, closing, name, , empty] = found;
    if (name === undefined) continue;
    if (closing === '/') {
      if (open.pop() !== name) return false;
    } else if (empty !== '/') open.push(name);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
  return open.length === 0 && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text);
}

describe('the standalone SVG', () => {
  it('is well-formed for any text in a record', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(']]> --> <!--', '<b>&amp; "q" \'s\'', '🌋 灰岩', '\u0000\u0008\ud800'),
    );
    fc.assert(
      fc.property(text, (name) =>
        isWellFormed(canvas({ a: [{ lon: -121.5, lat: 37.5, name }], [name || 'b']: [{ lon: -121.4, lat: 37.5 }] })),
      ),
      { numRuns: 300 },
    );
  });

  it('marks every group with id, kind and provider, and circles points', () => {
    const svg = canvas({ earthquake_history: [{ lon: -121.5, lat: 37.5, place: 'a' }] });
    expect(svg).toContain(
      'data-id="result_point:earthquake_history:0" data-kind="result_point" data-provider="earthquake_history"',
    );
    expect(svg).toContain('data-kind="query_bounds"');
    expect(svg).toMatch(/<circle cx="[\d.]+" cy="[\d.]+" r="5" fill="#F59E0B" stroke="#FFFFFF"/);
    expect(svg).toMatch(/^<svg [^>]*width="1000" height="700"/);
  });

  it('draws a fault as its trace', () => {
    const svg = canvas({
      active_faults: [
        {
          name: 'f',
          geometry: {
            type: 'LineString',
            coordinates: [
              [-122, 37.4],
              [-121, 37.6],
            ],
          },
        },
      ],
    });
    expect(svg).toMatch(/data-id="result_bbox:active_faults:0"[^>]*><title>f<\/title><path d="M/);
  });

  it('says what it counts: features drawn, hidden ones apart, boxes never', () => {
    const svg = canvas({
      a: [
        { lon: -121.5, lat: 37.5 },
        { lon: 0, lat: 0 },
      ],
      b: [{ lon: -121.2, lat: 37.2 }],
    });
    expect(svg).toContain('2 features drawn');
    expect(svg).toContain('a (1)');
    expect(svg).toContain('b (1)');
    expect(svg).toContain('1 annotation outside the target area hidden');
    expect(svg).not.toContain('data-id="result_point:a:1"');
  });

  it('puts what finds no room for its label into a numbered list', () => {
    const crowd = Array.from({ length: 40 }, (_, i) => ({ lon: -121.5 + i * 1e-5, lat: 37.5, name: `crowded ${i}` }));
    const svg = canvas({ a: crowd });
    expect(svg).toMatch(/>1\. crowded \d+</);
    expect(svg.match(/<circle/g)).toHaveLength(40);
    expect(svg).toMatch(/\d+ further features without a label/);
  });

  it('says so when there is nothing to plot', () => {
    const overlay = extractOverlay(bundleOf({}, null), null);
    expect(renderCanvasSheet({ overlay, placement: null, remarks: [] }, textLettering(glyphs))).toContain(
      'No geospatial items were found',
    );
  });

  it('keeps the pixels of the map as its user units and clips to the neatline', () => {
    const overlay = extractOverlay(bundleOf({ a: [{ lon: -121.5, lat: 37.5 }] }, PART), null);
    const surface = mapSurface([100, 100, 900, 700], PART, (lon, lat) => [(lon + 122) * 1000, (38 - lat) * 1000]);
    const sheet = {
      overlay,
      placement: placeOverlay(overlay, surface),
      size: { width: 1000, height: 800 },
      backdrop: { dataUri: 'data:image/jpeg;base64,AA==' },
      remarks: ['note'],
    };
    const svg = renderMapSheet(sheet, textLettering(glyphs));
    expect(svg).toContain('<circle cx="500" cy="500"');
    expect(svg).toContain('<clipPath id="map-window"><rect x="100" y="100" width="800" height="600"/>');
    expect(svg).toContain('<image width="1000" height="800" preserveAspectRatio="none" href="data:image/jpeg;base64,AA=="/>');
    expect(isWellFormed(svg)).toBe(true);
  });

  it('draws 20 000 records within seconds', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({
      lon: -122 + ((i * 7919) % 20_000) / 20_000,
      lat: 37 + ((i * 104_729) % 20_000) / 20_000,
      name: `event number ${i}`,
    }));
    const start = performance.now();
    expect(canvas({ a: many }).match(/<circle/g)).toHaveLength(20_000);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('labels', () => {
  it('never overlap each other or a marker', () => {
    const point = fc.tuple(fc.double({ min: 0, max: 400, noNaN: true }), fc.double({ min: 0, max: 300, noNaN: true }));
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 60 }), (anchors) => {
        const room = createLabelRoom([0, 0, 400, 300], anchors, 5);
        const rects = anchors.flatMap((at) => {
          const place = room.place({ at, width: 50, size: 12 });
          return place === null ? [] : [[place.x, place.y - 9, place.x + 50, place.y + 2] as const];
        });
        const apart = rects.every((a, i) =>
          rects.every((b, j) => i === j || a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3]),
        );
        const free = rects.every((r) => anchors.every(([x, y]) => x <= r[0] || x >= r[2] || y <= r[1] || y >= r[3]));
        const inside = rects.every((r) => r[0] >= 0 && r[1] >= 0 && r[2] <= 400 && r[3] <= 300);
        return apart && free && inside;
      }),
    );
  });
});

describe('escaping', () => {
  it('drops what XML 1.0 forbids and keeps everything else readable', () => {
    expect(escapeXml('a\u0000<b>\ud800&"\'\u000b🌋\n')).toBe('a&lt;b&gt;&amp;&quot;&#x27;🌋 ');
  });
});
