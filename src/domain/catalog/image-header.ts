import type { PageSize } from './picture-facts.ts';

/** Colours of a picture: no printing inks, or CMYK with its own profile or without one, so that a default one is assumed. */
export type Inks = 'none' | 'own_profile' | 'default_profile';

/**
 * Port to the decoder that will read the pictures later, so that registration and processing agree on the frame. Sizes are as
 * stored, orientation as the decoder would apply it; `fallback` when another decoder reads it, which applies none. Throws `GeomapError('unsupported_media')` when it cannot open the page.
 */
export type ImageHeaderPort = {
  readonly readHeader: (
    file: string,
    page: number,
  ) => Promise<PageSize & { readonly pages: number; readonly inks: Inks; readonly fallback?: true }>;
};
