import { createCanvas } from '@napi-rs/canvas';
import type { TextAsset } from '../../../edit/model.ts';
import type { Face } from '../../fonts/font-library.ts';
import { applyFonts, measureFaceHeight, type TextFonts } from '../../fonts/text-fonts.ts';
import { breakLines, findTooWide, truncateLines } from '../../text-layout/break-lines.ts';
import { countGraphemes } from '../../text-layout/text-ranges.ts';
import { layOutUnits, type TextRun } from '../../text-layout/text-units.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import { moveInside } from '../fit/keep-inside.ts';
import { createFineLineRuler } from '../ink/fine-line-ruler.ts';
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
  /** The first word that is broken because it is wider than the box. */
  readonly brokenWord: () => string | undefined;
}

/** The room for the letters of a text that must be inside its box. */
export interface LetterRoom {
  /** The area in pixels of the box. */
  readonly area: Rect;
  /** Number of pixels by which the lines are narrower than the area. */
  readonly narrowing: number;
}

/** Returns the settings of a layout with defaults filled in. Lengths are in pixels. */
function blockSettingsOf({ font, alignment, ellipsis = '' }: TextAsset) {
  const { size = DEFAULT_TEXT_SIZE, lineHeight = LINE_HEIGHT } = font ?? {};
  const { horizontal = 'center', vertical = 'center' } = alignment ?? {};
  return { size, advance: size * lineHeight, horizontal, vertical, ellipsis };
}

/** Returns the distance between the edges of a box and its text, in pixels. */
export function paddingOf({ background }: TextAsset): number {
  return background?.color === undefined ? 0 : (background.padding ?? 0);
}

/**
 * Lays out a text in lines that fit its box, with an ellipsis if there are too many lines.
 *
 * @param room the room that the letters are moved into if they fit in. If absent, they are not moved.
 */
export function placeTextBlock(
  asset: TextAsset,
  textFonts: TextFonts,
  face: Face,
  box: PixelSize,
  room?: LetterRoom,
): TextBlock {
  const { size, advance, horizontal, vertical, ellipsis } = blockSettingsOf(asset);
  const { area, narrowing = 0 } = room ?? {};
  const padding = area?.x ?? paddingOf(asset);
  const [width, height] = [box.width - 2 * padding - narrowing, box.height - 2 * padding];
  // A separate canvas, because measurements must not depend on the scale at which letters are drawn.
  const context = createCanvas(1, 1).getContext('2d');
  const { ascent, descent } = measureFaceHeight(context, face, size);
  applyFonts(context, textFonts, size);
  const measure = (run: string): number => context.measureText(run).width;
  const all = breakLines(textFonts.text, width, measure);
  const lines =
    ellipsis === '' ? all : truncateLines(all, Math.floor(height / advance), ellipsis, width, measure);
  const free = height - lines.length * advance;
  // As in CSS, half of the extra line height goes above the letters.
  const above = { top: 0, center: free / 2, bottom: free }[vertical] + (advance - ascent - descent) / 2;
  const move = { x: 0, y: 0 };
  const baselineOf = (index: number): number => padding + above + ascent + index * advance + move.y;
  const leftOf = (lineWidth: number): number => {
    const freeWidth = width - lineWidth;
    return (
      padding + { left: 0, center: freeWidth / 2, right: freeWidth }[horizontal] + narrowing / 2 + move.x
    );
  };
  const measureInk = (): Rect | undefined => {
    const placed = lines.map((line, index) => {
      const lineWidth = measure(line.text);
      return { ...line, x: leftOf(lineWidth), width: lineWidth, baseline: baselineOf(index) };
    });
    return inkBoxOf(placed, (area ? createFineLineRuler : createInkRuler)(textFonts, size));
  };
  const ink = area && measureInk();
  if (area && ink) Object.assign(move, moveInside(ink, area));
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
    measureInk,
    brokenWord: () => findTooWide(textFonts.text, width, measure),
  };
}
