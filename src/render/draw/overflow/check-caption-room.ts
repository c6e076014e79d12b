import { truncateText } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type { Cue } from '../../media/media.ts';
import type { CaptionVisual } from '../../resolve/timeline.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import { findOverflow } from './find-overflow.ts';
import { containsBox, countLinesAtMost } from './fits-for-sure.ts';
import type { MeasuringBudget } from './measuring-budget.ts';
import {
  captionColumnOf,
  findCaptionSize,
  fitsFrame,
  maxCaptionHeight,
  MIN_CAPTION_SIZE,
} from '../caption/caption-block.ts';
import { inkBoxOf } from '../lines/ink-box.ts';
import { CaptionStack, type PlacedCaption } from '../caption/caption-stack.ts';
import { type CaptionStyle, captionStyleOf, findCaptionFace } from '../caption/style.ts';

/** A caption gets a warning if its font size is below this fraction of the requested font size. */
const MIN_SCALE = 0.7;
/** Approximate number of times that the lines of a caption are broken until it fits and is balanced. */
const LAYOUTS = 20;
/** Number of font sizes at which a caption is tried. */
const CHECKS = 3;
/** Maximum number of overlapping captions that are placed together for the check. */
const MAX_CROWDED = 200;
/** The width that no letter exceeds on average, in font sizes. */
const MAX_LETTER_WIDTH = 1.2;

/** The surroundings of a caption. */
export interface CaptionRoom {
  /** Size of the box of the captions in pixels. */
  readonly frame: PixelSize;
  /** The part of the box that the picture shows, in pixels of the box. If absent, everything. */
  readonly seen: Rect | undefined;
  /** True if the clip neither moves nor changes its size. */
  readonly isStill: boolean;
  /** Formats a second of the clip as a moment on the timeline. */
  readonly formatTime: (second: number) => string;
}

/**
 * Describes the captions that are cut off, that find no place, that are drawn much smaller than requested or
 * that are outside the picture.
 *
 * @returns undefined if all captions fit, or if the budget does not suffice.
 * @throws {KinoraError} `font_not_found` if the family is unknown.
 */
export function checkCaptionRoom(
  { asset, cues }: CaptionVisual,
  room: CaptionRoom,
  fonts: FontLibrary,
  budget: MeasuringBudget,
): string | undefined {
  const { frame } = room;
  const face = findCaptionFace(asset, fonts);
  const style = captionStyleOf(asset);
  const name = ({ text, from }: Cue): string => nameCaption(text, from.valueOf(), room);
  // The font size of captions is a whole number of pixels if it is reduced.
  const [smallest, minSize] = [Math.min(MIN_CAPTION_SIZE, style.size), Math.ceil(MIN_SCALE * style.size)];
  const fits = (cue: Cue, size: number): boolean => fitsFrame(cue, { ...style, size }, face, frame);
  const tall = cues.filter(
    (cue) => mayBeTooTall(cue, style, frame) && budget.pay(cue.text, CHECKS) && !fits(cue, style.size),
  );
  const small = tall.filter((cue) => !fits(cue, minSize));
  const cut = small.filter((cue) => !fits(cue, smallest));
  if (cut[0]) {
    const box = `${Math.round(frame.width)}x${Math.round(frame.height)}`;
    return `${countCaptions(cut.length)} too tall for the box of ${box} px and cut off, even at ${smallest} px. The first is ${name(cut[0])}. Use fewer words at a time, or make the box larger.`;
  }
  const stack = new CaptionStack(cues, style, face, frame);
  const hidden = stack.findHidden(
    (group) => group.length <= MAX_CROWDED && group.every(({ text }) => budget.pay(text, LAYOUTS)),
  );
  if (hidden[0])
    return `${hidden.length} of ${cues.length} captions are not shown, because other captions at the same time leave no room. The first is ${name(hidden[0])}. Use a smaller "font.size", or let fewer captions overlap.`;
  if (small[0]) {
    const size = findCaptionSize(small[0], style, face, frame);
    return `${countCaptions(small.length)} too tall for the box at a "font.size" of ${style.size}. The first is ${name(small[0])}, which is drawn at ${size} px. Lower "font.size", use fewer words at a time, or make the box larger.`;
  }
  const outside = findOutside(cues, stack, room, budget);
  return (
    outside &&
    `The caption ${name(outside.cue)} reaches ${outside.pixels} px beyond the ${outside.side} of the picture. Change the "position", "offset", "scale" or box of the clip.`
  );
}

/** Returns the words of a caption and its time on the timeline, for a message. */
export function nameCaption(text: string, from: number, { formatTime }: CaptionRoom): string {
  return `"${truncateText(text.replaceAll('\n', ' '))}" at ${formatTime(from)} s`;
}

/** Returns a number of captions as the subject of a sentence. */
export function countCaptions(count: number): string {
  return count === 1 ? '1 caption is' : `${count} captions are`;
}

/** False if a caption certainly fits the frame at the requested font size. Does not lay out the caption. */
function mayBeTooTall({ text, place }: Cue, style: CaptionStyle, frame: PixelSize): boolean {
  const { size, lineHeight, background, stroke } = style;
  const { left, right } = captionColumnOf(style, frame, place);
  const inset = (background?.padding ?? 0) + stroke.width;
  const width = Math.max(size, right - left - 2 * inset);
  const lines = countLinesAtMost(text, MAX_LETTER_WIDTH * size, width);
  const overhang = size;
  return lines * size * lineHeight + 2 * inset + overhang > maxCaptionHeight(frame);
}

/** Finds the first caption that reaches out of the picture. */
function findOutside(
  cues: readonly Cue[],
  stack: CaptionStack,
  { frame, seen }: CaptionRoom,
  budget: MeasuringBudget,
): { readonly cue: Cue; readonly pixels: number; readonly side: string } | undefined {
  if (!seen || containsBox(seen, frame)) return undefined;
  for (const cue of cues) {
    if (!budget.pay(cue.text)) return undefined;
    const placed = stack.at(cue.from.valueOf()).find((caption) => caption.cue === cue);
    const ink = placed && inkOf(placed);
    if (!ink) continue;
    const { size, lines } = placed.block;
    const measure = { box: frame, ink, size, lineCount: lines.length, align: 'middle' } as const;
    const overflow = findOverflow(measure, seen, 'picture');
    if (overflow) return { cue, pixels: Math.ceil(overflow.excess), side: overflow.side };
  }
  return undefined;
}

/** Returns the bounding box of the letters of a caption. */
function inkOf({ block, top }: PlacedCaption): Rect | undefined {
  const ink = inkBoxOf(block.lines, block.ruler);
  return ink && { ...ink, x: ink.x + block.x, y: ink.y + top };
}
