/** Classes of ESA WorldCover by code (contract/knowledge.md 3.5), with their Chinese names. */
const CLASSES: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = {
  '10': { en: 'Trees', zh: '树木' },
  '20': { en: 'Shrubland', zh: '灌木地' },
  '30': { en: 'Grassland', zh: '草地' },
  '40': { en: 'Cropland', zh: '耕地' },
  '50': { en: 'Built-up', zh: '建筑用地' },
  '60': { en: 'Bare / Sparse Vegetation', zh: '裸地或稀疏植被' },
  '70': { en: 'Snow and Ice', zh: '冰雪' },
  '80': { en: 'Permanent Water Bodies', zh: '永久水体' },
  '90': { en: 'Herbaceous Wetland', zh: '草本湿地' },
  '95': { en: 'Mangroves', zh: '红树林' },
  '100': { en: 'Moss and Lichen', zh: '苔藓与地衣' },
};

/** The class of a code as a histogram writes it (`10`, also `10.0`); undefined for a code of another dataset. */
export const landcoverClass = (code: string) => CLASSES[String(Number(code))];

/** English name of a class, or its code in words. */
export const className = (code: string): string => landcoverClass(code)?.en ?? `Class ${code.slice(0, 20)}`;
