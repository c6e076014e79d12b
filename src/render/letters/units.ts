import { visualRuns } from './bidi.ts';
import { charactersOf, ligaturesBy, type Segment, wordsOf } from './segments.ts';
import type { Line, Measure } from './text-lines.ts';

/** A piece of text that is drawn by itself. */
export interface Part {
  readonly text: string;
  /** Its left end, in pixels from that of its line. */
  readonly x: number;
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

/** What is added between letters and between words, in pixels. */
export interface Spacing {
  readonly letter: number;
  readonly word: number;
}

const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const SPACES = /\s/gu;

/** Measures text with what is added between its letters and words, but after the last. */
export function spaced(measure: Measure, spacing: Spacing): Measure {
  if (spacing.letter === 0 && spacing.word === 0) return measure;
  return (text) => measure(text) + added(charactersOf(text), text, text.length, spacing);
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
    return [{ parts: [{ text, x: 0, rightToLeft }], spans: [{ x: 0, width: measure(text), rightToLeft }] }];
  }
  const runs = placedRuns(line, measure, spacing);
  // What is set apart is drawn apart.
  const apart = spacing.letter === 0 ? (kind === 'line' ? wordsOf(text) : undefined) : charactersOf(text);
  return segmentsOf(text, kind, measure, spacing).map((segment) => {
    const pieces = apart?.filter(([from, to]) => from >= segment[0] && to <= segment[1]) ?? [segment];
    return {
      parts: runs.flatMap((run) => pieces.flatMap((piece) => run.part(piece))),
      spans: runs.flatMap((run) => run.span(segment)),
    };
  });
}

function segmentsOf(text: string, kind: UnitKind, measure: Measure, { letter }: Spacing): Segment[] {
  if (kind === 'line') return text === '' ? [] : [[0, text.length]];
  if (kind === 'word') return wordsOf(text);
  // Letters that are set apart have no ligatures.
  return charactersOf(text, letter === 0 ? ligaturesBy(measure) : undefined);
}

/** A run that knows where on the line its pieces lie. */
interface PlacedRun {
  readonly part: (segment: Segment) => Part[];
  readonly span: (segment: Segment) => Span[];
}

function placedRuns({ text, rightToLeft }: Line, measure: Measure, spacing: Spacing): PlacedRun[] {
  const characters = charactersOf(text);
  let x = 0;
  return visualRuns(text, rightToLeft).map((run) => {
    const own = text.slice(run.from, run.to);
    const bare = beforeIn(own, measure);
    const before = added(characters, text, run.from, spacing);
    const far = (place: number): number =>
      bare(place) + added(characters, text, run.from + place, spacing) - before;
    const [left, width] = [x, far(own.length)];
    x += width;
    const inside = ([from, to]: Segment): Segment => [
      Math.max(0, from - run.from),
      Math.min(own.length, to - run.from),
    ];
    return {
      part(segment) {
        const [from, to] = inside(segment);
        if (from >= to) return [];
        const at = run.rightToLeft ? width - far(from) - (bare(to) - bare(from)) : far(from);
        return [{ text: own.slice(from, to), x: left + at, rightToLeft: run.rightToLeft }];
      },
      span(segment) {
        const [from, to] = inside(segment);
        if (from >= to) return [];
        const [near, end] = [far(from), far(to)];
        return [
          {
            x: left + (run.rightToLeft ? width - end : near),
            width: end - near,
            rightToLeft: run.rightToLeft,
          },
        ];
      },
    };
  });
}

/** How far after the beginning of a run its places lie, in the direction of reading. */
function beforeIn(text: string, measure: Measure): (place: number) => number {
  const known = new Map([[0, 0]]);
  return (place) => {
    const found = known.get(place) ?? measured(place);
    known.set(place, found);
    return found;
  };

  function measured(place: number): number {
    const [next] = LETTERS.segment(text.slice(place));
    if (!next) return measure(text);
    // Inside a word from its beginning: all of a long line would take long.
    const word = text.lastIndexOf(' ', place - 1) + 1;
    const from = word < place ? word : 0;
    const before = from === 0 ? 0 : (known.get(from) ?? measured(from));
    // With the letter that follows and then without it: so the kerning between them is in.
    return before + measure(text.slice(from, place) + next.segment) - measure(next.segment);
  }
}

/** What is added before a place of a text; nothing after its last character. */
function added(
  characters: readonly Segment[],
  text: string,
  place: number,
  { letter, word }: Spacing,
): number {
  const last = characters.length - 1;
  const letters = letter === 0 ? 0 : characters.filter(([, to], index) => to <= place && index < last).length;
  const spaces = word === 0 ? 0 : (text.slice(0, place).match(SPACES)?.length ?? 0);
  return letters * letter + spaces * word;
}
