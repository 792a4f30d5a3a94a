/** Tag, field type (2 ASCII, 3 SHORT, 4 LONG) and the one value of it; ASCII as its four bytes. */
export type Tag = readonly [tag: number, type: number, value: number];

/**
 * A little-endian TIFF with tags in the order given and one strip, or with `tiles` tiles that all are the same bytes. Offsets and byte
 * counts are added. Layout as in TIFF 6.0, section 2.
 */
export function taggedTiff(tags: readonly Tag[], data: Uint8Array, { tiles = 0 }: { readonly tiles?: number } = {}): Buffer {
  const directory = 2 + (tags.length + 2) * 12 + 4;
  const lists = 8 + directory;
  const start = lists + tiles * 8;
  const head = Buffer.alloc(start);
  head.write('II*\0', 0, 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(tags.length + 2, 8);
  const entry = (at: number, [tag, type, value]: Tag, count: number): void => {
    const offset = 10 + at * 12;
    head.writeUInt16LE(tag, offset);
    head.writeUInt16LE(type, offset + 2);
    head.writeUInt32LE(count, offset + 4);
    if (type === 3) head.writeUInt16LE(value, offset + 8);
    else head.writeUInt32LE(value, offset + 8);
  };
  for (const [at, tag] of tags.entries()) entry(at, tag, tag[1] === 2 ? 4 : 1);
  const [offsets, counts] = tiles > 0 ? [324, 325] : [273, 279];
  entry(tags.length, [offsets, 4, tiles > 0 ? lists : start], Math.max(1, tiles));
  entry(tags.length + 1, [counts, 4, tiles > 0 ? lists + tiles * 4 : data.length], Math.max(1, tiles));
  for (let tile = 0; tile < tiles; tile += 1) {
    head.writeUInt32LE(start, lists + tile * 4);
    head.writeUInt32LE(data.length, lists + tiles * 4 + tile * 4);
  }
  return Buffer.concat([head, data]);
}
