import type { Preview, ResourceLink } from '../domain/documents/shared.ts';

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | (ResourceLink & { readonly type: 'resource_link' });

const UNREADABLE = 'UNREADABLE ';

/** Marks a link whose bytes a client cannot read here (contract 5.2, D16). */
export function markUnreadable(link: ResourceLink, limit: number): ResourceLink {
  if (link.size === undefined || link.size <= limit) return link;
  const note = `UNREADABLE: exceeds max_resource_read_bytes; observed_bytes=${link.size}; limit_bytes=${limit}.`;
  const description = link.description?.startsWith('UNREADABLE')
    ? link.description
    : [note, link.description].filter(Boolean).join(' ');
  return { ...link, name: link.name.startsWith(UNREADABLE) ? link.name : `${UNREADABLE}${link.name}`, description };
}

/** Text first, then the picture, then the links in their order. Never empty. */
export function contentOf(
  text: string,
  image: { readonly bytes: Buffer; readonly preview: Preview } | undefined,
  links: readonly ResourceLink[],
): readonly ContentBlock[] {
  const picture: readonly ContentBlock[] = image
    ? [{ type: 'image', data: image.bytes.toString('base64'), mimeType: image.preview.mime_type }]
    : [];
  return [{ type: 'text', text }, ...picture, ...links.map((link): ContentBlock => ({ type: 'resource_link', ...link }))];
}
