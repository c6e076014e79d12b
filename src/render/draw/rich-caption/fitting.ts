import { piecesOf } from '../../fonts/text-lines.ts';
import type { CaptionWord } from './words.ts';

/** The words of a page, by line, and how much smaller than asked for it is drawn. */
export interface FittedPage {
  readonly lines: readonly FittedLine[];
  /** Of the size that was asked for, above 0 to 1. */
  readonly scale: number;
}

/** Some words that stand side by side. */
export interface FittedLine {
  readonly words: readonly CaptionWord[];
  /** With its spaces. */
  readonly text: string;
  /** In pixels, in the size that was asked for, with the room for words that grow when they are spoken. */
  readonly width: number;
  /** The same with those at its ends grown. */
  readonly reach: number;
  /** Of that size, above 0 to 1: that of its page, or less where it is still too wide. */
  readonly scale: number;
}

/** Measures words that stand side by side, in the size that was asked for. */
export type MeasureWords = (words: readonly CaptionWord[]) => Pick<FittedLine, 'width' | 'reach'>;

/** What a page has to fit. */
export interface Room {
  /** In pixels, above 0. */
  readonly width: number;
  readonly height: number;
  /** Size of the letters in pixels, and from line to line. */
  readonly size: number;
  readonly advance: number;
}

/** The limits of contract 2.16. */
const MOST_LINES = 10;
const LEAST_SCALE = 0.7;
const LEAST_SIZE = 8;
const FULL = 0.96;

/** A line before it is known how large it is drawn. */
type Line = Omit<FittedLine, 'scale'>;

/**
 * Breaks a passage into lines and pages (contract 2.16): as large as asked for where that fits; else in the largest whole size in which
 * it does, no less than 0.7 of it; else in several pages. All lines are of one size, but for a word that is too long by itself.
 *
 * @param measure in the size that was asked for.
 */
export function pagesFor(words: readonly CaptionWord[], room: Room, measure: MeasureWords): FittedPage[] {
  const most = mostLines(room);
  const pieces = piecesIn(words);
  const asked = linesFor(pieces, room.width, measure);
  if (asked.length <= most) return [fitted(asked, narrowed(asked, 1, room), room)];
  const least = Math.max(LEAST_SIZE, LEAST_SCALE * room.size) / room.size;
  for (let size = Math.ceil(room.size) - 1; size >= least * room.size; size--) {
    // So much fits into a line as would into a wider one in the size that was asked for.
    const lines = linesFor(pieces, (room.width * room.size) / size, measure);
    const scale = narrowed(lines, size / room.size, room);
    if (lines.length <= most && scale >= least) return [fitted(lines, scale, room)];
  }
  const scale = narrowed(asked, 1, room);
  return Array.from({ length: Math.ceil(asked.length / most) }, (_, page) =>
    fitted(asked.slice(page * most, (page + 1) * most), scale, room),
  );
}

/** How many lines a page may have. */
export function mostLines({ height, advance }: Room): number {
  return Math.min(MOST_LINES, Math.max(1, Math.floor(height / advance)));
}

/** How large lines of several words are, that none may be wider than its room. */
function narrowed(lines: readonly Line[], wanted: number, room: Room): number {
  const scales = lines
    .filter(({ words }) => words.length > 1)
    .map(({ width, reach }) => Math.min((FULL * room.width) / width, room.width / reach));
  return Math.min(wanted, ...scales);
}

function fitted(lines: readonly Line[], wanted: number, room: Room): FittedPage {
  // Letters that are higher than their box would leave the picture.
  const scale = Math.min(wanted, room.height / (room.size + (lines.length - 1) * room.advance));
  return {
    scale,
    lines: lines.map((line) => ({ ...line, scale: Math.min(scale, (FULL * room.width) / line.width) })),
  };
}

/** Words that no line may end between. */
type Piece = readonly CaptionWord[];

function piecesIn(words: readonly CaptionWord[]): Piece[] {
  const ends = new Set<number>();
  let place = 0;
  for (const piece of piecesOf(textOf(words))) ends.add((place += piece.length));
  const pieces: CaptionWord[][] = [];
  let begin = 0;
  for (const [index, word] of words.entries()) {
    begin += index > 0 && word.apart ? 1 : 0;
    const last = pieces.at(-1);
    if (last && !ends.has(begin)) last.push(word);
    else pieces.push([word]);
    begin += word.text.length;
  }
  return pieces;
}

/** As few lines as there is room for, about as long as each other: broken where the widest of them is narrowest. */
function linesFor(pieces: readonly Piece[], room: number, measure: MeasureWords): Line[] {
  let best = filled(pieces, room, measure);
  if (best.length < 2) return best;
  let [over, fits] = [0, room];
  while (fits - over > 1) {
    const middle = (fits + over) / 2;
    const narrower = filled(pieces, middle, measure);
    if (narrower.length > best.length) over = middle;
    else [fits, best] = [middle, narrower];
  }
  return best;
}

/** Fills line after line as far as it goes. */
function filled(pieces: readonly Piece[], room: number, measure: MeasureWords): Line[] {
  const lines: Line[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const words = [...(last?.words ?? []), ...piece];
    const wide = measure(words);
    if (last && wide.width <= room) lines[lines.length - 1] = { words, text: textOf(words), ...wide };
    else lines.push({ words: piece, text: textOf(piece), ...(last ? measure(piece) : wide) });
  }
  return lines;
}

/** Words as one text. */
export function textOf(words: readonly CaptionWord[]): string {
  return words.map(({ text, apart }, index) => (index > 0 && apart ? ` ${text}` : text)).join('');
}
