import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The two networks in use, and those of the weights before them. */
const KEPT = 4;
/** A draft of a process that was killed is this old before it is taken for one. */
const DRAFT_LIFE_MS = 3_600_000;

/** Remove converted networks beyond the newest few, and drafts left by killed processes, from the folder of `file`. Best effort. */
export async function pruneConverted(file: string): Promise<void> {
  const folder = dirname(file);
  const found = await Promise.all(
    (await readdir(folder).catch(() => [])).map(async (name) => {
      const path = join(folder, name);
      return { name, path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  const models = found.filter(({ name }) => name.endsWith('.onnx')).sort((a, b) => b.at - a.at);
  const old = models
    .filter(({ name }, at) => at >= KEPT && name !== basename(file))
    .flatMap(({ path }) => [path, `${path}.json`]);
  const drafts = found.filter(({ name, at }) => name.endsWith('.part') && Date.now() - at > DRAFT_LIFE_MS);
  for (const path of [...old, ...drafts.map((each) => each.path)]) await rm(path, { force: true }).catch(() => undefined);
}
