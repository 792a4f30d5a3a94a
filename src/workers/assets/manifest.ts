/*
 * The approved assets (contract 12.1, D37), as data. Nothing else is ever downloaded: the prepare tools take no arguments.
 */

export type Asset = {
  readonly id: string;
  readonly version: string;
  readonly url: string;
  /** SHA-256 of the archive, or null when its host packs it anew each time; then `treeSha256` decides. */
  readonly archiveSha256: string | null;
  /** Digest of the installed files, see `tree-digest.ts`. */
  readonly treeSha256: string | null;
  /** Largest archive that is taken. */
  readonly maxArchiveBytes: number;
  readonly maxExtractedBytes: number;
  /** Folder relative to the data root. */
  readonly destination: string;
  /** Folder inside the archive, at its top or below one folder that holds everything. */
  readonly archiveFolder: string;
  /** Files that have to be there afterwards, relative to the destination. */
  readonly files: readonly string[];
  readonly license: string;
  readonly attribution: string;
};

const PEACE_REVISION = 'da994841fc97e5a19e3068a34a86297d17f3f3e2';

export const LAYOUT_DETECTORS: Asset = {
  id: 'peace-layout-detectors',
  version: 'google-drive-1f7dUdfA_W8He9czG6SoYQBmUsSPrA6MZ',
  url: 'https://drive.google.com/uc?id=1f7dUdfA_W8He9czG6SoYQBmUsSPrA6MZ',
  archiveSha256: '10701bba7a94f54cbd79cae79ca0a79eba54b82d7e8552e5a78ed5b2dcbb09da',
  treeSha256: null,
  maxArchiveBytes: 190_753_184,
  maxExtractedBytes: 250_000_000,
  destination: 'assets/models',
  archiveFolder: 'models',
  files: ['det_component/weights/best.pt', 'det_legend/weights/best.pt'],
  license: 'MIT',
  attribution: 'microsoft/PEACE',
};

export const KNOWLEDGE_BASE: Asset = {
  id: 'peace-knowledge-base',
  version: `PEACE-${PEACE_REVISION}`,
  url: `https://codeload.github.com/microsoft/PEACE/zip/${PEACE_REVISION}`,
  archiveSha256: null,
  treeSha256: '3fb1b29206667d94c51a8b1a666557aee4dfe54f7f98aacd81c5106022ac0192',
  maxArchiveBytes: 1 << 30,
  maxExtractedBytes: 30_000_000,
  destination: 'assets/knowledge',
  archiveFolder: 'dependencies/knowledge',
  files: [
    'earthquake_1970_4.5mag.csv',
    'gem_active_faults_harmonized.geojson',
    'k2_rock_type.json',
    'k2_rock_age.json',
    'k2_rock_detail.json',
    'k2_usage.json',
    'k2_expertise.json',
  ],
  license: 'MIT AND CC0-1.0 AND CC-BY-SA-4.0',
  attribution: 'K2 (MIT); USGS (CC0, US public domain); GEM Global Active Faults (CC-BY-SA-4.0)',
};
