import sharp from 'sharp';

/** Plain grey pictures of 40 x 30 px in every format, made by another program than the code under test. */
export const pictureOf = (format: 'png' | 'jpeg' | 'tiff' | 'webp' | 'gif'): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#808080' } })
    .toFormat(format)
    .toBuffer();

type TiffPage = {
  readonly width: number;
  readonly height: number;
  readonly bits?: number;
  readonly compression?: number;
  readonly orientation?: number;
};

/**
 * A TIFF written by hand: one uncompressed grey strip per page, `big` for BigTIFF. Tags as in TIFF 6.0, section 8; their
 * values are what the tests expect, so nothing of the reader is used.
 */
export function tiffOf(pages: readonly TiffPage[], form: { readonly big?: boolean; readonly motorola?: boolean } = {}): Buffer {
  const { big = false, motorola = false } = form;
  const chunks: Buffer[] = [];
  let length = 0;
  const push = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  };
  const number = (value: number, bytes: 2 | 4 | 8): Buffer => {
    const out = Buffer.alloc(bytes);
    const [low, high] = [value % 2 ** 32, Math.floor(value / 2 ** 32)];
    if (bytes === 2) motorola ? out.writeUInt16BE(value) : out.writeUInt16LE(value);
    else if (bytes === 4) motorola ? out.writeUInt32BE(value) : out.writeUInt32LE(value);
    else if (motorola) {
      out.writeUInt32BE(high, 0);
      out.writeUInt32BE(low, 4);
    } else {
      out.writeUInt32LE(low, 0);
      out.writeUInt32LE(high, 4);
    }
    return out;
  };
  const offset = (value: number) => number(value, big ? 8 : 4);
  const headBytes = big ? 16 : 8;
  push(Buffer.from(motorola ? 'MM' : 'II', 'latin1'));
  push(number(big ? 43 : 42, 2));
  if (big) push(Buffer.concat([number(8, 2), number(0, 2)]));
  push(offset(headBytes));
  pages.forEach((page, at) => {
    const bits = page.bits ?? 8;
    const strip = Math.ceil((page.width * bits) / 8) * page.height;
    const tags: [number, number][] = [
      [256, page.width],
      [257, page.height],
      [258, bits],
      [259, page.compression ?? 1],
      [262, 1],
      [273, 0],
      [274, page.orientation ?? 1],
      [277, 1],
      [278, page.height],
      [279, strip],
    ];
    const directory = (big ? 8 : 2) + tags.length * (big ? 20 : 12) + (big ? 8 : 4);
    const data = length + directory;
    push(number(tags.length, big ? 8 : 2));
    for (const [tag, value] of tags)
      push(Buffer.concat([number(tag, 2), number(4, 2), offset(1), longIn(tag === 273 ? data : value)]));
    push(offset(at === pages.length - 1 ? 0 : data + strip));
    push(Buffer.alloc(strip, 0x80));
  });
  return Buffer.concat(chunks);

  function longIn(value: number): Buffer {
    const long = number(value, 4);
    return big ? Buffer.concat([long, Buffer.alloc(4)]) : long;
  }
}
