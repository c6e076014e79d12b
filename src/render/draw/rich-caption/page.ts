import { charactersOf, ligaturesBy, type Segment } from '../../fonts/segments.ts';
import { isRightToLeft, type Line } from '../../fonts/text-lines.ts';
import { spaced, unitsAt } from '../../fonts/units.ts';
import type { Rect } from '../../scene/placement.ts';
import { boxAround } from '../layer.ts';
import type { PlacedLine, PlacedUnit } from '../rich-text/layout.ts';
import type { Ruler } from '../rich-text/ruler.ts';
import { type FittedLine, type FittedPage, textOf } from './fitting.ts';
import { endOf, startOf } from './passages.ts';
import type { PageStyle } from './style.ts';
import type { Spoken } from './word-moment.ts';
import type { WordGrowth } from './word-growth.ts';
import type { CaptionWord } from './words.ts';

/** The letters of a word, in pixels of the size that was asked for, from where its line begins; and those that are typed, one by one. */
export interface WordUnits {
  readonly whole: PlacedUnit;
  /** The first letter, the first two and so on; empty where none are typed. */
  readonly typed: readonly PlacedUnit[];
}

/** A word where it lies on its page. */
export interface PageWord extends Spoken {
  readonly line: PageLine;
  /** As it looks when it is not spoken, and when it is: about the same middle. */
  readonly base: WordUnits;
  readonly active: WordUnits;
  /** Where it lies on its line, in pixels of the size that was asked for. */
  readonly x: number;
  readonly width: number;
  readonly rightToLeft: boolean;
}

/** Where the words of a line are drawn: its beginning on the left, in pixels of the box, and its scale. */
export interface PageLine {
  readonly x: number;
  readonly baseline: number;
  readonly scale: number;
}

/** A page where it lies in its box. */
export interface Page {
  /** In the order of reading, at least one. */
  readonly words: readonly PageWord[];
  /** Seconds of the clip: from the first to before the second it is seen. */
  readonly from: number;
  readonly to: number;
  /** Of the size that was asked for. */
  readonly scale: number;
  /** Around its lines, in pixels of the box. */
  readonly box: Rect;
}

/** From the baseline up and down to the ends of a line, in sizes (contract 2.16). */
export const ASCENT = 0.8;
export const DESCENT = 0.2;

/** What pages are laid out with. */
export interface Setter {
  readonly style: PageStyle;
  /** Measure in the size that was asked for, in the letters of words that are not spoken and of those that are. */
  readonly base: Ruler;
  readonly active: Ruler;
  /** Whether both are the same letters. */
  readonly isSame: boolean;
  readonly types: boolean;
  readonly growth: WordGrowth;
  /** Of the box, in pixels. */
  readonly box: { readonly width: number; readonly height: number };
}

/** Places the lines of a page in its box. */
export function placedPage({ lines, scale }: FittedPage, setter: Setter): Page {
  const { style, box } = setter;
  const { padding, horizontal, vertical } = style;
  const [size, advance] = [style.size * scale, style.advance * scale];
  const [wide, high] = [box.width - padding.left - padding.right, box.height - padding.top - padding.bottom];
  const rest = (lines.length - 1) * advance;
  const first = {
    top: ASCENT * size,
    bottom: high - rest - DESCENT * size,
    middle: (high - rest + (ASCENT - DESCENT) * size) / 2,
  }[vertical];
  const words = lines.flatMap((line) => line.words);
  const rightToLeft = isRightToLeft(textOf(words));
  const placed = lines.map((line, index) => {
    const width = line.width * line.scale;
    const free = { left: 0, center: (wide - width) / 2, right: wide - width }[horizontal];
    // On whole rows, so that all lines are equally far from each other.
    const baseline = Math.round(padding.top + first + index * advance);
    const at = { x: padding.left + free, baseline, scale: line.scale };
    const rect = { x: at.x, y: baseline - ASCENT * size, width, height: (ASCENT + DESCENT) * size };
    return { words: wordsOn(line, at, rightToLeft, setter), rect };
  });
  return {
    words: placed.flatMap((line) => line.words),
    from: startOf(words),
    to: endOf(words),
    scale,
    box: boxAround(placed.map(({ rect }) => rect)),
  };
}

