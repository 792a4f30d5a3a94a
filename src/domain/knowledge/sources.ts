import { type Box, boxesIntersect } from '../geo/wrap.ts';

export type SourceFamily = 'earthquake_events' | 'active_faults' | 'mineral_occurrences';

export type KnowledgeSource = {
  readonly id: string;
  readonly family: SourceFamily;
  readonly license: string;
  readonly citation: string;
  readonly attribution: string;
  /** Where the source has data at all; null for the whole world. */
  readonly coverage: { readonly box: Box; readonly region: string } | null;
};

const box = (min_lon: number, min_lat: number, max_lon: number, max_lat: number): Box => ({ min_lon, min_lat, max_lon, max_lat });

/** The known sources with the licence texts that every record derived from them carries (contract/knowledge.md 6.1). */
export const SOURCES = {
  usgs_fdsn_events: {
    id: 'usgs_fdsn_events',
    family: 'earthquake_events',
    license: 'CC0-1.0 / United States government public domain',
    citation: 'USGS FDSN Event API',
    attribution: 'USGS Earthquake Hazards Program FDSN Event API',
    coverage: null,
  },
  emsc_fdsn_events: {
    id: 'emsc_fdsn_events',
    family: 'earthquake_events',
    license: 'See EMSC SeismicPortal source policy',
    citation: 'EMSC SeismicPortal FDSN Event service',
    attribution: 'EMSC SeismicPortal FDSN Event service',
    coverage: null,
  },
  gem_global_active_faults: {
    id: 'gem_global_active_faults',
    family: 'active_faults',
    license: 'CC BY-SA 4.0 (Creative Commons Attribution Share Alike 4.0 International)',
    citation: 'GEM Global Active Faults Database',
    attribution: 'GEM Global Active Faults Database (CC BY-SA 4.0) - https://doi.org/10.5281/zenodo.3376300',
    coverage: null,
  },
  diss_seismogenic_sources: {
    id: 'diss_seismogenic_sources',
    family: 'active_faults',
    license: 'See DISS source terms',
    citation: 'Database of Individual Seismogenic Sources (DISS), version 3.3.1',
    attribution: 'DISS Working Group, INGV',
    coverage: { box: box(5, 35, 20, 48.5), region: 'DISS Italy region' },
  },
  ontario_mineral_deposit_inventory: {
    id: 'ontario_mineral_deposit_inventory',
    family: 'mineral_occurrences',
    license: 'Open Government Licence - Ontario',
    citation: 'Ontario Geological Survey, Mineral Deposit Inventory (MDI)',
    attribution:
      "Mineral Deposit Inventory (c) King's Printer for Ontario, Ontario Geological Survey (Open Government Licence - Ontario)",
    coverage: { box: box(-95.2, 41.6, -74.3, 56.9), region: 'Ontario' },
  },
  sigeom_mineral_occurrences: {
    id: 'sigeom_mineral_occurrences',
    family: 'mineral_occurrences',
    license: 'CC BY 4.0 (verify on exact resource metadata before redistribution)',
    citation: 'SIGEOM mineral occurrences WFS',
    attribution: 'SIGEOM, Gouvernement du Quebec',
    coverage: { box: box(-79.8, 44.8, -57.1, 62.7), region: 'Quebec' },
  },
} as const satisfies Record<string, KnowledgeSource>;

const byId: ReadonlyMap<string, KnowledgeSource> = new Map(Object.entries(SOURCES));

export const findSource = (id: string): KnowledgeSource | undefined => byId.get(id);

/** Licence, citation and attribution of a source; nulls for an unregistered one. */
export function attributionOf(id: string): {
  readonly license: string | null;
  readonly citation: string | null;
  readonly attribution: string | null;
} {
  const source = byId.get(id);
  return { license: source?.license ?? null, citation: source?.citation ?? null, attribution: source?.attribution ?? null };
}

/** The parts of an area that a source covers at least partly. */
export const coveredParts = (source: KnowledgeSource, parts: readonly Box[]): readonly Box[] => {
  const { coverage } = source;
  return coverage === null ? parts : parts.filter((part) => boxesIntersect(part, coverage.box));
};

/** What the machine-written K2 texts and dictionaries carry. */
export const K2_ATTRIBUTION = {
  license: 'MIT',
  citation: 'PEACE knowledge base (K2), microsoft/PEACE',
  attribution: 'Microsoft PEACE project, K2 knowledge files (machine-written text, low authority)',
} as const;
