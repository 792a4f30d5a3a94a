import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { artifactUri } from '../../domain/catalog/handles.ts';
import type { ArtifactRole, PixelBox } from '../../domain/catalog/records.ts';
import type { NewArtifact } from '../../domain/catalog/store.ts';
import type { WrittenRaster } from '../../domain/documents/raster.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { asStoreFailure } from '../../platform/store/store-failure.ts';

export type ArtifactDraft = { readonly role: ArtifactRole; readonly label: string | null; readonly bbox: PixelBox | null };
/** An artifact as it will be published, with its URI and the size in px of its picture. */
export type MadeArtifact = NewArtifact & { readonly uri: string; readonly width: number; readonly height: number };

export const newId = (): string => randomBytes(16).toString('hex');

/** Run a piece of file work; trouble of the file system becomes `storage_unavailable`. */
export async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreFailure(error);
  }
}

/** Immutable artifact pictures of one run (D15), below `<cache>/mcp/v1/artifacts/<map id>`. */
export type ArtifactFiles = {
  readonly folder: string;
  /** `write` fills a draft file; it then gets its final name under a new ID. */
  readonly add: (draft: ArtifactDraft, write: (target: string) => Promise<WrittenRaster>) => Promise<MadeArtifact>;
  /** Remove everything this run has written, previews too, after a failure. */
  readonly discard: () => Promise<void>;
};

export async function openArtifactFiles(cacheRoot: string, mapId: string): Promise<ArtifactFiles> {
  const folder = join(cacheRoot, 'mcp', 'v1', 'artifacts', mapId);
  await stored(async () => makeFolder(folder));
  const written: string[] = [];
  return {
    folder,
    add: async (draft, write) => {
      const id = newId();
      const part = join(folder, `.${id}.part`);
      try {
        const { width, height, bytes, mimeType } = await write(part);
        const path = join(folder, `${id}${mimeType === 'image/png' ? '.png' : '.jpg'}`);
        await stored(() => rename(part, path));
        written.push(path);
        return { ...draft, id, uri: artifactUri(id, path, mimeType), path, mimeType, bytes, stage: 'hie', width, height };
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    discard: async () => {
      for (const path of written) {
        const stem = path.slice(0, -extname(path).length);
        for (const file of [path, `${stem}.preview.png`, `${stem}.preview.jpg`]) await rm(file, { force: true });
      }
    },
  };
}
