import { createRunLocator, type Spacing, spacingBefore } from './placed-runs.ts';
import { createLigatureTest, splitCharacters, splitWords, type TextRange } from './text-ranges.ts';
import type { MeasureText, TextLine } from './break-lines.ts';

export type { Spacing } from './placed-runs.ts';

/** A part of a text that is drawn separately. */
export interface TextRun {
  readonly text: string;
  /** Left end of the run, in pixels from the left end of the line. */
  readonly x: number;
  /** Width of the run in pixels, without extra space after the letters. */
  readonly width: number;
  readonly rightToLeft: boolean;
}

/** A part of a line that appears or moves as one. */
export interface TextUnit {
  readonly runs: readonly TextRun[];
  /**
   * The segments of the line that the unit covers. They include the extra space after the letters of the
   * unit. A unit has several segments only if the reading direction changes inside the unit.
   */
  readonly segments: readonly LineSegment[];
}

/** A part of a line, in pixels from the left end of the line. */
export interface LineSegment {
  readonly x: number;
  readonly width: number;
  readonly rightToLeft: boolean;
}

/**
 * The kind of a unit. A character is a grapheme. If the letters of a word are joined, as in Arabic, the whole
 * word is one character.
 */
export type UnitKind = 'character' | 'word' | 'line';

/**
 * Returns a function that measures text with extra space between letters and words. No space is added after
 * the last letter.
 */
export function withSpacing(measure: MeasureText, spacing: Spacing): MeasureText {
  if (spacing.letter === 0 && spacing.word === 0) return measure;
  return (text) => measure(text) + (spacingBefore(text, spacing).at(-1) ?? 0);
}

/**
 * Lays out the units of a line in reading order. Together they cover the whole line, including spaces after
 * words. Shaping and kerning between neighbours are preserved: each unit is where it would be if the line
 * were drawn at once.
 *
 * @param measure measures without extra space.
 */
export function layOutUnits(
  line: TextLine,
  kind: UnitKind,
  measure: MeasureText,
  spacing: Spacing,
): TextUnit[] {
  const { text, rightToLeft } = line;
  if (kind === 'line' && spacing.letter === 0 && spacing.word === 0) {
    const whole = { x: 0, width: measure(text), rightToLeft };
    return [{ runs: [{ ...whole, text }], segments: [whole] }];
  }
  return layOutRanges(line, splitInto(text, kind, measure, spacing), measure, spacing, kind);
}

/**
 * Lays out any ranges of a line like {@link layOutUnits}. The ranges may overlap.
 *
 * @param measure measures without extra space.
 */
export function layOutRanges(
  line: TextLine,
  segments: readonly TextRange[],
  measure: MeasureText,
  spacing: Spacing,
  kind: UnitKind = 'word',
): TextUnit[] {
  const units = segments.map((whole) => ({
    whole,
    drawnRanges: splitForDrawing(line.text, whole, kind, spacing),
  }));
  const offsets = units.flatMap(({ whole, drawnRanges }) => [whole, ...drawnRanges].flat());
  const locateRuns = createRunLocator(line, offsets, measure, spacing);
  return units.map(({ whole, drawnRanges }) => ({
    runs: drawnRanges
      .flatMap(locateRuns)
      .map((run) => ({ ...run.glyphExtent, text: run.text, rightToLeft: run.rightToLeft })),
    segments: locateRuns(whole)
      .map((run) => ({ ...run.spacedExtent, rightToLeft: run.rightToLeft }))
      .sort((one, other) => one.x - other.x),
  }));
}

function splitInto(text: string, kind: UnitKind, measure: MeasureText, { letter }: Spacing): TextRange[] {
  if (kind === 'line') return text === '' ? [] : [[0, text.length]];
  if (kind === 'word') return splitWords(text);
  // Letters with extra space between them have no ligatures.
  return splitCharacters(text, letter === 0 ? createLigatureTest(measure) : undefined);
}

/**
 * Splits a range into parts that are drawn separately, so that extra space can be added between the parts.
 */
function splitForDrawing(
  text: string,
  [from, to]: TextRange,
  kind: UnitKind,
  { letter }: Spacing,
): TextRange[] {
  if (letter === 0 && kind !== 'line') return [[from, to]];
  const own = text.slice(from, to);
  const ranges = letter === 0 ? splitWords(own) : splitCharacters(own);
  return ranges.map(([begin, end]) => [from + begin, from + end]);
}
