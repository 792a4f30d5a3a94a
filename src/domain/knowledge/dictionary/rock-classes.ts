/** What a rock is, by how it formed: one vocabulary for the installed and the built-in dictionary, in two languages (KW-47). */
export type RockClass = { readonly id: string; readonly en: string; readonly zh: string };

/** Classes of the built-in dictionary; the English texts are those of the K2 files where K2 has the class. */
export const ROCK_CLASSES = {
  sedimentary: { id: 'sedimentary', en: 'sedimentary rocks', zh: '沉积岩' },
  unconsolidated: { id: 'unconsolidated', en: 'unconsolidated sediments', zh: '松散沉积物' },
  volcanic: { id: 'volcanic', en: 'volcanic rocks', zh: '喷发岩' },
  intrusive: { id: 'intrusive', en: 'intrusive rocks', zh: '侵入岩' },
  igneous: { id: 'igneous', en: 'igneous rocks', zh: '火成岩' },
  metamorphic: { id: 'metamorphic', en: 'metamorphic rocks', zh: '变质岩' },
  hydrothermal: { id: 'hydrothermal', en: 'hydrothermal rocks', zh: '热液岩' },
} as const satisfies Record<string, RockClass>;

export type RockClassId = keyof typeof ROCK_CLASSES;

/** Finer classes: `id: class, English text`. */
export const ROCK_SUBCLASSES = {
  clastic: ['sedimentary', 'clastic sedimentary rocks'],
  carbonate: ['sedimentary', 'carbonate rocks'],
  chemical: ['sedimentary', 'chemical sedimentary rocks'],
  biogenic: ['sedimentary', 'biogenic and organic sedimentary rocks'],
  weathering: ['sedimentary', 'weathering products'],
  sedimentary_other: ['sedimentary', 'sedimentary rocks in general'],
  surficial: ['unconsolidated', 'surficial deposits'],
  glacial: ['unconsolidated', 'glacial deposits'],
  mass_movement: ['unconsolidated', 'mass-movement deposits'],
  artificial: ['unconsolidated', 'artificial deposits'],
  lava: ['volcanic', 'lavas'],
  pyroclastic: ['volcanic', 'pyroclastic and volcaniclastic rocks'],
  volcanic_other: ['volcanic', 'volcanic rocks in general'],
  felsic_plutonic: ['intrusive', 'felsic and intermediate plutonic rocks'],
  mafic_plutonic: ['intrusive', 'mafic plutonic rocks'],
  ultramafic: ['intrusive', 'ultramafic rocks'],
  alkaline_plutonic: ['intrusive', 'alkaline plutonic rocks and carbonatites'],
  hypabyssal: ['intrusive', 'dike and hypabyssal rocks'],
  igneous_other: ['igneous', 'igneous rocks in general'],
  regional: ['metamorphic', 'regional metamorphic rocks'],
  contact: ['metamorphic', 'contact metamorphic and metasomatic rocks'],
  meta_protolith: ['metamorphic', 'metamorphic rocks named by their protolith'],
  fault_rock: ['metamorphic', 'fault and impact rocks'],
  hydrothermal_rock: ['hydrothermal', 'vein and alteration rocks'],
} as const satisfies Record<string, readonly [RockClassId, string]>;

export type RockSubclassId = keyof typeof ROCK_SUBCLASSES;

const CLASSES: readonly RockClass[] = Object.values(ROCK_CLASSES);

/** The class behind a dictionary's value in either language; null for a value of another vocabulary. */
export function classOfValue(value: string): RockClass | null {
  const lower = value.toLowerCase().trim();
  return CLASSES.find(({ en, zh }) => en === lower || zh === lower) ?? null;
}
