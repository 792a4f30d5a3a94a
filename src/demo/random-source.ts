/** A stream of numbers that one seed settles, so that a sheet can be drawn again anywhere. */
export type RandomSource = {
  /** Uniform in `[low, high)`. */
  readonly between: (low: number, high: number) => number;
  /** Uniform whole number in `[low, high]`. */
  readonly whole: (low: number, high: number) => number;
};

/** Mulberry32 (T. Ettinger, public domain): 32 bits of state, enough for drawing. */
export const createRandomSource = (seed: number): RandomSource => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  return { between, whole: (low, high) => Math.floor(between(low, high + 1)) };
};

/** A smooth irregular curve around zero with values in about `[-amplitude, amplitude]`; `x` and `wavelength` in px. */
export const wanderingCurve = (random: RandomSource, amplitude: number, wavelength: number): ((x: number) => number) => {
  const waves = [1, 0.53, 0.31, 0.17, 0.09].map((share) => ({
    height: amplitude * share * 0.6,
    length: wavelength * share * random.between(0.8, 1.25),
    phase: random.between(0, 2 * Math.PI),
  }));
  return (x) => waves.reduce((sum, { height, length, phase }) => sum + height * Math.sin((2 * Math.PI * x) / length + phase), 0);
};
