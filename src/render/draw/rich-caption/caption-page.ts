import { createLigatureTest, splitCharacters, type TextRange } from '../../text-layout/text-ranges.ts';
import { isRightToLeft, type TextLine } from '../../text-layout/break-lines.ts';
import { layOutRanges, type TextUnit, withSpacing } from '../../text-layout/text-units.ts';
import type { CueHeight, CuePlace } from '../../media/media.ts';
import { boundingBoxOf, type Rect } from '../../scene/placement.ts';
import { type BlockStyle, type PlacedUnit, SHARES } from '../lines/placed-lines.ts';
import type { Ruler } from '../lines/ruler.ts';
import type { FittedLine, FittedPage } from './fit-pages.ts';
import { endOfWords, startOfWords } from './passages.ts';
import type { WordTiming } from './word-state.ts';
import { type CaptionWord, joinWords } from './caption-words.ts';

/**
 * The letters of a word. Positions are relative to the beginning of the line, in pixels at the requested font
 * size.
 */
interface WordUnits {
  readonly whole: PlacedUnit;
  /** The first letter, the first two letters, and so on. Empty unless the animation types the word. */
  readonly typed: readonly PlacedUnit[];
}

/** A word at its position on its page. */
export interface PageWord extends WordTiming {
  readonly line: PageLine;
  /**
   * The letters of the word while it is not spoken (`base`) and while it is spoken (`active`). Both are
   * centred on about the same point.
   */
  readonly base: WordUnits;
  readonly active: WordUnits;
  /** Distance from the left end of the line to the word, in pixels at the requested font size. */
  readonly x: number;
  readonly width: number;
  /** Width of the word in its spoken look, in pixels at the requested font size. */
  readonly activeWidth: number;
  readonly rightToLeft: boolean;
}

/** The position of a line: its left end, baseline and width in pixels of the box, and its scale. */
export interface PageLine {
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  readonly scale: number;
}

/** A page at its position in its box. */
export interface CaptionPage {
  /** In reading order, at least one. */
  readonly words: readonly PageWord[];
  /** The page is visible from `from` until just before `to`, in seconds of the clip. */
  readonly from: number;
  readonly to: number;
  /** Font size relative to the requested font size. */
  readonly scale: number;
  /** The bounding box of the lines of the page at rest, in pixels of the caption box. */
  readonly box: Rect;
}

/** Pixels between two segments of a word from which on another word, or a space, lies between them. */
const MIN_GAP = 0.5;

/** Extent of a line above and below its baseline, in font sizes (contract 2.16). */
export const ASCENT = 0.8;
export const DESCENT = 0.2;

/** The settings for the layout of pages. */
export interface PageSettings {
  readonly style: BlockStyle;
  /**
   * Rulers at the requested font size: `base` for words that are not spoken, `active` for words that
   * are.
   */
  readonly base: Ruler;
  readonly active: Ruler;
  /** True if both rulers use the same font. */
  readonly hasSameFont: boolean;
  readonly isTypewriter: boolean;
  /** Size of the box in pixels. */
  readonly box: { readonly width: number; readonly height: number };
}

