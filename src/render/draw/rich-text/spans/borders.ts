import { splitGraphemes } from '../../../text-layout/segmenters.ts';
import { isPlainText } from '../../../text-layout/text-ranges.ts';

/** The Arabic letter lam with its marks at the end of a text, and the letters that form one glyph with it. */
const LAM = /\u0644\p{M}*$/u;
const ALEF = /^[\u0622\u0623\u0625\u0627]/u;
/** An Arabic letter that joins the next one, with its marks, at the end of a text. Others join only the one before. */
const JOINS_NEXT =
  /(?![\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef])(?=\p{L})[\p{Script=Arabic}\u0640]\p{M}*$/u;
/** An Arabic letter that joins the one before, at the start of a text. */
const JOINS_PREVIOUS = /^(?![\u0621\u0674])(?=\p{L})[\p{Script=Arabic}\u0640]/u;
/** Length of the text before a border that decides about it, in UTF-16 units. */
const CONTEXT = 16;

/** An Arabic letter that joins all letters after it. */
const JOINED_LETTER = '\u0628';
/** An invisible character that joins the letter before it. */
const JOINER = '\u200d';

/** The ends of a part of a text, each true if it is joined with letters of another look. */
export interface Joins {
  readonly before: boolean;
  readonly after: boolean;
}

/**
 * Moves borders out of characters that are drawn as one: a letter with its accents, an emoji of several code
 * points, and lam with alef. Such a character has the look of its first part.
 *
 * @param borders offsets in the text, ascending.
 */
export function moveBorders(text: string, borders: readonly number[]): number[] {
  if (isPlainText(text)) return [...borders];
  const isEnd = new Set([0]);
  let end = 0;
  for (const grapheme of splitGraphemes(text)) isEnd.add((end += grapheme.length));
  const nextEnd = (from: number): number => {
    let moved = from;
    while (!isEnd.has(moved)) moved++;
    return moved;
  };
  return borders.map((border) => {
    const moved = nextEnd(border);
    const before = text.slice(Math.max(0, moved - CONTEXT), moved);
    return LAM.test(before) && ALEF.test(text.slice(moved, moved + 1)) ? nextEnd(moved + 1) : moved;
  });
}

/** True if the letters on both sides of a border are joined, as in Arabic. */
export function isJoinedAt(text: string, border: number): boolean {
  const before = text.slice(Math.max(0, border - CONTEXT), border);
  return JOINS_NEXT.test(before) && JOINS_PREVIOUS.test(text.slice(border, border + 1));
}

/**
 * Returns a part of a text with the neighbours that give its first and last letter their joined forms. A letter
 * before it must not be seen: an invisible character there may come from another font, which leaves the letters
 * as they are.
 */
export function addJoiners(text: string, { before, after }: Joins): string {
  return `${before ? JOINED_LETTER : ''}${text}${after ? JOINER : ''}`;
}

/**
 * Measures a part of a text with joined letters.
 *
 * @param measure measures texts that are read from right to left.
 */
export function measureJoined(text: string, joins: Joins, measure: (text: string) => number): number {
  const added = joins.before ? measure(JOINED_LETTER + JOINER) : 0;
  return measure(addJoiners(text, joins)) - added;
}
