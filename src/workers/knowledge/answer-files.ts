import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { knowledgeItemSchema } from '../../domain/documents/knowledge.ts';
import type { AnswerCache, CacheQuestion } from '../../domain/knowledge/answer-cache.ts';
import type { KnowledgeSettings } from '../../domain/settings/settings.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';

const entrySchema = z.object({
  schema_version: z.literal('knowledge/v2'),
  provider: z.string(),
  provider_version: z.string(),
  data_version: z.string().nullable(),
  stored_at: z.iso.datetime(),
  lifetime: z.enum(['until_changed', 'live']),
  items: z.array(knowledgeItemSchema),
  warnings: z.array(z.string()),
});

/** An entry above this share of the cap would push out too much else. */
const LARGEST_SHARE = 1 / 8;
/** After clearing, the cache is this much below its cap, so that not every write clears. */
const CLEARED_SHARE = 0.9;

export type AnswerFilesDeps = {
  readonly cacheRoot: string;
  readonly limits: NonNullable<KnowledgeSettings['cache']>;
  readonly now: () => Date;
};

type Entry = { readonly file: string; readonly bytes: number; readonly usedMs: number };

/** Every entry below the folder, longest unused first. What vanishes meanwhile is left out. */
async function entriesOf(root: string): Promise<readonly Entry[]> {
  const names = await readdir(root, { recursive: true }).catch((): string[] => []);
  const entries = await Promise.all(
    names
      .filter((name) => name.endsWith('.json') || name.endsWith('.part'))
      .map(async (name): Promise<readonly Entry[]> => {
        const file = join(root, name);
        try {
          const { size, mtimeMs } = await stat(file);
          return [{ file, bytes: size, usedMs: mtimeMs }];
        } catch {
          return [];
        }
      }),
  );
  return entries.flat().sort((a, b) => a.usedMs - b.usedMs);
}

/** Bytes of all entries; removes the longest unused ones when they are more than the cap allows. */
async function clear(root: string, maxBytes: number): Promise<number> {
  const entries = await entriesOf(root);
  let total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= maxBytes) return total;
  for (const { file, bytes } of entries) {
    if (total <= maxBytes * CLEARED_SHARE) break;
    await rm(file, { force: true });
    total -= bytes;
  }
  return total;
}

const keyOf = ({ provider, version, material }: CacheQuestion): string =>
  createHash('sha256')
    .update(JSON.stringify([provider, version, material]), 'utf8')
    .digest('hex');

/** Sizes known to this process, by folder, so that not every write has to look at all entries. */
const knownBytes = new Map<string, number>();

/**
 * Answers of providers as files, `<cache root>/knowledge/v2/providers/<provider>/<key>.json` (contract/knowledge.md 5), written to a
 * draft and renamed. The modification time of an entry is its last use. A broken entry counts as none.
 */
export function createAnswerFiles({ cacheRoot, limits, now }: AnswerFilesDeps): AnswerCache {
  const root = join(cacheRoot, 'knowledge', 'v2', 'providers');
  const fileOf = (question: CacheQuestion): string => join(root, question.provider, `${keyOf(question)}.json`);
  const isFresh = (storedAt: string): boolean => {
    const ageMs = now().getTime() - Date.parse(storedAt);
    return ageMs >= 0 && ageMs < limits.live_seconds * 1000;
  };
  return {
    find: async (question) => {
      const file = fileOf(question);
      const content = await readFile(file, 'utf8').catch(() => null);
      if (content === null) return null;
      let value: unknown;
      try {
        value = JSON.parse(content);
      } catch {
        return null;
      }
      const entry = entrySchema.safeParse(value).data;
      if (entry === undefined || entry.provider !== question.provider || entry.data_version !== question.version) return null;
      if (entry.lifetime === 'live' && !isFresh(entry.stored_at)) return null;
      await utimes(file, now(), now()).catch(() => undefined);
      const { items, warnings, provider_version, lifetime, stored_at } = entry;
      return { answer: { items, warnings, version: provider_version }, lifetime, storedAt: stored_at };
    },
    keep: async (question, { answer, lifetime }) => {
      if (lifetime === 'live' && limits.live_seconds === 0) return;
      const { items, warnings, version } = answer;
      const entry = {
        schema_version: 'knowledge/v2',
        provider: question.provider,
        provider_version: version,
        data_version: question.version,
        stored_at: now().toISOString(),
        lifetime,
        items,
        warnings,
      };
      const content = `${JSON.stringify(entry)}\n`;
      const bytes = Buffer.byteLength(content);
      if (bytes > limits.max_bytes * LARGEST_SHARE) return;
      const file = fileOf(question);
      const draft = join(root, question.provider, `.${randomBytes(8).toString('hex')}.part`);
      makeFolder(join(root, question.provider));
      try {
        await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      const known = knownBytes.get(root);
      const total = known === undefined ? Number.POSITIVE_INFINITY : known + bytes;
      knownBytes.set(root, total > limits.max_bytes ? await clear(root, limits.max_bytes) : total);
    },
  };
}
