import { createRunLocator, type Spacing, spacingBefore } from './placed-runs.ts';
import { createLigatureTest, splitCharacters, splitWords, type TextRange } from './text-ranges.ts';
import type { MeasureText, TextLine } from './break-lines.ts';

export type { Spacing } from './placed-runs.ts';

/** A piece of text that is drawn by itself. */
export interface TextRun {
  readonly text: string;
  /** Its left end, in pixels from that of its line. */
  readonly x: number;
  /** In pixels, without what is added after its letters. */
  readonly width: number;
  readonly rightToLeft: boolean;
}

/** What of a line appears or moves as one. */
export interface TextUnit {
  readonly runs: readonly TextRun[];
  /** Its places on the line, each up to where the next begins: more than one only where a word changes its direction. */
  readonly segments: readonly LineSegment[];
}

/** A piece of a line, in pixels from its left end. */
export interface LineSegment {
  readonly x: number;
  readonly width: number;
  readonly rightToLeft: boolean;
}

/** A character is what is seen as one: with its accents, and a whole word where its letters are joined, as in Arabic. */
export type UnitKind = 'character' | 'word' | 'line';

/** Measures text with what is added between its letters and words, but after the last. */
export function withSpacing(measure: MeasureText, spacing: Spacing): MeasureText {
  if (spacing.letter === 0 && spacing.word === 0) return measure;
  return (text) => measure(text) + (spacingBefore(text, spacing).at(-1) ?? 0);
}

/**
 * The units of a line in the order of reading; together they are all of it, the spaces after a word included. What shapes
 * and kerning do to neighbours is kept: a unit lies where it would lie if the line were drawn at once.
 *
 * @param measure without spacing.
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

/** As {@link layOutUnits}, of any segments of a line; they may lie over each other. */
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
  // Letters that are set apart have no ligatures.
  return splitCharacters(text, letter === 0 ? createLigatureTest(measure) : undefined);
}

/** The pieces of a segment that are drawn by themselves: what is set apart is drawn apart. */
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