/** Places the lines of a page in its box. */
export function layOutPage({ lines, scale }: FittedPage, settings: PageSettings): CaptionPage {
  const { style, box } = settings;
  const { padding } = style;
  const [size, advance] = [style.size * scale, style.advance * scale];
  const [availableWidth, availableHeight] = [
    box.width - padding.left - padding.right,
    box.height - padding.top - padding.bottom,
  ];
  const words = lines.flatMap((line) => line.words);
  const place = words[0]?.place;
  const linesHeight = (lines.length - 1) * advance;
  const top = ASCENT * size;
  const bottom = availableHeight - linesHeight - DESCENT * size;
  const own = { top, bottom, middle: (availableHeight - linesHeight + (ASCENT - DESCENT) * size) / 2 };
  const first = place?.vertical
    ? firstBaselineAt(place.vertical, { top, bottom, advance, height: availableHeight, lines: lines.length })
    : own[style.vertical];
  const rightToLeft = isRightToLeft(joinWords(words));
  const placed = lines.map((line, index) => {
    const width = line.width * line.scale;
    // Put baselines on whole pixel rows, so that all lines are equally far apart.
    const baseline = Math.round(padding.top + first + index * advance);
    const share = place?.align ?? SHARES[style.horizontal];
    const x = padding.left + lineStart(share, width, availableWidth, place?.column);
    const at = { x, baseline, width, scale: line.scale };
    const rect = { x, y: baseline - ASCENT * size, width, height: (ASCENT + DESCENT) * size };
    return { words: placeWords(line, at, rightToLeft, settings), rect };
  });
  return {
    words: placed.flatMap((line) => line.words),
    from: startOfWords(words),
    to: endOfWords(words),
    scale,
    box: boundingBoxOf(placed.map(({ rect }) => rect)),
  };
}

/** Returns the first baseline of a page at the height that a subtitle file gives it, inside the box. */
function firstBaselineAt(
  { share, rows, anchor }: CueHeight,
  room: Readonly<Record<'top' | 'bottom' | 'advance' | 'height' | 'lines', number>>,
): number {
  const wanted = share * room.height + (rows - anchor * room.lines) * room.advance + room.top;
  return Math.max(room.top, Math.min(wanted, room.bottom));
}

/** Returns the left end of a line in the column that a subtitle file gives it, inside the box. */
function lineStart(share: number, width: number, available: number, column: CuePlace['column']): number {
  if (!column) return share * (available - width);
  const wanted = column.left * available + share * ((column.right - column.left) * available - width);
  return Math.max(0, Math.min(wanted, available - width));
}

function placeWords(
  line: FittedLine,
  at: PageLine,
  rightToLeft: boolean,
  settings: PageSettings,
): PageWord[] {
  let offset = 0;
  const segments = line.words.map(({ text, hasSpaceBefore }, index): TextRange => {
    offset += index > 0 && hasSpaceBefore ? 1 : 0;
    const from = offset;
    offset += text.length;
    return [from, offset];
  });
  const whole = { text: line.text, rightToLeft };
  const base = createWordUnits(whole, segments, settings.base, settings);
  return line.words.map((word, index) => {
    const units = base[index] ?? NO_UNITS;
    const { x, width } = extentOf(units.whole);
    const activeUnits = settings.hasSameFont
      ? units
      : joinUnits(
          splitPieces(units.whole, word).map((piece) => createActiveUnits(piece, rightToLeft, settings)),
        );
    return {
      from: word.from,
      to: word.to,
      line: at,
      x,
      width,
      activeWidth: extentOf(activeUnits.whole).width,
      base: units,
      active: activeUnits,
      characterCount: Math.max(1, units.typed.length),
      rightToLeft: directionOf(units.whole, rightToLeft),
    };
  });
}

const LETTER = /[\p{L}\p{N}]/u;

/** True if a word is read from right to left. A word that is read in both directions has the direction of its page. */
function directionOf({ runs }: PlacedUnit, ofPage: boolean): boolean {
  const lettered = runs.filter(({ text }) => LETTER.test(text));
  const directions = new Set(lettered.map(({ rightToLeft }) => rightToLeft));
  return directions.size === 1 ? directions.has(true) : ofPage;
}

/** A piece of a word whose letters lie side by side, with its middle on the line. */
interface WordPiece {
  readonly text: string;
  readonly middle: number;
}

/** Splits a word whose letters have other words between them, because it is read in both directions. */
function splitPieces(unit: PlacedUnit, { text }: CaptionWord): WordPiece[] {
  const isSplit = unit.segments.some((segment, index) => {
    const before = unit.segments[index - 1];
    return before !== undefined && segment.x - before.x - before.width > MIN_GAP;
  });
  const { x, width } = extentOf(unit);
  if (!isSplit) return [{ text, middle: x + width / 2 }];
  const pieces: PlacedUnit['runs'][number][][] = [];
  for (const run of unit.runs) {
    const last = pieces.at(-1);
    if (last?.[0]?.rightToLeft === run.rightToLeft) last.push(run);
    else pieces.push([run]);
  }
  return pieces.map((runs) => {
    const box = boundingBoxOf(runs.map((run) => ({ ...run, y: 0, height: 0 })));
    return { text: runs.map((run) => run.text).join(''), middle: box.x + box.width / 2 };
  });
}

