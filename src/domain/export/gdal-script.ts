import type { ControlPointFile } from '../gcp-files/control-point-file.ts';
import { writeControlPoints } from '../gcp-files/write-control-points.ts';

/** How gdalwarp is asked for our transforms; those it has no word for are left to the nearest one, which the script says. */
const WARP: Readonly<Record<string, { readonly options: string; readonly note?: string }>> = {
  affine: { options: '-order 1' },
  polynomial2: { options: '-order 2' },
  polynomial3: { options: '-order 3' },
  thin_plate_spline: { options: '-tps' },
  helmert: { options: '-order 1', note: 'GDAL has no similarity transform: an affine one takes its place.' },
  projective: {
    options: '-tps',
    note: 'GDAL has no projective transform: a thin-plate spline through the points takes its place.',
  },
};

/** One argument for a POSIX shell, whatever it holds. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A POSIX shell script that georeferences a copy of the scan with the GDAL tools: `sh FILE scan output.tif`. The control points are
 * written by `writeControlPoints`; the CRS is the only text in it and stands in quotes.
 */
export function writeGdalScript(
  file: ControlPointFile,
  about: { readonly transform: string; readonly width: number; readonly height: number },
): string {
  const { options, note } = WARP[about.transform] ?? { options: '-tps' };
  const points = writeControlPoints({ ...file, dialect: 'gdal_command', crs: null })
    .trim()
    .split(/ (?=-gcp )/);
  const crs = quoted(file.crs ?? '');
  return [
    '#!/bin/sh',
    `# Georeferences a scan of ${about.width} x ${about.height} px, turned as it is displayed, with the GDAL tools.`,
    '# Use: sh this-file scan output.tif',
    ...(note === undefined ? [] : [`# ${note}`]),
    'set -eu',
    '[ "$#" -eq 2 ] || { echo "use: sh $0 scan output.tif" >&2; exit 2; }',
    'points=$(mktemp -d)',
    `trap 'rm -rf "$points"' EXIT`,
    `gdal_translate -of VRT -a_srs ${crs} \\`,
    ...points.map((point) => `  ${point} \\`),
    '  "$1" "$points/points.vrt"',
    `gdalwarp -t_srs ${crs} ${options} -r bilinear -dstalpha -co COMPRESS=DEFLATE -co TILED=YES "$points/points.vrt" "$2"`,
    '',
  ].join('\n');
}
