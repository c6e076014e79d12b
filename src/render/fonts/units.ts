import { addedBefore, piecesOn, type Spacing } from './placed-pieces.ts';
import { charactersOf, ligaturesBy, type Segment, wordsOf } from './segments.ts';
import type { Line, Measure } from './text-lines.ts';

export type { Spacing } from './placed-pieces.ts';

/** A piece of text that is drawn by itself. */
export interface Part {
  readonly text: string;
  /** Its left end, in pixels from that of its line. */
  readonly x: number;
  /** In pixels, without what is added after its letters. */
  readonly width: number;
  readonly rightToLeft: boolean;
}

/** What of a line appears or moves as one. */
export interface Unit {
  readonly parts: readonly Part[];
  /** Its places on the line, each up to where the next begins: more than one only where a word changes its direction. */
  readonly spans: readonly Span[];
}

/** A piece of a line, in pixels from its left end. */
export interface Span {
  readonly x: number;
  readonly width: number;
  readonly rightToLeft: boolean;
}

/** A character is what is seen as one: with its accents, and a whole word where its letters are joined, as in Arabic. */
export type UnitKind = 'character' | 'word' | 'line';

/** Measures text with what is added between its letters and words, but after the last. */
export function spaced(measure: Measure, spacing: Spacing): Measure {
  if (spacing.letter === 0 && spacing.word === 0) return measure;
  return (text) => measure(text) + (addedBefore(text, spacing).at(-1) ?? 0);
}

/**
 * The units of a line in the order of reading; together they are all of it, the spaces after a word included. What shapes
 * and kerning do to neighbours is kept: a unit lies where it would lie if the line were drawn at once.
 *
 * @param measure without spacing.
 */
export function unitsOf(line: Line, kind: UnitKind, measure: Measure, spacing: Spacing): Unit[] {
  const { text, rightToLeft } = line;
  if (kind === 'line' && spacing.letter === 0 && spacing.word === 0) {
    const whole = { x: 0, width: measure(text), rightToLeft };
    return [{ parts: [{ ...whole, text }], spans: [whole] }];
  }
  return unitsAt(line, segmentsOf(text, kind, measure, spacing), measure, spacing, kind);
}

/** As {@link unitsOf}, of any segments of a line; they may lie over each other. */
export function unitsAt(
  line: Line,
  segments: readonly Segment[],
  measure: Measure,
  spacing: Spacing,
  kind: UnitKind = 'word',
): Unit[] {
  const units = segments.map((whole) => ({ whole, apart: drawnApart(line.text, whole, kind, spacing) }));
  const places = units.flatMap(({ whole, apart }) => [whole, ...apart].flat());
  const piecesIn = piecesOn(line, places, measure, spacing);
  return units.map(({ whole, apart }) => ({
    parts: apart
      .flatMap(piecesIn)
      .map((piece) => ({ ...piece.letters, text: piece.text, rightToLeft: piece.rightToLeft })),
    spans: piecesIn(whole)
      .map((piece) => ({ ...piece.span, rightToLeft: piece.rightToLeft }))
      .sort((one, other) => one.x - other.x),
  }));
}

function segmentsOf(text: string, kind: UnitKind, measure: Measure, { letter }: Spacing): Segment[] {
  if (kind === 'line') return text === '' ? [] : [[0, text.length]];
  if (kind === 'word') return wordsOf(text);
  // Letters that are set apart have no ligatures.
  return charactersOf(text, letter === 0 ? ligaturesBy(measure) : undefined);
}

/** The pieces of a segment that are drawn by themselves: what is set apart is drawn apart. */
function drawnApart(text: string, [from, to]: Segment, kind: UnitKind, { letter }: Spacing): Segment[] {
  if (letter === 0 && kind !== 'line') return [[from, to]];
  const own = text.slice(from, to);
  const pieces = letter === 0 ? wordsOf(own) : charactersOf(own);
  return pieces.map(([begin, end]) => [from + begin, from + end]);
}
