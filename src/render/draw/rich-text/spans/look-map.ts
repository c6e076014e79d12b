import { findFirst } from '../../find-first.ts';
import type { TextPiece } from './span-pieces.ts';

/** A range of a text with one look. The last range of a text has no end. */
export interface LookRange {
  readonly from: number;
  readonly to: number;
  readonly look: number;
}

/** Finds the looks of the letters of a text. Offsets are those of the text without soft hyphens. */
export class LookMap {
  private readonly ranges: readonly LookRange[];

  /** @param pieces at least one. Neighbours of the same look count as one. */
  constructor(pieces: readonly TextPiece[]) {
    const ranges: LookRange[] = [];
    let from = 0;
    for (const { text, look } of pieces) {
      const to = from + text.length;
      const last = ranges.at(-1);
      if (last?.look === look) ranges[ranges.length - 1] = { ...last, to };
      else if (to > from) ranges.push({ from, to, look });
      from = to;
    }
    const last = ranges.pop() ?? { from: 0, look: pieces[0]?.look ?? 0 };
    // A hyphen or an ellipsis may be added to the end.
    this.ranges = [...ranges, { ...last, to: Infinity }];
  }

  /** Returns the index of the look at an offset. */
  lookAt(offset: number): number {
    return this.ranges[this.indexAt(offset)]?.look ?? 0;
  }

  /** Returns the offsets at which another look begins, ascending. */
  get borders(): number[] {
    return this.ranges.slice(1).map(({ from }) => from);
  }

  /** Splits a range into parts of one look each. An empty range has one empty part. */
  split(from: number, to: number): LookRange[] {
    const parts: LookRange[] = [];
    for (let index = this.indexAt(from); ; index++) {
      const range = this.ranges[index];
      if (!range || (range.from >= to && parts.length > 0)) return parts;
      parts.push({ from: Math.max(from, range.from), to: Math.min(to, range.to), look: range.look });
    }
  }

  /** Returns the index of the range at an offset. */
  private indexAt(offset: number): number {
    const next = findFirst(1, this.ranges.length, (index) => (this.ranges[index]?.from ?? 0) > offset);
    return next - 1;
  }
}
