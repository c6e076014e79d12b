import { type CanvasGradient, createCanvas } from '@napi-rs/canvas';
import { expandColour } from '../../base/colour.ts';

/** The colour or the gradient of letters, for `fillLetters` and `strokeLetters`. */
export interface LetterPaint {
  readonly style: CanvasGradient;
  /** Opacity, 0 to 1, of a coat below the letters. The letters cover it, so it only makes their edges heavier. */
  readonly undercoat: number;
}

/** A stop of a gradient. The offset is from 0 to 1. */
interface Stop {
  readonly offset: number;
  /** `#RGB` or `#RRGGBB`. */
  readonly color: string;
}

/** Red, green and blue, each from 0 to 255. */
type Channels = readonly [number, number, number];

/**
 * Brightnesses of the two kinds of edges that change the area of letters least: by -2 % and 9 % at 12 px, and by
 * -1 % and 4 % at 24 px. Skia has eight kinds of edges: one for each eighth of the brightness of a colour.
 */
const EDGE = { lighter: 112, heavier: 144 };

/**
 * The edges of a browser, for each eighth of the brightness of a colour. They differ less than those of Skia. Where
 * they are between the two of Skia, an undercoat makes the lighter ones heavier.
 */
const EDGES: readonly { readonly edge: number; readonly undercoat: number }[] = [
  { edge: EDGE.lighter, undercoat: 0 },
  { edge: EDGE.lighter, undercoat: 0.06 },
  { edge: EDGE.lighter, undercoat: 0.09 },
  { edge: EDGE.lighter, undercoat: 0.11 },
  { edge: EDGE.lighter, undercoat: 0.13 },
  { edge: EDGE.lighter, undercoat: 0.15 },
  { edge: EDGE.lighter, undercoat: 0.19 },
  { edge: EDGE.heavier, undercoat: 0 },
];

/** The place where the gradient of a plain colour begins, in pixels: to the right of all letters. */
const FAR = 1e6;
/**
 * Length of a gradient, as a multiple of its visible part. Beyond the visible part it has the colours that only
 * change its mean.
 */
const LENGTHENED = 64;

const MAX_KEPT = 256;
const kept = new Map<string, LetterPaint>();

/**
 * Returns the paint for letters of a plain colour.
 *
 * Skia makes bright letters bolder and dark ones thinner than their outlines: by 31 % and -20 % of ink at 16 px.
 * A browser does so, too, but only by 6 % and -2 %. Skia looks at the mean colour of the paint. Therefore, the
 * paint is a gradient: all letters lie before its beginning, where it has the wanted colour, and the colour of its
 * end makes its mean as bright as the wanted edges need.
 *
 * @param colour `#RGB` or `#RRGGBB`.
 */
export function letterPaintOf(colour: string): LetterPaint {
  const known = kept.get(colour);
  if (known) return known;
  const channels = parseChannels(colour);
  const { edge, undercoat } = EDGES[eighthOf(channels)] ?? { edge: EDGE.lighter, undercoat: 0 };
  const style = createCanvas(1, 1)
    .getContext('2d')
    .createLinearGradient(FAR, 0, FAR + 1, 0);
  style.addColorStop(0, colour);
  // Skia draws gradients of two colours faster than others.
  const count = canBalance(channels, edge) ? 1 : 2;
  const balance = toRgb(findBalance([channels], count, edge));
  for (let index = 1; index <= count; index++) style.addColorStop(index / count, balance);
  const paint = { style, undercoat };
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(colour, paint);
  return paint;
}

/**
 * Returns the paint for letters with a gradient. Their edges are those of a dark colour: a browser draws such
 * letters as a mask in black.
 *
 * @param stops sorted by their offsets; at least one.
 * @param create creates a gradient without stops. Its length is the given multiple of the visible length.
 */
export function gradientLetterPaintOf(
  stops: readonly Stop[],
  create: (lengthened: number) => CanvasGradient,
): LetterPaint {
  const style = create(LENGTHENED);
  // The ends of the visible part, because Skia adds stops to the ends of a gradient that has none there.
  const colours = [stops[0], ...stops, stops.at(-1)].flatMap((stop) => (stop ? [stop.color] : []));
  const offsets = [0, ...stops.map(({ offset }) => offset / LENGTHENED), 0.5];
  for (const [index, colour] of colours.entries()) style.addColorStop(offsets[index] ?? 1, colour);
  const count = 2 * colours.length;
  const balance = toRgb(findBalance(colours.map(parseChannels), count, EDGE.lighter));
  for (let index = 1; index <= count; index++) style.addColorStop((1 + index / count) / 2, balance);
  return { style, undercoat: 0 };
}

/** True if one other colour can give the mean with a colour the wanted edges. Two others always can. */
function canBalance(channels: Channels, edge: number): boolean {
  const balance = findBalance([channels], 1, edge);
  // Skia rounds the mean in either direction.
  return [-0.5, 0.5].every((rounding) => {
    const [red, green, blue] = channels;
    const mean = [red + balance[0], green + balance[1], blue + balance[2]] as const;
    return eighthOf([mean[0] / 2 + rounding, mean[1] / 2 + rounding, mean[2] / 2 + rounding]) === edge >> 5;
  });
}

/**
 * Returns the colour with which some colours have a grey of the wanted brightness as their mean, or the nearest one
 * that exists.
 *
 * @param count how many times the colour counts.
 */
function findBalance(colours: readonly Channels[], count: number, brightness: number): Channels {
  const find = (channel: 0 | 1 | 2): number => {
    const sum = colours.reduce((total, channels) => total + channels[channel], 0);
    const missing = ((colours.length + count) * brightness - sum) / count;
    return Math.min(255, Math.max(0, Math.round(missing)));
  };
  return [find(0), find(1), find(2)];
}

/**
 * Returns the eighth of the brightness of a colour, 0 to 7, like `SkMaskGamma`: from the three highest bits of each
 * channel, with the weights of BT.709 in 256ths.
 */
function eighthOf(channels: Channels): number {
  const [red, green, blue] = channels.map((channel) => {
    const bits = channel >> 5;
    return (bits << 5) | (bits << 2) | (bits >> 1);
  });
  return (54 * (red ?? 0) + 183 * (green ?? 0) + 19 * (blue ?? 0)) >> 13;
}

function parseChannels(colour: string): Channels {
  const code = Number.parseInt(expandColour(colour).slice(1), 16);
  return [(code >> 16) & 255, (code >> 8) & 255, code & 255];
}

function toRgb([red, green, blue]: Channels): string {
  return `rgb(${red}, ${green}, ${blue})`;
}