function wordsOn(line: FittedLine, at: PageLine, rightToLeft: boolean, setter: Setter): PageWord[] {
  let place = 0;
  const segments = line.words.map(({ text, apart }, index): Segment => {
    place += index > 0 && apart ? 1 : 0;
    const from = place;
    place += text.length;
    return [from, place];
  });
  const whole = { text: line.text, rightToLeft };
  const base = parted(unitsOn(whole, segments, setter.base, setter), line.words, setter.growth);
  return line.words.map((word, index) => {
    const units = base[index] ?? NO_UNITS;
    const { x, width } = extentOf(units.whole);
    const own = setter.isSame ? units : activeUnits(word, x + width / 2, rightToLeft, setter);
    return {
      ...{ from: word.from, to: word.to, line: at, x, width, base: units, active: own },
      letters: Math.max(1, units.typed.length),
      rightToLeft: units.whole.spans[0]?.rightToLeft ?? rightToLeft,
    };
  });
}

/** Words of a line, with room between them for those that grow when they are spoken. */
function parted(
  units: readonly WordUnits[],
  words: readonly CaptionWord[],
  growth: WordGrowth,
): readonly WordUnits[] {
  const placed = [...units.entries()].sort(
    ([, one], [, other]) => extentOf(one.whole).x - extentOf(other.whole).x,
  );
  const parted = [...units];
  let by = 0;
  for (const [place, [index, unit]] of placed.entries()) {
    const left = placed[place - 1]?.[0] ?? index;
    const [one, other, later] = [words[left], words[index], words[Math.max(left, index)]];
    if (left !== index && one && other) by += growth.between(one, other, later?.apart ?? true);
    parted[index] = movedUnits(unit, by);
  }
  return parted;
}

/** The letters of a word by itself, about the middle that it has on its line. */
function activeUnits({ text }: CaptionWord, middle: number, rightToLeft: boolean, setter: Setter): WordUnits {
  const [units = NO_UNITS] = unitsOn({ text, rightToLeft }, [[0, text.length]], setter.active, setter);
  const { x, width } = extentOf(units.whole);
  return movedUnits(units, middle - x - width / 2);
}

function movedUnits({ whole, typed }: WordUnits, by: number): WordUnits {
  return { whole: moved(whole, by), typed: typed.map((unit) => moved(unit, by)) };
}

function moved({ line, parts, spans }: PlacedUnit, by: number): PlacedUnit {
  const place = <Piece extends { readonly x: number }>(piece: Piece): Piece => ({
    ...piece,
    x: piece.x + by,
  });
  return { line, parts: parts.map(place), spans: spans.map(place) };
}

function extentOf({ spans }: PlacedUnit): { x: number; width: number } {
  const x = Math.min(...spans.map((span) => span.x));
  return { x, width: Math.max(...spans.map((span) => span.x + span.width)) - x };
}

/** The letters of some words of a line. */
function unitsOn(line: Line, words: readonly Segment[], ruler: Ruler, setter: Setter): WordUnits[] {
  const spacing = { letter: setter.style.letterSpacing, word: 0 };
  const typed = words.map(([from, to]) => (setter.types ? typedOf(line.text, from, to, ruler, spacing) : []));
  const units = unitsAt(line, [...words, ...typed.flat()], ruler.width, spacing);
  const measure = spaced(ruler.width, spacing);
  const own: PlacedLine = {
    ...line,
    ...{ x: 0, baseline: 0, width: measure(line.text) },
    ...ruler.drawnInk(line.text),
  };
  const place = ({ parts, spans }: (typeof units)[number]): PlacedUnit => ({ line: own, parts, spans });
  let next = words.length;
  return words.flatMap((_, index) => {
    const whole = units[index];
    const count = typed[index]?.length ?? 0;
    const some = units.slice(next, next + count).map(place);
    next += count;
    return whole ? [{ whole: place(whole), typed: some }] : [];
  });
}

/** The first letter of a word, the first two and so on. */
function typedOf(
  text: string,
  from: number,
  to: number,
  { width }: Ruler,
  { letter }: { readonly letter: number },
): Segment[] {
  const letters = charactersOf(text.slice(from, to), letter === 0 ? ligaturesBy(width) : undefined);
  return letters.map(([, end]) => [from, from + end]);
}

const NO_UNITS: WordUnits = {
  whole: {
    line: {
      ...{ text: '', rightToLeft: false },
      ...{ x: 0, baseline: 0, width: 0, ascent: 0, descent: 0 },
    },
    parts: [],
    spans: [{ x: 0, width: 0, rightToLeft: false }],
  },
  typed: [],
};
