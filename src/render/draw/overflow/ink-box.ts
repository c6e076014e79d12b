import type { Rect } from '../../scene/placement.ts';
import { boundingBoxOf } from '../offscreen-layer.ts';

/** A line of letters. Lengths are in pixels of its box. */
export interface InkedLine {
  readonly text: string;
  /** Left end of the line. */
  readonly x: number;
  readonly width: number;
  readonly baseline: number;
  /** Extent of the ink above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
}

/**
 * The ascent of letters whose ink is unknown, in font sizes. Skia measures only the letters of the first font,
 * so a line in fallback fonts seems to be empty.
 */
const UNKNOWN_ASCENT = 0.7;

/**
 * Returns the bounding box of the letters of some lines, or undefined if the lines have none.
 *
 * @param size font size in pixels.
 */
export function inkBoxOf(lines: readonly InkedLine[], size: number): Rect | undefined {
  const inked = lines.filter(({ text }) => text.trim() !== '');
  if (inked.length === 0) return undefined;
  return boundingBoxOf(
    inked.map(({ x, width, baseline, ascent, descent }) => {
      const isKnown = ascent + descent > 0;
      const up = isKnown ? ascent : UNKNOWN_ASCENT * size;
      return { x, y: baseline - up, width, height: up + descent };
    }),
  );
}
