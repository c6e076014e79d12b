import type { BlendMode } from '../../base/vocabulary/blend-modes.ts';
import type { Rgb } from './colour.ts';

/** A mode that mixes whole colours and not each channel alone. */
type ColourMode = Extract<BlendMode, 'color' | 'luminosity'>;

/** A mode that mixes red, green and blue alone. */
export type ChannelMode = Exclude<BlendMode, ColourMode>;

/** True if a mode mixes red, green and blue alone. */
export function mixesChannels(mode: BlendMode): mode is ChannelMode {
  return mode !== 'color' && mode !== 'luminosity';
}

/**
 * Mixes a channel of two opaque colours (W3C Compositing and Blending Level 1, section 10.1). `add` is their sum.
 *
 * @param below, above gamma-coded, 0 to 1.
 */
export function mixChannel(mode: ChannelMode, below: number, above: number): number {
  switch (mode) {
    case 'multiply':
      return below * above;
    case 'screen':
      return below + above - below * above;
    case 'overlay':
      return mixChannel('hard-light', above, below);
    case 'hard-light':
      return above <= 0.5 ? 2 * below * above : mixChannel('screen', below, 2 * above - 1);
    case 'soft-light':
      return softLight(below, above);
    case 'add':
      return Math.min(1, below + above);
    case 'darken':
      return Math.min(below, above);
    case 'lighten':
      return Math.max(below, above);
    case 'difference':
      return Math.abs(below - above);
  }
}

function softLight(below: number, above: number): number {
  if (above <= 0.5) return below - (1 - 2 * above) * below * (1 - below);
  const curve = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : Math.sqrt(below);
  return below + (2 * above - 1) * (curve - below);
}

/** The shares of red, green and blue in the luminosity of a colour, as the specification has them. */
const LUMINOSITY = [0.3, 0.59, 0.11] as const;

function luminosityOf([red, green, blue]: Rgb): number {
  return LUMINOSITY[0] * red + LUMINOSITY[1] * green + LUMINOSITY[2] * blue;
}

/**
 * Mixes two opaque colours (section 10.2).
 *
 * @param below, above gamma-coded, each channel 0 to 1.
 */
export function mixColours(mode: ColourMode, below: Rgb, above: Rgb): Rgb {
  return mode === 'color'
    ? withLuminosity(above, luminosityOf(below))
    : withLuminosity(below, luminosityOf(above));
}

/** Returns a colour with another luminosity, moved towards it until each channel is within 0 to 1. */
function withLuminosity(colour: Rgb, luminosity: number): Rgb {
  const shift = luminosity - luminosityOf(colour);
  const [red, green, blue] = colour;
  const [least, most] = [Math.min(red, green, blue) + shift, Math.max(red, green, blue) + shift];
  const low = least < 0 ? luminosity / (luminosity - least) : 1;
  const high = most > 1 ? (1 - luminosity) / (most - luminosity) : 1;
  const share = Math.min(low, high);
  const move = (value: number): number => luminosity + share * (value + shift - luminosity);
  return [move(red), move(green), move(blue)];
}
