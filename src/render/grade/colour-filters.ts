import { parseColour } from '../../base/colour.ts';
import { clamp, LUMA_WEIGHTS, type Rgb } from './colour.ts';
import { cubeOf, lookUp } from './cube.ts';
import { type CurvePoint, createCurve } from './curve.ts';
import type { ColourValues, FilterValues, ValuesOf } from './filter-values.ts';
import { toGamma, toLinear } from './transfer.ts';

/** Changes one channel. The result is clamped to 0 to 1. */
type ChannelCurve = (value: number) => number;

/** A change of colours: of each channel by itself, or of all together, in place. The result is clamped to 0 to 1. */
export type ColourChange =
  | readonly [red: ChannelCurve, green: ChannelCurve, blue: ChannelCurve]
  | ((colour: Rgb) => void);

/** The meaning of a filter that changes each pixel by its colour alone. */
interface ColourRule<Type extends ColourValues['type']> {
  /** True if the filter changes nothing. */
  readonly isNeutral: (values: ValuesOf<Type>) => boolean;
  readonly createChange: (values: ValuesOf<Type>) => ColourChange;
}

const [RED, GREEN, BLUE] = LUMA_WEIGHTS;

const CHANNELS = [0, 1, 2] as const;

const isZero = ({ value }: { readonly value: number }): boolean => value === 0;
const isOne = ({ value }: { readonly value: number }): boolean => value === 1;

/**
 * The filters with values that change each pixel by its colour alone. `docs/filters.md` says which of them work in
 * linear light, and after which source.
 */
const COLOUR_RULES: { readonly [Type in ColourValues['type']]: ColourRule<Type> } = {
  exposure: {
    isNeutral: isZero,
    createChange: ({ value }) => scaleLight(2 ** value, 2 ** value, 2 ** value),
  },
  contrast: {
    isNeutral: isOne,
    createChange: ({ value }) => forAll((colour) => (colour - 0.5) * value + 0.5),
  },
  saturation: {
    isNeutral: isOne,
    createChange:
      ({ value }) =>
      (colour) =>
        scaleChroma(colour, value),
  },
  vibrance: {
    isNeutral: isZero,
    createChange:
      ({ value }) =>
      (colour) => {
        const spread = Math.max(...colour) - Math.min(...colour);
        scaleChroma(colour, 1 + value * (1 - Math.sign(value) * spread));
      },
  },
  temperature: {
    isNeutral: isZero,
    createChange: ({ value }) => balanceLight(2 ** (value / 2), 1, 2 ** (-value / 2)),
  },
  tint: {
    isNeutral: isZero,
    createChange: ({ value }) => balanceLight(2 ** (value / 2), 2 ** (-value / 2), 2 ** (value / 2)),
  },
  hue: { isNeutral: isZero, createChange: ({ value }) => turnHue(value) },
  curves: {
    isNeutral: ({ rgb = [], r = [], g = [], b = [] }) => [rgb, r, g, b].every(isDiagonal),
    createChange: ({ rgb, r, g, b }) => {
      const all = curveThrough(rgb);
      const [red, green, blue] = [r, g, b].map(curveThrough) as [ChannelCurve, ChannelCurve, ChannelCurve]; // As many.
      return [(value) => all(red(value)), (value) => all(green(value)), (value) => all(blue(value))];
    },
  },
  levels: {
    isNeutral: ({ black = 0, white = 1, gamma = 1 }) => black === 0 && white === 1 && gamma === 1,
    createChange: ({ black = 0, white = 1, gamma = 1 }) => {
      // Tweens may cross each other.
      const range = Math.max(1 / 255, white - black);
      return forAll((value) => clamp((value - black) / range) ** (1 / gamma));
    },
  },
  // Black, white and the order of all levels stay.
  shadows: {
    isNeutral: isZero,
    createChange: ({ value }) => scaleByLuma((luma) => 1 + value * (1 - luma) ** 2),
  },
  highlights: {
    isNeutral: isZero,
    createChange: ({ value }) => scaleByLuma((luma) => 1 + value * (1 - luma) * luma),
  },
  duotone: {
    isNeutral: () => false,
    createChange: ({ dark, light }) => {
      const [from, to] = [toRgb(dark), toRgb(light)];
      return (colour) => {
        const luma = lumaOf(colour);
        for (const channel of CHANNELS) colour[channel] = from[channel] * (1 - luma) + to[channel] * luma;
      };
    },
  },
  lut: {
    isNeutral: ({ amount = 1 }) => amount === 0,
    createChange: ({ lut, amount = 1 }) => {
      const cube = cubeOf(lut);
      const found: Rgb = [0, 0, 0];
      return (colour) => {
        [found[0], found[1], found[2]] = colour;
        lookUp(cube, found);
        for (const channel of CHANNELS) colour[channel] += amount * (found[channel] - colour[channel]);
      };
    },
  },
  posterize: {
    isNeutral: ({ value }) => Math.round(value) === 256,
    createChange: ({ value }) => {
      const count = Math.round(value);
      return forAll((colour) => Math.min(count - 1, Math.floor(colour * count)) / (count - 1));
    },
  },
  invert: {
    isNeutral: ({ value = 1 }) => value === 0,
    createChange: ({ value = 1 }) => forAll((colour) => value + (1 - 2 * value) * colour),
  },
};

