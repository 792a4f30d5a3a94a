import type { Settings } from '../../domain/settings/settings.ts';
import { managedPaths } from '../assets/managed-paths.ts';
import { type Asset, MANIFEST } from '../assets/manifest.ts';
import { verifyAsset } from '../assets/verify-asset.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** Each approved asset, read byte by byte, and whether the configured paths lead to it. */
export async function checkAssets(settings: Settings, manifest: readonly Asset[] = MANIFEST): Promise<readonly Finding[]> {
  const managed = managedPaths(settings);
  const findings = await Promise.all(manifest.map((asset) => checkAsset(settings.data_root, asset)));
  const elsewhere = manifest.filter((asset) => !managed[asset.preparation]);
  return [
    ...findings,
    ...elsewhere.map((asset) =>
      note(
        'asset paths',
        `the configured ${asset.preparation} paths are not where ${asset.id} is installed`,
        'Unset the variables that name other paths, or keep the files there yourself: the prepare tool refuses meanwhile.',
      ),
    ),
  ];
}

async function checkAsset(dataRoot: string, asset: Asset): Promise<Finding> {
  const check = `asset ${asset.id}`;
  const command = `\`stratigraphic-amenity-assets ${asset.id}`;
  switch (await verifyAsset(dataRoot, asset)) {
    case 'whole':
      return ok(check, 'installed, every file is the approved one');
    case 'unverified':
      return ok(check, 'there, put there by hand');
    case 'absent':
      return note(check, 'not installed', `Optional: ${command}\` installs it.`);
    case 'incomplete':
      return problem(check, 'files are missing', `Run ${command} --force\`.`);
    case 'broken':
      return problem(check, 'files have changed since they were installed', `Run ${command} --force\`.`);
  }
}
