import { z } from 'zod';
import { parseInstant } from './instants.ts';

const number = z.coerce.number().refine(Number.isFinite);
const instant = z.string().refine((text) => parseInstant(text) !== null, 'a date or date-time');

/** What a sync of USGS events asks for (contract/knowledge.md 6.2). Only formats that are really read are taken. */
export const usgsProfileSchema = z.strictObject({
  format: z.literal('geojson').default('geojson'),
  eventtype: z.literal('earthquake').default('earthquake'),
  starttime: instant.default('1970-01-01'),
  endtime: instant.optional(),
  updatedafter: instant.optional(),
  minmagnitude: number.default(4.5),
  maxmagnitude: number.optional(),
  mindepth: number.optional(),
  maxdepth: number.optional(),
  reviewstatus: z.string().optional(),
  catalog: z.string().optional(),
  contributor: z.string().optional(),
  orderby: z.string().default('time'),
  limit: z.coerce.number().int().min(1).max(20_000).default(20_000),
  offset: z.literal(1).default(1),
});
export type UsgsProfile = z.infer<typeof usgsProfileSchema>;

/** A file of the GEM catalogue. The default is the copy of it at a fixed commit: the DOI leads to a page, not to data (KW-13). */
export const gemProfileSchema = z.strictObject({
  format: z.literal('geojson').default('geojson'),
  source_version: z.string().min(1).max(100).default('peace-da994841fc97'),
  source_url: z
    .url({ protocol: /^https?$/ })
    .default(
      'https://raw.githubusercontent.com/microsoft/PEACE/da994841fc97e5a19e3068a34a86297d17f3f3e2/dependencies/knowledge/gem_active_faults_harmonized.geojson',
    ),
  /** A file on this machine in place of the address. */
  local_path: z.string().min(1).optional(),
  /** SHA-256 of the file as it is published. */
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .optional(),
});
export type GemProfile = z.infer<typeof gemProfileSchema>;

/** Options that leave events out in a way that windows, times and a least magnitude cannot say. */
const NARROWING = ['updatedafter', 'maxmagnitude', 'mindepth', 'maxdepth', 'reviewstatus', 'catalog', 'contributor'] as const;

/** Names of the options by which a mirror of this profile is not complete within its coverage. */
export const narrowingOptions = (profile: UsgsProfile): readonly string[] =>
  NARROWING.filter((key) => profile[key] !== undefined);
