/** A map unit as a legend prints it. Names and ages are invented for the demo. */
export type MapUnit = { readonly symbol: string; readonly label: string; readonly color: string };

/** Bedded units from the youngest to the oldest, in colours that stay apart by more than 40 levels. */
export const BEDDED_UNITS: readonly MapUnit[] = [
  { symbol: 'Tc', label: 'Conglomerate and sandstone, Miocene', color: '#f6c98b' },
  { symbol: 'Tt', label: 'Rhyolite tuff, Oligocene', color: '#f39ab0' },
  { symbol: 'Ks', label: 'Sandstone, Upper Cretaceous', color: '#a8d18a' },
  { symbol: 'Km', label: 'Gray shale and siltstone, Cretaceous', color: '#5fae86' },
  { symbol: 'Js', label: 'Cross-bedded sandstone, Jurassic', color: '#7fc4d8' },
  { symbol: 'Tr', label: 'Red mudstone and gypsum, Triassic', color: '#b58ac4' },
  { symbol: 'Pl', label: 'Limestone and dolomite, Permian', color: '#6c8fd0' },
  { symbol: 'Cs', label: 'Quartzite, Cambrian', color: '#d2a06a' },
];

export const INTRUSION: MapUnit = { symbol: 'Tg', label: 'Granite porphyry, Oligocene', color: '#e0524d' };
export const VALLEY_FILL: MapUnit = { symbol: 'Qa', label: 'Alluvium, Holocene', color: '#fdf3a0' };
