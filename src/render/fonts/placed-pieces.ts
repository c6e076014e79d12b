import { type Run, visualRuns } from './bidi.ts';
import { charactersOf, type Segment } from './segments.ts';
import type { Line, Measure } from './text-lines.ts';

/** What is added between letters and between words, in pixels. */
export interface Spacing {
  readonly letter: number;
  readonly word: number;
}

/** A piece of a line that is read in one direction, in pixels from the left end of the line. */
export interface Piece {
  readonly text: string;
  /** Where its letters begin on the left, and how far they reach. */
  readonly letters: { readonly x: number; readonly width: number };
  /** The same with what is added after them. */
  readonly span: { readonly x: number; readonly width: number };
  readonly rightToLeft: boolean;
}

/** Places farther apart than this are not measured together: all of a long line would take long. */
const TOGETHER = 64;
const SPACE = /\s/u;

/** What is added before every place of a text, up to that after its end; nothing after its last character. */
export function addedBefore(text: string, { letter, word }: Spacing): number[] {
  const ends = new Set(charactersOf(text).map(([, to]) => to));
  const sums = [0];
  let sum = 0;
  for (let place = 1; place <= text.length; place++) {
    if (ends.has(place) && place < text.length) sum += letter;
    if (SPACE.test(text.charAt(place - 1))) sum += word;
    sums.push(sum);
  }
  return sums;
}

/**
 * Finds where the pieces of a line lie; one is several where the direction changes inside of it.
 *
 * @param places where the pieces begin and end that will be asked for.
 * @param measure without spacing.
 * @returns what of a segment lies together, in the order of reading.
 */
export function piecesOn(
  { text, rightToLeft }: Line,
  places: readonly number[],
  measure: Measure,
  spacing: Spacing,
): (segment: Segment) => Piece[] {
  const runs = visualRuns(text, rightToLeft);
  const advances = advancesOf(text, runs, places, measure);
  const added = addedBefore(text, spacing);
  const bare = (place: number): number => advances.get(place) ?? 0;
  const far = (place: number): number => bare(place) + (added[place] ?? 0);
  const runAt: (Run & { readonly left: number })[] = [];
  let left = 0;
  for (const run of runs) {
    const placed = { ...run, left };
    for (let place = run.from; place < run.to; place++) runAt[place] = placed;
    left += far(run.to) - far(run.from);
  }
  return ([begin, end]) => {
    const pieces: Piece[] = [];
    for (let from = begin, run = runAt[from]; run && from < end; from = run.to, run = runAt[from]) {
      const to = Math.min(end, run.to);
      const [near, width, whole] = [far(from) - far(run.from), bare(to) - bare(from), far(to) - far(from)];
      const x = (wide: number): number =>
        run.left + (run.rightToLeft ? far(run.to) - far(run.from) - near - wide : near);
      pieces.push({
        text: text.slice(from, to),
        letters: { x: x(width), width },
        span: { x: x(whole), width: whole },
        rightToLeft: run.rightToLeft,
      });
    }
    return pieces;
  };
}

/** How far it is from the beginning of a text to each of some places, all of it read in one direction; in pixels. */
function advancesOf(
  text: string,
  runs: readonly Run[],
  wanted: readonly number[],
  measure: Measure,
): Map<number, number> {
  const ends = new Set(runs.map(({ to }) => to));
  const places = [...new Set([...wanted, ...ends])].sort((a, b) => a - b);
  const known = new Map<number, number>();
  let [from, before] = [0, 0];
  for (const [index, place] of places.entries()) {
    const own = text.slice(from, place);
    // With what follows and then without it: so the kerning between them is in.
    const next = ends.has(place) ? '' : text.slice(place, places[index + 1]);
    const sum = before + measure(own + next) - measure(next);
    known.set(place, sum);
    if (ends.has(place) || own.endsWith(' ') || own.length > TOGETHER) [from, before] = [place, sum];
  }
  return known;
}
