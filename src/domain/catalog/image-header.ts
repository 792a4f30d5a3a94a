import type { PageSize } from './picture-facts.ts';

/**
 * Port to the decoder that will read the pictures later, so that registration and processing agree on the frame. Sizes are as
 * stored, orientation as the decoder would apply it. Throws `GeomapError('unsupported_media')` when it cannot open the page.
 */
export type ImageHeaderPort = {
  readonly readHeader: (file: string, page: number) => Promise<PageSize & { readonly pages: number }>;
};
