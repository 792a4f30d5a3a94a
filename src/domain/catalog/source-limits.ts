import { GeomapError } from '../errors/geomap-error.ts';

const MIB = 1024 * 1024;
const inMib = (bytes: number): string => `${Number((bytes / MIB).toFixed(1))} MiB`;

/** `oversize_image` at registration: the file has more bytes than allowed. */
export const tooManyBytes = (observed: number, limit: number): GeomapError =>
  new GeomapError('oversize_image', {
    message: `The file has ${inMib(observed)}; maps of up to ${inMib(limit)} can be registered. Use a smaller or better packed picture, or ask the server operator to raise GEOMAP_MAX_SOURCE_BYTES.`,
    details: { observed_bytes: observed, limit_bytes: limit },
    hints: ['Use a smaller or better packed picture, or ask the server operator to raise GEOMAP_MAX_SOURCE_BYTES.'],
  });

/** `oversize_image` at registration: the picture has more pixels than allowed. */
export const tooManyPixels = (observed: number, limit: number): GeomapError =>
  new GeomapError('oversize_image', {
    message: `The picture has ${Math.ceil(observed / 1e6)} megapixels; up to ${Math.floor(limit / 1e6)} can be worked on. Scan or scale it at a lower resolution, or ask the server operator to raise GEOMAP_MAX_SOURCE_PIXELS.`,
    details: { observed_pixels: observed, limit_pixels: limit },
    hints: ['Scan or scale the picture at a lower resolution, or ask the server operator to raise GEOMAP_MAX_SOURCE_PIXELS.'],
  });

/** `oversize_image` at reading. The beginning of the hint is that of the published articles. */
export const tooLargeToRead = (observed: number, limit: number): GeomapError =>
  new GeomapError('oversize_image', {
    message: `The resource has ${inMib(observed)}; resources of up to ${inMib(limit)} can be read. Read a smaller derived artifact, or ask the server operator to raise GEOMAP_MAX_RESOURCE_READ_BYTES.`,
    details: { observed_bytes: observed, limit_bytes: limit },
    hints: ['Read a smaller derived artifact, or ask the server operator to raise GEOMAP_MAX_RESOURCE_READ_BYTES.'],
  });

/** Prefix of the name of a link or list entry that is too large to read (contract 5.2). */
export const UNREADABLE = 'UNREADABLE';
export const unreadableNote = (observed: number, limit: number): string =>
  `${UNREADABLE}: exceeds max_resource_read_bytes; observed_bytes=${observed}; limit_bytes=${limit}.`;

/** `name` with the mark in front of it when `bytes` is over the read limit. */
export const markedName = (name: string, bytes: number, limit: number): string =>
  bytes > limit ? `${UNREADABLE} ${name}` : name;
