import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { TextAsset } from '../../edit/edit.ts';
import type { Face } from '../fonts/fonts.ts';
import { type Lettering, letteringOf, useLettering } from '../fonts/lettering.ts';
import { linesOf, shortened } from '../fonts/text-lines.ts';
import { lettersIn } from '../fonts/segments.ts';
import { type Part, unitsOf } from '../fonts/units.ts';
import type { Size } from '../scene/placement.ts';

/** The defaults of contract 2.14. */
export const SIZE = 32;
const LINE_HEIGHT = 1;
const NO_SPACING = { letter: 0, word: 0 };

/** Pieces of text that appear together, where they lie; in pixels of the box. */
export interface Stretch {
  readonly parts: readonly Part[];
  readonly baseline: number;
}

/** A text as it lies in its box, in pixels of it. */
export interface Block {
  readonly lines: readonly Stretch[];
  /** The same letter by letter, in the order of reading, for a text that is typed. */
  readonly letters: readonly Stretch[];
  /** How many characters these are: several where letters are joined. */
  readonly characters: number;
  /** Whether the lines need more room than the box has. */
  readonly overflows: boolean;
}

/** Lays a text out: in lines that fit its box, with an ellipsis where there are too many. */
export function blockOf(asset: TextAsset, lettering: Lettering, face: Face, box: Size): Block {
  const { size = SIZE, lineHeight = LINE_HEIGHT } = asset.font ?? {};
  const { horizontal = 'center', vertical = 'center' } = asset.alignment ?? {};
  const padding = asset.background?.color === undefined ? 0 : (asset.background.padding ?? 0);
  const [width, height] = [box.width - 2 * padding, box.height - 2 * padding];
  // A canvas of its own: what letters measure must not depend on the scale that they are drawn at.
  const context = createCanvas(1, 1).getContext('2d');
  const { ascent, descent } = letterHeight(context, face, size);
  useLettering(context, lettering, size);
  const measure = (run: string): number => context.measureText(run).width;
  const all = linesOf(lettering.text, width, measure);
  const advance = size * lineHeight;
  const { ellipsis = '' } = asset;
  const lines =
    ellipsis === '' ? all : shortened(all, Math.floor(height / advance), ellipsis, width, measure);
  const free = height - lines.length * advance;
  // Half of what the line is higher than the letters lies above them, as in CSS.
  const above = { top: 0, center: free / 2, bottom: free }[vertical] + (advance - ascent - descent) / 2;
  const stretches = (kind: 'line' | 'character'): Stretch[] =>
    lines.flatMap((line, index) => {
      const baseline = padding + above + ascent + index * advance;
      // Nothing of it is seen.
      if (baseline < -size || baseline > box.height + 2 * size) return [];
      const room = width - measure(line.text);
      const left = padding + { left: 0, center: room / 2, right: room }[horizontal];
      return unitsOf(line, kind, measure, NO_SPACING).map(({ parts }) => ({
        parts: parts.map((part) => ({ ...part, x: left + part.x })),
        baseline,
      }));
    });
  const letters = asset.animation ? stretches('character') : [];
  return {
    lines: stretches('line'),
    letters,
    characters: letters.reduce(
      (sum, { parts }) => sum + lettersIn(parts.map(({ text }) => text).join('')),
      0,
    ),
    overflows: free < 0 || width <= 0,
  };
}

/** How far the letters of the asked font reach above and below the baseline, whatever others stand in; in pixels. */
function letterHeight(
  context: SKRSContext2D,
  face: Face,
  size: number,
): { readonly ascent: number; readonly descent: number } {
  useLettering(context, letteringOf('x', face), size);
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
  return { ascent, descent };
}
