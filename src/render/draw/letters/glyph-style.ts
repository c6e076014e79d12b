import { toCanvasColour } from '../colour.ts';
import { THIN_TIPS } from '../lines/ink-ruler.ts';
import type { Shadow } from '../offscreen-layer.ts';
import type { Gradient } from './gradient.ts';

/** The stroke of letters or a box. */
export interface StrokeStyle {
  /** Width in pixels, above 0. Half of the stroke is outside the letters or the box. */
  readonly width: number;
  readonly color: string;
  /** Opacity, 0 to 1. */
  readonly opacity: number;
}

/** A shadow behind letters, in pixels. x is to the right, y is down. */
export interface ShadowStyle {
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  readonly color: string;
  /** Opacity, 0 to 1. */
  readonly opacity: number;
}

/** The look of the letters of a rich text, with defaults filled in (contract 2.15 and contract C16). */
export interface GlyphStyle {
  /** Font size in pixels. */
  readonly size: number;
  /** `#RGB` or `#RRGGBB`. */
  readonly color: string;
  /** Opacity, 0 to 1. */
  readonly opacity: number;
  readonly gradient?: Gradient;
  readonly stroke?: StrokeStyle;
  readonly shadow?: ShadowStyle;
  /** Colour behind each line. */
  readonly highlight?: string;
  readonly decoration: 'none' | 'underline' | 'line-through';
}

/** Converts a text shadow to the shadow of an offscreen layer. */
export function toShadow({ x, y, blur, color, opacity }: ShadowStyle): Shadow {
  const code = Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
  return { x, y, blur, colour: `${toCanvasColour(color)}${code}` };
}

/** Returns how far letters and their stroke may extend beyond measured ink, in pixels. One is for antialiasing. */
export function reachBeyondInk({ size, stroke }: GlyphStyle): number {
  return (stroke?.width ?? 0) / 2 + 1 + THIN_TIPS * size;
}
