import { splitAtLineBreaks } from '../../text-layout/break-lines.ts';
import type { CaptionWord } from './caption-words.ts';

/** The words of a page, by line, and how much smaller than asked for it is drawn. */
export interface FittedPage {
  readonly lines: readonly FittedLine[];
  /** Of the size that was asked for, above 0 to 1. */
  readonly scale: number;
}

/** Some words that stand side by side. */
export interface FittedLine {
  readonly words: readonly CaptionWord[];
  /** With its spaces. */
  readonly text: string;
  /** In pixels, in the size that was asked for, with the room for words that grow when they are spoken. */
  readonly width: number;
  /** The same with those at its ends grown. */
  readonly grownWidth: number;
  /** Of that size, above 0 to 1: that of its page, or less where it is still too wide. */
  readonly scale: number;
}

/** Measures words that stand side by side, in the size that was asked for. */
export type MeasureWords = (words: readonly CaptionWord[]) => Pick<FittedLine, 'width' | 'grownWidth'>;

/** What a page has to fit. */
export interface PageLimits {
  /** In pixels, above 0. */
  readonly width: number;
  readonly height: number;
  /** Size of the letters in pixels, and from line to line. */
  readonly size: number;
  readonly advance: number;
}

/** The limits of contract 2.16. */
const MAX_LINES = 10;
const MIN_SCALE = 0.7;
const MIN_SIZE = 8;
const MAX_FILL = 0.96;

/** A line before it is known how large it is drawn. */
type UnscaledLine = Omit<FittedLine, 'scale'>;

/**
 * Breaks a passage into lines and pages (contract 2.16): as large as asked for where that fits; else in the largest whole size in which
 * it does, no less than 0.7 of it; else in several pages. All lines are of one size, but for a word that is too long by itself.
 *
 * @param measure in the size that was asked for.
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
    // So much fits into a line as would into a wider one in the size that was asked for.
    const lines = balanceLines(groups, (limits.width * limits.size) / size, measure);
    const scale = scaleToWidth(lines, size / limits.size, limits);
    if (lines.length <= maxLines && scale >= minScale) return [toFittedPage(lines, scale, limits)];
  }
  const scale = scaleToWidth(unscaled, 1, limits);
  return Array.from({ length: Math.ceil(unscaled.length / maxLines) }, (_, page) =>
    toFittedPage(unscaled.slice(page * maxLines, (page + 1) * maxLines), scale, limits),
  );
}

/** How many lines a page may have. */
export function maxLinesOf({ height, advance }: PageLimits): number {
  return Math.min(MAX_LINES, Math.max(1, Math.floor(height / advance)));
}

/** How large lines of several words are, that none may be wider than its room. */
function scaleToWidth(lines: readonly UnscaledLine[], maxScale: number, limits: PageLimits): number {
  const scales = lines
    .filter(({ words }) => words.length > 1)
    .map(({ width, grownWidth }) => Math.min((MAX_FILL * limits.width) / width, limits.width / grownWidth));
  return Math.min(maxScale, ...scales);
}

function toFittedPage(lines: readonly UnscaledLine[], maxScale: number, limits: PageLimits): FittedPage {
  // Letters that are higher than their box would leave the picture.
  const scale = Math.min(maxScale, limits.height / (limits.size + (lines.length - 1) * limits.advance));
  return {
    scale,
    lines: lines.map((line) => ({ ...line, scale: Math.min(scale, (MAX_FILL * limits.width) / line.width) })),
  };
}

/** Words that no line may end between. */
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

/** As few lines as there is room for, about as long as each other: broken where the widest of them is narrowest. */
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

/** Fills line after line as far as it goes. */
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

/** Words as one text. */
export function joinWords(words: readonly CaptionWord[]): string {
  return words
    .map(({ text, hasSpaceBefore }, index) => (index > 0 && hasSpaceBefore ? ` ${text}` : text))
    .join('');
}