/** Returns a text that two lists of filters have in common only if they do the same. */
export function describeFilters(filters: readonly FilterValues[]): string {
  // The hash of a lookup table stands for its text.
  return JSON.stringify(filters, (name, value: unknown) => (name === 'text' ? undefined : value));
}

/** True if a filter gives colours that hardly differ very different results. It cannot be interpolated. */
export function hasSteps({ type }: FilterValues): boolean {
  return type === 'posterize';
}

/** True if a filter of colours changes nothing. */
export function isNeutralColour(values: ColourValues): boolean {
  return ruleOf(values).isNeutral(values);
}

/** Returns the change of colours that a filter makes. */
export function changeOf(values: ColourValues): ColourChange {
  return ruleOf(values).createChange(values);
}

function ruleOf(values: ColourValues): ColourRule<ColourValues['type']> {
  // The cast is safe: the rule has the type of the values.
  return COLOUR_RULES[values.type] as ColourRule<ColourValues['type']>;
}

function forAll(curve: ChannelCurve): ColourChange {
  return [curve, curve, curve];
}

/** Multiplies linear light. */
function scaleLight(...gains: Rgb): ColourChange {
  const [red, green, blue] = gains.map(
    (gain): ChannelCurve =>
      (value) =>
        toGamma(gain * toLinear(value)),
  ) as [ChannelCurve, ChannelCurve, ChannelCurve]; // As many as gains.
  return [red, green, blue];
}

/** Multiplies linear light by gains, scaled so that greys keep their luminance. */
function balanceLight(red: number, green: number, blue: number): ColourChange {
  const luminance = RED * red + GREEN * green + BLUE * blue;
  return scaleLight(red / luminance, green / luminance, blue / luminance);
}

function lumaOf([red, green, blue]: Rgb): number {
  return RED * red + GREEN * green + BLUE * blue;
}

function scaleChroma(colour: Rgb, factor: number): void {
  const luma = lumaOf(colour);
  for (const channel of CHANNELS) colour[channel] = luma + factor * (colour[channel] - luma);
}

/** Multiplies all channels by a factor that depends on the luma. */
function scaleByLuma(factorAt: (luma: number) => number): ColourChange {
  return (colour) => {
    const factor = factorAt(lumaOf(colour));
    for (const channel of CHANNELS) colour[channel] *= factor;
  };
}

/** Turns hues around the axis of greys, and keeps the luma (Filter Effects Module Level 1, `hueRotate`). */
function turnHue(degrees: number): ColourChange {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (colour) => {
    const [red, green, blue] = colour;
    const luma = 0.213 * red + 0.715 * green + 0.072 * blue;
    colour[0] = luma + cos * (red - luma) + sin * (-0.213 * red - 0.715 * green + 0.928 * blue);
    colour[1] = luma + cos * (green - luma) + sin * (0.143 * red + 0.14 * green - 0.283 * blue);
    colour[2] = luma + cos * (blue - luma) + sin * (-0.787 * red + 0.715 * green + 0.072 * blue);
  };
}

function curveThrough(points: readonly (readonly number[])[] | undefined): ChannelCurve {
  // The cast is safe: the schema allows only points of two numbers.
  return points ? createCurve(points as unknown as readonly CurvePoint[]) : (value) => value;
}

/** True if a curve through these points is straight from 0 to 1. */
function isDiagonal(points: readonly (readonly number[])[]): boolean {
  const inputs = points.map(([x]) => x);
  const isWhole = points.length === 0 || (inputs.includes(0) && inputs.includes(1));
  return isWhole && points.every(([x, y]) => x === y);
}

function toRgb(colour: string): Rgb {
  const { red, green, blue } = parseColour(colour);
  return [red / 255, green / 255, blue / 255];
}
