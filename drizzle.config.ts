import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` writes the next file of `migrations/` after `schema.ts` has changed; old files are never edited. */
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/platform/store/schema.ts',
  out: './migrations',
});
