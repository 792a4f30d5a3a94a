/** A colour of three or four samples. */
export type Sample = readonly number[];

/** One compared place: the source around it (nine pixels), and what the export shows there. */
export type ComparedPlace = { readonly source: readonly Sample[]; readonly shown: Sample };

export type ColorFinding = {
  /** Share of places whose colour lies between those of the source around it, 0..1. */
  readonly match: number;
  /** Share of the most common colour in the export and in the source. */
  readonly dominant: number;
  readonly sourceDominant: number;
};

/** Field report 4.19: above this share of one colour a picture shows nothing. */
export const ONE_COLOR = 0.95;
/** Fewer matching places than this, and the picture is another one, or mirrored, or moved. */
export const LEAST_MATCH = 0.9;
const TOLERANCE = 12;
/** Colours are counted in steps of 16. */
const STEP = 4;

/** Whether each of the three bands lies within what the source has around the place. */
const matches = ({ source, shown }: ComparedPlace): boolean =>
  [0, 1, 2].every((band) => {
    const values = source.map((sample) => sample[band] ?? 0);
    const value = shown[band] ?? 0;
    return value >= Math.min(...values) - TOLERANCE && value <= Math.max(...values) + TOLERANCE;
  });

const share = (samples: readonly Sample[]): number => {
  const counts = new Map<string, number>();
  for (const [r = 0, g = 0, b = 0] of samples) {
    const key = [r >> STEP, g >> STEP, b >> STEP].join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return samples.length === 0 ? 1 : Math.max(...counts.values()) / samples.length;
};

/** Compares an export with its source at places spread over it. Without a place nothing matches. */
export const compareColors = (places: readonly ComparedPlace[]): ColorFinding => ({
  match: places.length === 0 ? 0 : places.filter(matches).length / places.length,
  dominant: share(places.map(({ shown }) => shown)),
  sourceDominant: share(places.map(({ source }) => source[4] ?? source[0] ?? [])),
});
