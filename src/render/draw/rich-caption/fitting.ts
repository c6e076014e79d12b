import { type Measure, piecesOf } from '../../letters/text-lines.ts';
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
  /** In pixels, in the size that was asked for. */
  readonly width: number;
  /** Of that size, above 0 to 1: that of its page, or less where it is still too wide. */
  readonly scale: number;
}

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

/**
 * Breaks a passage into lines and pages (contract 2.16): as large as asked for where that fits; else in the largest whole size in which
 * it does, no less than 0.7 of it; else in several pages.
 *
 * @param measure in the size that was asked for.
 */
export function pagesFor(words: readonly CaptionWord[], room: Room, measure: Measure): FittedPage[] {
  const most = mostLines(room);
  const pieces = piecesIn(words);
  const asked = linesFor(pieces, room.width, measure);
  if (asked.length <= most) return [fitted(asked, 1, room)];
  const least = Math.max(LEAST_SIZE, LEAST_SCALE * room.size);
  for (let size = Math.ceil(room.size) - 1; size >= least; size--) {
    const scale = size / room.size;
    // So much fits into a line as would into a wider one in the size that was asked for.
    const lines = linesFor(pieces, room.width / scale, measure);
    if (lines.length <= most) return [fitted(lines, scale, room)];
  }
  return Array.from({ length: Math.ceil(asked.length / most) }, (_, page) =>
    fitted(asked.slice(page * most, (page + 1) * most), 1, room),
  );
}

/** How many lines a page may have. */
export function mostLines({ height, advance }: Room): number {
  return Math.min(MOST_LINES, Math.max(1, Math.floor(height / advance)));
}

function fitted(lines: readonly Omit<FittedLine, 'scale'>[], wanted: number, room: Room): FittedPage {
  // Letters that are higher than their box would leave the picture.
  const scale = Math.min(wanted, room.height / (room.size + (lines.length - 1) * room.advance));
  return {
    scale,
    lines: lines.map((line) => ({
      ...line,
      scale: line.width * scale > FULL * room.width ? (FULL * room.width) / line.width : scale,
    })),
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

/** Fills line after line as far as it goes. */
function linesFor(pieces: readonly Piece[], width: number, measure: Measure): Omit<FittedLine, 'scale'>[] {
  const lines: Omit<FittedLine, 'scale'>[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const words = [...(last?.words ?? []), ...piece];
    const text = textOf(words);
    const wide = measure(text);
    if (last && wide <= width) lines[lines.length - 1] = { words, text, width: wide };
    else {
      const own = textOf(piece);
      lines.push({ words: piece, text: own, width: last ? measure(own) : wide });
    }
  }
  return lines;
}

/** Words as one text. */
export function textOf(words: readonly CaptionWord[]): string {
  return words.map(({ text, apart }, index) => (index > 0 && apart ? ` ${text}` : text)).join('');
}
