import { splitAtLineBreaks } from '../../text-layout/break-lines.ts';
import type { CaptionWord } from './caption-words.ts';

/** The words of a page, line by line, and the scale of the page. */
export interface FittedPage {
  readonly lines: readonly FittedLine[];
  /** Font size relative to the requested font size, above 0 and at most 1. */
  readonly scale: number;
}

/** Words on one line. */
export interface FittedLine {
  readonly words: readonly CaptionWord[];
  /** The words, joined with the spaces between them. */
  readonly text: string;
  /**
   * The width in pixels at the requested font size, including room for words that grow when they are spoken.
   */
  readonly width: number;
  /** Like `width`, but with room for growth of the first and the last word beyond the padding. */
  readonly grownWidth: number;
  /**
   * Font size relative to the requested font size, above 0 and at most 1. Usually the scale of the page. A
   * line that is too wide at that scale has a smaller scale.
   */
  readonly scale: number;
}

/** A function that measures the words of one line at the requested font size. */
export type MeasureWords = (words: readonly CaptionWord[]) => Pick<FittedLine, 'width' | 'grownWidth'>;

/** The limits that a page must fit. */
export interface PageLimits {
  /** Maximum width and height of a page in pixels, above 0. */
  readonly width: number;
  readonly height: number;
  /** Font size and distance between baselines, in pixels. */
  readonly size: number;
  readonly advance: number;
}

/** The limits of contract 2.16. */
const MAX_LINES = 10;
const MIN_SCALE = 0.7;
const MIN_SIZE = 8;
const MAX_FILL = 0.96;

/** A line whose scale is not known yet. */
type UnscaledLine = Omit<FittedLine, 'scale'>;

/**
 * Breaks a passage into lines and pages (contract 2.16). A passage that fits at the requested font size
 * becomes one page. Otherwise the font size shrinks to the largest whole number of pixels at which the
 * passage fits, down to 0.7 of the requested size. If the passage is still too long, it becomes several
 * pages. All lines have the same font size, except that a line with a single word shrinks further if the word
 * is too wide.
 *
 * @param measure measures words at the requested font size.
 */
export function fitPages(
  words: readonly CaptionWord[],
  limits: PageLimits,
  measure: MeasureWords,
): FittedPage[] {
  const maxLines = maxLinesOf(limits);
  const groups = groupUnbreakable(words);
  const unscaled = balanceLines(groups, limits.width, measure);
  if (unscaled.length <= maxLines) return [toFittedPage(unscaled, scaleToWidth(unscaled, 1, limits), limits)];
  const minScale = Math.max(MIN_SIZE, MIN_SCALE * limits.size) / limits.size;
  for (let size = Math.ceil(limits.size) - 1; size >= minScale * limits.size; size--) {
    // A line at a smaller font size holds as many words as a wider line at the requested size.
    const lines = balanceLines(groups, (limits.width * limits.size) / size, measure);
    const scale = scaleToWidth(lines, size / limits.size, limits);
    if (lines.length <= maxLines && scale >= minScale) return [toFittedPage(lines, scale, limits)];
  }
  const scale = scaleToWidth(unscaled, 1, limits);
  return Array.from({ length: Math.ceil(unscaled.length / maxLines) }, (_, page) =>
    toFittedPage(unscaled.slice(page * maxLines, (page + 1) * maxLines), scale, limits),
  );
}

/** Returns the maximum number of lines on a page. */
export function maxLinesOf({ height, advance }: PageLimits): number {
  return Math.min(MAX_LINES, Math.max(1, Math.floor(height / advance)));
}

/** Returns the largest scale up to `maxScale` at which every line of several words fits the width. */
function scaleToWidth(lines: readonly UnscaledLine[], maxScale: number, limits: PageLimits): number {
  const scales = lines
    .filter(({ words }) => words.length > 1)
    .map(({ width, grownWidth }) => Math.min((MAX_FILL * limits.width) / width, limits.width / grownWidth));
  return Math.min(maxScale, ...scales);
}

function toFittedPage(lines: readonly UnscaledLine[], maxScale: number, limits: PageLimits): FittedPage {
  // Shrink lines that are taller than the box, because they would extend beyond the picture.
  const scale = Math.min(maxScale, limits.height / (limits.size + (lines.length - 1) * limits.advance));
  return {
    scale,
    lines: lines.map((line) => ({ ...line, scale: Math.min(scale, (MAX_FILL * limits.width) / line.width) })),
  };
}

/** Words that a line break must not separate. */
type UnbreakableWords = readonly CaptionWord[];

function groupUnbreakable(words: readonly CaptionWord[]): UnbreakableWords[] {
  const ends = new Set<number>();
  let offset = 0;
  for (const group of splitAtLineBreaks(joinWords(words))) ends.add((offset += group.length));
  const groups: CaptionWord[][] = [];
  let begin = 0;
  for (const [index, word] of words.entries()) {
    begin += index > 0 && word.hasSpaceBefore ? 1 : 0;
    const last = groups.at(-1);
    if (last && !ends.has(begin)) last.push(word);
    else groups.push([word]);
    begin += word.text.length;
  }
  return groups;
}

/**
 * Breaks words into as few lines as possible. Makes the widest line as narrow as possible, so that the
 * lines are about equally long.
 */
function balanceLines(
  groups: readonly UnbreakableWords[],
  limits: number,
  measure: MeasureWords,
): UnscaledLine[] {
  let best = fillLines(groups, limits, measure);
  if (best.length < 2) return best;
  let [over, fits] = [0, limits];
  while (fits - over > 1) {
    const middle = (fits + over) / 2;
    const narrower = fillLines(groups, middle, measure);
    if (narrower.length > best.length) over = middle;
    else [fits, best] = [middle, narrower];
  }
  return best;
}

/** Breaks words into lines, each as full as possible. */
function fillLines(
  groups: readonly UnbreakableWords[],
  limits: number,
  measure: MeasureWords,
): UnscaledLine[] {
  const lines: UnscaledLine[] = [];
  for (const group of groups) {
    const last = lines.at(-1);
    const words = [...(last?.words ?? []), ...group];
    const measured = measure(words);
    if (last && measured.width <= limits)
      lines[lines.length - 1] = { words, text: joinWords(words), ...measured };
    else lines.push({ words: group, text: joinWords(group), ...(last ? measure(group) : measured) });
  }
  return lines;
}

/** Joins words into one text, with the spaces between them. */
export function joinWords(words: readonly CaptionWord[]): string {
  return words
    .map(({ text, hasSpaceBefore }, index) => (index > 0 && hasSpaceBefore ? ` ${text}` : text))
    .join('');
}
