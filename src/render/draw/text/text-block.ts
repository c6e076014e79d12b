import { createCanvas } from '@napi-rs/canvas';
import type { TextAsset } from '../../../edit/model.ts';
import type { Face } from '../../fonts/font-library.ts';
import { applyFonts, measureFaceHeight, type TextFonts } from '../../fonts/text-fonts.ts';
import { breakLines, truncateLines } from '../../text-layout/break-lines.ts';
import { countGraphemes } from '../../text-layout/text-ranges.ts';
import { layOutUnits, type TextRun } from '../../text-layout/text-units.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import { inkBoxOf } from '../ink/ink-box.ts';
import { createInkRuler } from '../ink/ink-ruler.ts';

/** The defaults of contract 2.14. */
export const DEFAULT_TEXT_SIZE = 32;
const LINE_HEIGHT = 1;
const NO_SPACING = { letter: 0, word: 0 };

/** Runs of text that appear together. The position is in pixels of the box. */
export interface TextFragment {
  readonly runs: readonly TextRun[];
  readonly baseline: number;
}

/** The layout of a text in its box, in pixels of the box. */
export interface TextBlock {
  readonly lines: readonly TextFragment[];
  /** The text of `lines`, character by character, in reading order. Empty unless the text is animated. */
  readonly characters: readonly TextFragment[];
  /**
   * The number of characters in {@link characters}. If joined letters share a fragment, this number exceeds
   * the number of fragments.
   */
  readonly characterCount: number;
  /** True if the lines do not fit in the box. */
  readonly overflows: boolean;
  /** Returns the bounding box of the letters of all lines, or undefined if there are no letters. */
  readonly measureInk: () => Rect | undefined;
}

/** Lays out a text in lines that fit its box, with an ellipsis if there are too many lines. */
export function layOutTextBlock(
  asset: TextAsset,
  textFonts: TextFonts,
  face: Face,
  box: PixelSize,
): TextBlock {
  const { size = DEFAULT_TEXT_SIZE, lineHeight = LINE_HEIGHT } = asset.font ?? {};
  const { horizontal = 'center', vertical = 'center' } = asset.alignment ?? {};
  const padding = asset.background?.color === undefined ? 0 : (asset.background.padding ?? 0);
  const [width, height] = [box.width - 2 * padding, box.height - 2 * padding];
  // A separate canvas, because measurements must not depend on the scale at which letters are drawn.
  const context = createCanvas(1, 1).getContext('2d');
  const { ascent, descent } = measureFaceHeight(context, face, size);
  applyFonts(context, textFonts, size);
  const measure = (run: string): number => context.measureText(run).width;
  const all = breakLines(textFonts.text, width, measure);
  const advance = size * lineHeight;
  const { ellipsis = '' } = asset;
  const lines =
    ellipsis === '' ? all : truncateLines(all, Math.floor(height / advance), ellipsis, width, measure);
  const free = height - lines.length * advance;
  // As in CSS, half of the extra line height goes above the letters.
  const above = { top: 0, center: free / 2, bottom: free }[vertical] + (advance - ascent - descent) / 2;
  const baselineOf = (index: number): number => padding + above + ascent + index * advance;
  const leftOf = (lineWidth: number): number => {
    const freeWidth = width - lineWidth;
    return padding + { left: 0, center: freeWidth / 2, right: freeWidth }[horizontal];
  };
  const createFragments = (kind: 'line' | 'character'): TextFragment[] =>
    lines.flatMap((line, index) => {
      const baseline = baselineOf(index);
      // Leave out lines that are outside the box.
      if (baseline < -size || baseline > box.height + 2 * size) return [];
      const left = leftOf(measure(line.text));
      return layOutUnits(line, kind, measure, NO_SPACING).map(({ runs }) => ({
        runs: runs.map((part) => ({ ...part, x: left + part.x })),
        baseline,
      }));
    });
  const characters = asset.animation ? createFragments('character') : [];
  return {
    lines: createFragments('line'),
    characters,
    characterCount: characters.reduce(
      (sum, { runs }) => sum + countGraphemes(runs.map(({ text }) => text).join('')),
      0,
    ),
    overflows: free < 0 || width <= 0,
    measureInk() {
      const placed = lines.map((line, index) => {
        const lineWidth = measure(line.text);
        return { ...line, x: leftOf(lineWidth), width: lineWidth, baseline: baselineOf(index) };
      });
      return inkBoxOf(placed, createInkRuler(textFonts, size));
    },
  };
}
