import { type BidiRun, findVisualRuns } from './bidi.ts';
import { splitCharacters, type TextRange } from './text-ranges.ts';
import type { DrawnText } from './line-looks.ts';
import type { MeasureText, TextLine } from './break-lines.ts';

/** Extra space after letters and words, in pixels. */
export interface Spacing {
  readonly letter: number;
  readonly word: number;
  /**
   * Returns the space after the letter at an offset of the whole text, without soft hyphens. Absent if it is
   * `letter` everywhere.
   */
  readonly letterAt?: (offset: number) => number;
}

/** True if no letter and no word has extra space after it. */
export function isUnspaced({ letter, word, letterAt }: Spacing): boolean {
  return letter === 0 && word === 0 && !letterAt;
}

/** Returns the space after the letter at an offset of the whole text. */
export function letterSpacingAt({ letter, letterAt }: Spacing, offset: number): number {
  return letterAt ? letterAt(offset) : letter;
}

/** A part of a line that is read in one direction, in pixels from the left end of the line. */
export interface PlacedRun extends DrawnText {
  /** The left end and the width of the run, without extra space after its letters. */
  readonly glyphExtent: { readonly x: number; readonly width: number };
  /** The left end and the width of the run, with extra space after its letters. */
  readonly spacedExtent: { readonly x: number; readonly width: number };
  readonly rightToLeft: boolean;
  /** Index of the look of its letters. */
  readonly look: number;
}

/**
 * Length in UTF-16 units after which a new chunk of a text begins. Each offset is measured from the start of
 * its chunk, because measuring from the start of a long line would be slow.
 */
const MAX_MEASURED_UNITS = 64;
const SPACE = /\s/u;

/**
 * Returns the total extra space before each offset of a text. The last offset is the end of the text. No
 * space is added after the last character.
 *
 * @param from offset of the text in the whole text.
 */
export function spacingBefore(text: string, spacing: Spacing, from = 0): number[] {
  const ends = new Set(splitCharacters(text).map(([, to]) => to));
  const sums = [0];
  let sum = 0;
  for (let offset = 1; offset <= text.length; offset++) {
    if (ends.has(offset) && offset < text.length) sum += letterSpacingAt(spacing, from + offset - 1);
    if (SPACE.test(text.charAt(offset - 1))) sum += spacing.word;
    sums.push(sum);
  }
  return sums;
}

/**
 * Creates a function that locates ranges of a line. A range has several runs if the direction changes inside
 * the range. If the line has several looks, each requested range has one.
 *
 * @param offsets the offsets at which the requested ranges begin and end.
 * @param measure measures parts of the line without extra space.
 * @returns a function that returns the runs of a range, in reading order.
 */
export function createRunLocator(
  { text, rightToLeft, from: lineFrom = 0, looks }: TextLine,
  offsets: readonly number[],
  measure: MeasureText,
  spacing: Spacing,
): (segment: TextRange) => PlacedRun[] {
  const runs = findVisualRuns(text, rightToLeft);
  const advances = measureAdvances(text, runs, offsets, measure);
  const added = spacingBefore(text, spacing, lineFrom);
  const advanceTo = (offset: number): number => advances.get(offset) ?? 0;
  const spacedAdvanceTo = (offset: number): number => advanceTo(offset) + (added[offset] ?? 0);
  const runAt: (BidiRun & { readonly left: number })[] = [];
  let left = 0;
  for (const run of runs) {
    const placed = { ...run, left };
    for (let offset = run.from; offset < run.to; offset++) runAt[offset] = placed;
    left += spacedAdvanceTo(run.to) - spacedAdvanceTo(run.from);
  }
  return ([begin, rangeEnd]) => {
    const placedRuns: PlacedRun[] = [];
    for (let from = begin, run = runAt[from]; run && from < rangeEnd; from = run.to, run = runAt[from]) {
      const to = Math.min(rangeEnd, run.to);
      const start = spacedAdvanceTo(from) - spacedAdvanceTo(run.from);
      const width = advanceTo(to) - advanceTo(from);
      const spacedWidth = spacedAdvanceTo(to) - spacedAdvanceTo(from);
      const end = spacedAdvanceTo(run.to) - spacedAdvanceTo(run.from);
      const leftOf = (ownWidth: number): number =>
        run.left + (run.rightToLeft ? end - start - ownWidth : start);
      placedRuns.push({
        ...(looks?.drawnText([from, to]) ?? { text: text.slice(from, to), isJoined: false }),
        glyphExtent: { x: leftOf(width), width },
        spacedExtent: { x: leftOf(spacedWidth), width: spacedWidth },
        rightToLeft: run.rightToLeft,
        look: looks?.lookAt(from) ?? 0,
      });
    }
    return placedRuns;
  };
}

/**
 * Measures the distance in pixels from the beginning of a text to each offset, as if the whole text had one
 * direction.
 */
function measureAdvances(
  text: string,
  runs: readonly BidiRun[],
  requested: readonly number[],
  measure: MeasureText,
): Map<number, number> {
  const ends = new Set(runs.map(({ to }) => to));
  const offsets = [...new Set([...requested, ...ends])].sort((a, b) => a - b);
  const known = new Map<number, number>();
  let [from, before] = [0, 0];
  for (const [index, offset] of offsets.entries()) {
    const chunk = text.slice(from, offset);
    // Measure the chunk together with the text up to the next offset, then subtract the width of that text.
    // The result includes the kerning between both.
    const next = ends.has(offset) ? '' : text.slice(offset, offsets[index + 1]);
    const sum = before + measure(chunk + next, from) - measure(next, offset);
    known.set(offset, sum);
    if (ends.has(offset) || chunk.endsWith(' ') || chunk.length > MAX_MEASURED_UNITS)
      [from, before] = [offset, sum];
  }
  return known;
}
