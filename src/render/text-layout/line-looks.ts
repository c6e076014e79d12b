import type { MeasureText, TextRange } from './text-parts.ts';

/** The looks of the letters of a line that has several. Offsets are those of the line. */
export interface LineLooks {
  /** The offsets inside of the line at which another look begins, ascending. */
  readonly borders: readonly number[];
  /** Returns the index of the look at an offset. */
  readonly lookAt: (offset: number) => number;
  /** Returns the function that measures any text in the look with an index. */
  readonly measureIn: (look: number) => MeasureText;
  /** Returns a range of the line as it is drawn, with the forms of letters that are joined with another look. */
  readonly drawnText: (range: TextRange) => DrawnText;
}

/** A part of a line as it is drawn. */
export interface DrawnText {
  readonly text: string;
  /** True if the text begins with a letter that must not be seen, because it only gives the next one its form. */
  readonly isJoined: boolean;
}

/** Splits a range of a line so that each part has one look. */
export function splitAtLooks([from, to]: TextRange, looks: LineLooks | undefined): TextRange[] {
  const inner = looks?.borders.filter((border) => border > from && border < to) ?? [];
  const ends = [...inner, to];
  return ends.map((end, index) => [ends[index - 1] ?? from, end] as const);
}
