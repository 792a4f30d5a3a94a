import { posix } from 'node:path';
import type { Preparation } from '../../domain/errors/routes.ts';

/*
 * The approved assets (contract 12.1, D37), as data. Nothing else is ever downloaded: the prepare tools take no arguments.
 */

export type Asset = {
  readonly id: string;
  readonly version: string;
  /** The prepare tool that installs it. */
  readonly preparation: Preparation;
  readonly url: string;
  /** Google Drive asks for a confirmation before it hands out a large file. */
  readonly flow: 'http' | 'google-drive';
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
  /** Page that describes the asset. */
  readonly source: string;
  /** How it may be passed on: `download-only` never leaves this machine, `source-sync` may be mirrored with its licence. */
  readonly redistribution: 'download-only' | 'source-sync';
  /** Tools and providers that need it. */
  readonly requiredFor: readonly string[];
};

const PEACE_REVISION = 'da994841fc97e5a19e3068a34a86297d17f3f3e2';

export const LAYOUT_DETECTORS: Asset = {
  id: 'peace-layout-detectors',
  version: 'google-drive-1f7dUdfA_W8He9czG6SoYQBmUsSPrA6MZ',
  preparation: 'detectors',
  url: 'https://drive.google.com/uc?id=1f7dUdfA_W8He9czG6SoYQBmUsSPrA6MZ',
  flow: 'google-drive',
  archiveSha256: '10701bba7a94f54cbd79cae79ca0a79eba54b82d7e8552e5a78ed5b2dcbb09da',
  treeSha256: null,
  maxArchiveBytes: 190_753_184,
  maxExtractedBytes: 250_000_000,
  destination: 'assets/models',
  archiveFolder: 'models',
  files: ['det_component/weights/best.pt', 'det_legend/weights/best.pt'],
  license: 'MIT',
  attribution: 'microsoft/PEACE',
  source: 'https://github.com/microsoft/PEACE',
  redistribution: 'download-only',
  requiredFor: ['geomap_process_image'],
};

export const KNOWLEDGE_BASE: Asset = {
  id: 'peace-knowledge-base',
  version: `PEACE-${PEACE_REVISION}`,
  preparation: 'knowledge',
  url: `https://codeload.github.com/microsoft/PEACE/zip/${PEACE_REVISION}`,
  flow: 'http',
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
  source: 'https://github.com/microsoft/PEACE',
  redistribution: 'source-sync',
  requiredFor: [
    'rock_type',
    'rock_age',
    'rock_knowledge',
    'component_usage_knowledge',
    'downstream_task_knowledge',
    'earthquake_history',
    'active_faults',
  ],
};

/** Every approved asset, in the order in which `--all` installs them. */
export const MANIFEST: readonly Asset[] = [LAYOUT_DETECTORS, KNOWLEDGE_BASE];

const DIGEST = /^[0-9a-f]{64}$/;

const isContained = (path: string): boolean =>
  path !== '' && !posix.isAbsolute(path) && !path.includes('\\') && !path.split('/').includes('..');

/** What is wrong with a manifest, in words; nothing for a sound one (contract 12.1, 12.2 steps 1 to 3). */
export function manifestFaults(manifest: readonly Asset[]): readonly string[] {
  const twice = manifest.map((asset) => asset.id).filter((id, at, all) => all.indexOf(id) !== at);
  const faults = manifest.flatMap((asset) => {
    const digests = [asset.archiveSha256, asset.treeSha256].filter((digest) => digest !== null);
    const pinned = digests.length > 0 && digests.every((digest) => DIGEST.test(digest));
    return [
      ...(pinned ? [] : [`${asset.id}: no digest of 64 hex characters pins it`]),
      ...(asset.maxExtractedBytes > 0 && asset.maxArchiveBytes > 0 ? [] : [`${asset.id}: a size limit is missing`]),
      ...(isContained(asset.destination) ? [] : [`${asset.id}: the destination leads out of the data root`]),
      ...(asset.files.length > 0 && asset.files.every(isContained) ? [] : [`${asset.id}: an installed file leads out`]),
      ...(asset.url === '' || asset.source === '' || asset.attribution === '' ? [`${asset.id}: provenance is missing`] : []),
    ];
  });
  return [...twice.map((id) => `${id}: the ID comes twice`), ...faults];
}
