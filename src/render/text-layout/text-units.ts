import { splitAtLooks } from './line-looks.ts';
import {
  createRunLocator,
  isUnspaced,
  letterSpacingAt,
  type PlacedRun,
  type Spacing,
  spacingBefore,
} from './placed-runs.ts';
import {
  createLigatureTest,
  type IsLigature,
  splitCharacters,
  splitWords,
  type TextRange,
} from './text-ranges.ts';
import type { MeasureText, TextLine } from './break-lines.ts';

export type { Spacing } from './placed-runs.ts';

/** A part of a text that is drawn separately. */
export interface TextRun {
  readonly text: string;
  /** True if the text begins with a letter beyond its right end, which must not be seen. */
  readonly isJoined?: boolean;
  /** Left end of the run, in pixels from the left end of the line. */
  readonly x: number;
  /** Width of the run in pixels, without extra space after the letters. */
  readonly width: number;
  readonly rightToLeft: boolean;
  /** Index of the look of its letters. 0 if all letters of the text have the same look. */
  readonly look: number;
}

/** A part of a line that appears or moves as one. */
export interface TextUnit {
  readonly runs: readonly TextRun[];
  /**
   * The segments of the line that the unit covers. They include the extra space after the letters of the
   * unit. A unit has several segments only if the reading direction or the look changes inside the unit.
   */
  readonly segments: readonly LineSegment[];
}

/** A part of a line, in pixels from the left end of the line. */
export interface LineSegment {
  readonly x: number;
  readonly width: number;
  readonly rightToLeft: boolean;
  /** Index of the look of its letters, as that of a run. */
  readonly look: number;
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
  if (isUnspaced(spacing)) return measure;
  return (text, from) => measure(text, from) + (spacingBefore(text, spacing, from).at(-1) ?? 0);
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
  const { text, rightToLeft, from = 0, looks } = line;
  if (kind === 'line' && !looks && isUnspaced(spacing)) {
    const whole = { x: 0, width: measure(text, from), rightToLeft, look: 0 };
    return [{ runs: [{ ...whole, text }], segments: [whole] }];
  }
  return layOutRanges(line, splitInto(line, kind, measure, spacing), measure, spacing, kind);
}

/**
 * Lays out any ranges of a line like {@link layOutUnits}. The ranges may overlap.
 *
 * @param measure measures without extra space.
 */
export function layOutRanges(
  line: TextLine,
  ranges: readonly TextRange[],
  measure: MeasureText,
  spacing: Spacing,
  kind: UnitKind = 'word',
): TextUnit[] {
  const units = ranges.map((whole) => ({
    parts: splitAtLooks(whole, line.looks),
    drawnRanges: splitForDrawing(line, whole, kind, spacing),
  }));
  const offsets = units.flatMap(({ parts, drawnRanges }) => [...parts, ...drawnRanges].flat());
  const measureInLine: MeasureText = (text, at = 0) => measure(text, (line.from ?? 0) + at);
  const locateRuns = createRunLocator(line, offsets, measureInLine, spacing);
  return units.map(({ parts, drawnRanges }) => ({
    runs: drawnRanges.flatMap(locateRuns).map((run) => ({
      ...toExtent(run, 'glyphExtent'),
      text: run.text,
      ...(run.isJoined && { isJoined: true }),
    })),
    segments: parts
      .flatMap(locateRuns)
      .map((run) => toExtent(run, 'spacedExtent'))
      .sort((one, other) => one.x - other.x),
  }));
}

function toExtent(run: PlacedRun, extent: 'glyphExtent' | 'spacedExtent'): LineSegment {
  return { ...run[extent], rightToLeft: run.rightToLeft, look: run.look };
}

function splitInto(line: TextLine, kind: UnitKind, measure: MeasureText, spacing: Spacing): TextRange[] {
  const { text } = line;
  if (kind === 'line') return text === '' ? [] : [[0, text.length]];
  if (kind === 'word') return splitWords(text);
  return splitCharacters(text, createLineLigatureTest(line, measure, spacing));
}

/** Creates a test for ligatures. Letters with extra space between them have none, and letters of different looks. */
function createLineLigatureTest(
  { from = 0, looks }: TextLine,
  measure: MeasureText,
  spacing: Spacing,
): IsLigature | undefined {
  if (!looks) return spacing.letter === 0 ? createLigatureTest(measure) : undefined;
  const borders = new Set(looks.borders);
  const tests = new Map<number, IsLigature>();
  return (graphemes, index, end) => {
    if (borders.has(end) || letterSpacingAt(spacing, from + end - 1) !== 0) return false;
    const look = looks.lookAt(end - 1);
    const test = tests.get(look) ?? createLigatureTest(looks.measureIn(look));
    tests.set(look, test);
    return test(graphemes, index, end);
  };
}

/**
 * Splits a range into parts that are drawn separately: so that extra space can be added between the parts, and so
 * that each part has one look.
 */
function splitForDrawing(
  { text, from: lineFrom = 0, looks }: TextLine,
  range: TextRange,
  kind: UnitKind,
  spacing: Spacing,
): TextRange[] {
  return splitAtLooks(range, looks).flatMap(([from, to]): TextRange[] => {
    const letter = letterSpacingAt(spacing, lineFrom + from);
    if (letter === 0 && (kind !== 'line' || spacing.word === 0)) return [[from, to]];
    const own = text.slice(from, to);
    const ranges = letter === 0 ? splitWords(own) : splitCharacters(own);
    return ranges.map(([begin, end]) => [from + begin, from + end]);
  });
}
