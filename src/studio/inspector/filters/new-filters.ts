/** The values with which a filter is added. They can be seen. */
const STARTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  exposure: { value: 0.5 },
  contrast: { value: 1.3 },
  saturation: { value: 1.4 },
  vibrance: { value: 0.5 },
  temperature: { value: 0.3 },
  tint: { value: 0.3 },
  hue: { value: 30 },
  levels: { black: 0.05, white: 0.95 },
  shadows: { value: 0.5 },
  highlights: { value: -0.5 },
  lut: { src: '' },
  vignette: { amount: 0.5 },
  blur: { radius: 10 },
  directionalBlur: { length: 40 },
  sharpen: { amount: 1 },
  grain: { amount: 0.3 },
  pixelate: { size: 20 },
  glow: { amount: 0.8 },
  chromaticAberration: { value: 6 },
  duotone: { dark: '#1b1464', light: '#ffd166' },
  posterize: { value: 6 },
};

/** A point of a curve: its input and its output. */
type Point = readonly [number, number];

/** Curves that people choose by name. */
export const NAMED_CURVES: Readonly<Record<string, readonly Point[]>> = {
  softContrast: [
    [0, 0],
    [0.25, 0.2],
    [0.75, 0.8],
    [1, 1],
  ],
  strongContrast: [
    [0, 0],
    [0.25, 0.12],
    [0.75, 0.88],
    [1, 1],
  ],
  brighter: [
    [0, 0],
    [0.5, 0.62],
    [1, 1],
  ],
  darker: [
    [0, 0],
    [0.5, 0.38],
    [1, 1],
  ],
  faded: [
    [0, 0.12],
    [0.5, 0.52],
    [1, 0.92],
  ],
  less: [
    [0, 0],
    [1, 0.8],
  ],
};

/** Returns a new filter. */
export function createFilter(type: string): Readonly<Record<string, unknown>> {
  if (type === 'curves') return { type, rgb: NAMED_CURVES['softContrast'] };
  return { type, ...STARTS[type] };
}
