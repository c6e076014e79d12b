import LineBreaker from 'linebreak';
import { lettersOf, WORDS } from './segmenters.ts';

/** Measures a run of text in pixels. */
export type Measure = (text: string) => number;

/** A line, and whether it is read from the right, as the first letter of its paragraph says. */
export interface Line {
  readonly text: string;
  readonly rightToLeft: boolean;
}

/** Scripts without spaces in which a line ends between words, which only a dictionary knows. */
const DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Says where a word may be broken; a hyphen is seen where it is, and nothing elsewhere. */
const SOFT_HYPHEN = '\u00ad';

/**
 * Breaks text into lines that fit a width: at its own line ends, where Unicode lets a full line end (UAX 14), and inside a
 * word only when the word alone is too wide. A line that ends at a soft hyphen ends with a hyphen; other soft hyphens go.
 *
 * @param width in pixels.
 */
export function linesOf(text: string, width: number, measure: Measure): Line[] {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((paragraph) => {
    const rightToLeft = isRightToLeft(paragraph);
    return wrapped(paragraph, width, measure).map((line) => ({ text: line, rightToLeft }));
  });
}

/** Whether a paragraph is read from the right, as its first letter says. */
export function isRightToLeft(paragraph: string): boolean {
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(paragraph)?.[0] ?? '');
}

/**
 * Cuts lines that are too many, and ends the last that stays with a text that stands for the rest.
 *
 * @param most how many lines there may be; at least one stays.
 * @param width in pixels.
 */
export function shortened(
  lines: readonly Line[],
  most: number,
  ellipsis: string,
  width: number,
  measure: Measure,
): Line[] {
  const kept = lines.slice(0, Math.max(1, most));
  const last = kept.at(-1);
  if (!last || kept.length === lines.length) return kept;
  const letters = lettersOf(last.text);
  while (letters.length > 0 && measure(letters.join('').trimEnd() + ellipsis) > width) letters.pop();
  return [...kept.slice(0, -1), { ...last, text: letters.join('').trimEnd() + ellipsis }];
}

function wrapped(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(paragraph)) {
    let fits = measure(ended(line + piece)) <= width;
    if (fits || line === '') {
      line += piece;
    } else {
      lines.push(ended(line));
      line = piece.trimStart();
      fits = measure(ended(line)) <= width;
    }
    if (!fits) {
      const spaces = line.slice(line.trimEnd().length);
      const parts = broken(withoutSoft(line.trimEnd()), width, measure);
      line = (parts.pop() ?? '') + spaces;
      lines.push(...parts);
    }
  }
  return [...lines, withoutSoft(line).trimEnd()];
}

/** How a text is seen when a line ends after it. */
export function ended(line: string): string {
  const seen = withoutSoft(line).trimEnd();
  return line.endsWith(SOFT_HYPHEN) ? `${seen}-` : seen;
}

function withoutSoft(text: string): string {
  return text.replaceAll(SOFT_HYPHEN, '');
}

/** The parts of a text that are not broken where there is room for each, with the spaces that follow them. */
export function piecesOf(paragraph: string): string[] {
  const places = [...new Set([...breaksOf(paragraph), ...wordBreaksOf(paragraph)])].sort((a, b) => a - b);
  return places.map((place, index) => paragraph.slice(places[index - 1] ?? 0, place));
}

function breaksOf(paragraph: string): number[] {
  const breaker = new LineBreaker(paragraph);
  const places: number[] = [];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) places.push(next.position);
  return places;
}

/** Between the words of scripts that need a dictionary. */
function wordBreaksOf(paragraph: string): number[] {
  return Array.from(paragraph.matchAll(DICTIONARY)).flatMap((run) =>
    Array.from(WORDS.segment(run[0]))
      .filter(({ index }) => index > 0)
      .map(({ index }) => run.index + index),
  );
}

/** A word that is too wide, cut between letters. */
function broken(word: string, width: number, measure: Measure): string[] {
  const letters = lettersOf(word);
  const parts: string[] = [];
  let from = 0;
  // Most lines are about as long as the one before.
  let guess = 1;
  while (from < letters.length) {
    guess = fitting(letters, from, guess, (part) => measure(part) <= width);
    parts.push(letters.slice(from, from + guess).join(''));
    from += guess;
  }
  return parts;
}

/** How many letters fit, at least one. @param guess where the search begins, 1 or more. */
function fitting(
  letters: readonly string[],
  from: number,
  guess: number,
  fits: (part: string) => boolean,
): number {
  const enough = (count: number): boolean => fits(letters.slice(from, from + count).join(''));
  const most = letters.length - from;
  let [fit, over] = [0, Math.min(guess, most)];
  while (enough(over)) {
    fit = over;
    if (fit === most) return most;
    over = Math.min(most, 2 * over);
  }
  while (over - fit > 1) {
    const middle = Math.floor((fit + over) / 2);
    if (enough(middle)) fit = middle;
    else over = middle;
  }
  return Math.max(1, fit);
}
