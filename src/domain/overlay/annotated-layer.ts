import { drawLabels, drawMarks, drawnCounts, type Placement, scaleFor } from './annotation.ts';
import type { Lettering } from './lettering.ts';
import { hexOf } from './palette.ts';
import { attributes } from './xml.ts';

const LABEL_CAP = 60;

/** Legend at the top right: providers with the number of features drawn (contract/knowledge.md 10). Left out where it would cover the map. */
function drawLegend(
  placement: Placement,
  size: { readonly width: number; readonly height: number },
  lettering: Lettering,
): readonly string[] {
  const rows = drawnCounts(placement).map((row) => ({ ...row, words: `${row.provider} (${row.count})` }));
  const side = Math.min(size.width, size.height);
  const { font } = scaleFor(side);
  const pad = Math.max(6, Math.round(side / 160));
  const chip = Math.max(10, Math.round(side / 90));
  const width = chip + 3 * pad + rows.reduce((widest, { words }) => Math.max(widest, lettering.widthOf(words, font)), 0);
  const step = Math.max(chip, font) + pad;
  const height = pad + rows.length * step;
  if (rows.length === 0 || width > size.width * 0.9 || height > size.height * 0.9) return [];
  const left = size.width - pad - width;
  return [
    `<rect${attributes({ x: left, y: pad, width, height, fill: '#F8FAFC', 'fill-opacity': '0.82', stroke: '#475569', 'stroke-width': Math.max(1, pad / 6) })}/>`,
    ...rows.flatMap(({ words, color }, i) => {
      const middle = pad * 2 + i * step + (step - pad) / 2;
      return [
        `<rect${attributes({ x: left + pad, y: middle - chip / 2, width: chip, height: chip, fill: hexOf(color) })}/>`,
        lettering.draw(words, { x: left + 2 * pad + chip, y: middle + font * 0.36, size: font }, { fill: '#0F172A' }),
      ];
    }),
  ];
}

/**
 * The layer that is laid over the source picture for the annotated PNG, in source pixels: marks, labels that find room, legend.
 * An SVG fragment without its root element; `lettering` must write outlines.
 */
export function renderAnnotatedLayer(
  placement: Placement,
  size: { readonly width: number; readonly height: number },
  lettering: Lettering,
): string {
  const scale = scaleFor(Math.min(size.width, size.height));
  const labels = drawLabels(placement, { scale, lettering }, { cap: LABEL_CAP, numbers: 0, room: placement.surface.window });
  return [...drawMarks(placement, scale, 'map-window'), ...labels.elements, ...drawLegend(placement, size, lettering)].join('\n');
}