/** Lays out the letters of a piece of a word in its spoken look, and centres them on its middle. */
function createActiveUnits(
  { text, middle }: WordPiece,
  rightToLeft: boolean,
  settings: PageSettings,
): WordUnits {
  const [units = NO_UNITS] = createWordUnits(
    { text, rightToLeft },
    [[0, text.length]],
    settings.active,
    settings,
  );
  const { x, width } = extentOf(units.whole);
  return moveWordUnits(units, middle - x - width / 2);
}

/** Joins the pieces of a word. @param pieces in reading order, at least one. */
function joinUnits(pieces: readonly WordUnits[]): WordUnits {
  return pieces.reduce((before, piece) => {
    const append = (unit: PlacedUnit): PlacedUnit => ({
      line: before.whole.line,
      runs: [...before.whole.runs, ...unit.runs],
      segments: [...before.whole.segments, ...unit.segments].sort((one, other) => one.x - other.x),
    });
    return { whole: append(piece.whole), typed: [...before.typed, ...piece.typed.map(append)] };
  });
}

function moveWordUnits({ whole, typed }: WordUnits, by: number): WordUnits {
  return { whole: moveUnit(whole, by), typed: typed.map((unit) => moveUnit(unit, by)) };
}

function moveUnit({ line, runs, segments }: PlacedUnit, by: number): PlacedUnit {
  const move = <Item extends { readonly x: number }>(item: Item): Item => ({ ...item, x: item.x + by });
  return { line, runs: runs.map(move), segments: segments.map(move) };
}

function extentOf({ segments }: PlacedUnit): { x: number; width: number } {
  const x = Math.min(...segments.map((span) => span.x));
  return { x, width: Math.max(...segments.map((span) => span.x + span.width)) - x };
}

/** Lays out the letters of some words of a line. */
function createWordUnits(
  line: TextLine,
  words: readonly TextRange[],
  ruler: Ruler,
  settings: PageSettings,
): WordUnits[] {
  const { spacing } = settings.style;
  const typedRanges = words.map(([from, to]) =>
    settings.isTypewriter ? splitTyped(line.text, from, to, ruler, spacing) : [],
  );
  const units = layOutRanges(line, [...words, ...typedRanges.flat()], ruler.width, spacing);
  const placedLine = { ...line, x: 0, baseline: 0, width: withSpacing(ruler.width, spacing)(line.text) };
  const placeUnit = (unit: TextUnit): PlacedUnit => ({ ...unit, line: placedLine });
  let next = words.length;
  return words.flatMap((_, index) => {
    const whole = units[index];
    const count = typedRanges[index]?.length ?? 0;
    const typed = units.slice(next, next + count).map(placeUnit);
    next += count;
    return whole ? [{ whole: placeUnit(whole), typed }] : [];
  });
}

/** Returns the text ranges of the first letter of a word, of the first two letters, and so on. */
function splitTyped(
  text: string,
  from: number,
  to: number,
  { width }: Ruler,
  { letter }: { readonly letter: number },
): TextRange[] {
  const characters = splitCharacters(
    text.slice(from, to),
    letter === 0 ? createLigatureTest(width) : undefined,
  );
  return characters.map(([, end]) => [from, from + end]);
}

const NO_UNITS: WordUnits = {
  whole: {
    line: { text: '', rightToLeft: false, x: 0, baseline: 0, width: 0 },
    runs: [],
    segments: [{ x: 0, width: 0, rightToLeft: false, look: 0 }],
  },
  typed: [],
};
