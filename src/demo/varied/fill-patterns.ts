import { INK } from '../svg-marks.ts';
import type { FilledUnit } from './unit-book.ts';

/** Marks of one tile of a pattern, px. */
const tileOf = ({ fill }: FilledUnit, step: number): string => {
  const stroke = `stroke="${INK}" stroke-width="1.6" fill="none"`;
  const half = step / 2;
  switch (fill) {
    case 'hatch':
      return `<path d="M0 ${half}H${step}" ${stroke}/>`;
    case 'cross_hatch':
      return `<path d="M0 ${half}H${step}M${half} 0V${step}" ${stroke}/>`;
    case 'stipple':
      return `<circle cx="${step / 4}" cy="${step / 4}" r="1.7" fill="${INK}"/><circle cx="${step * 0.75}" cy="${step * 0.75}" r="1.7" fill="${INK}"/>`;
    case 'brick':
      return `<path d="M0 0.8H${2 * step}M0 ${half}H${2 * step}M${half} 0V${half}M${1.5 * step} ${half}V${step}" ${stroke}/>`;
    case 'dashes':
      return `<path d="M0 ${step / 4}H${step * 0.7}M${step * 0.5} ${step * 0.75}H${step * 1.2}" ${stroke}/>`;
    case 'plain':
    case 'white':
      return '';
    default:
      return fill satisfies never;
  }
};

const isPattern = ({ fill }: FilledUnit): boolean => fill !== 'plain' && fill !== 'white';

/** How a unit's field is painted; `tinted` sheets lay a pattern over the unit's colour, others over bare paper. */
export const paintOf = (unit: FilledUnit): string => {
  if (unit.fill === 'white') return 'none';
  return unit.fill === 'plain' ? unit.color : `url(#unit-${unit.symbol})`;
};

/** Definitions of the patterns that `paintOf` names. */
export const patternDefs = (units: readonly FilledUnit[], tinted: 'tinted' | 'bare'): string =>
  units
    .filter(isPattern)
    .map((unit, index) => {
      const step = 12 + ((index * 5) % 9);
      const wide = unit.fill === 'brick' ? 2 * step : unit.fill === 'dashes' ? 1.4 * step : step;
      const angle = unit.fill === 'hatch' || unit.fill === 'cross_hatch' ? (index * 45 + 45) % 180 : 0;
      const base = tinted === 'tinted' ? `<rect width="${wide}" height="${step}" fill="${unit.color}"/>` : '';
      return `<pattern id="unit-${unit.symbol}" width="${wide}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">${base}${tileOf(unit, step)}</pattern>`;
    })
    .join('\n');
