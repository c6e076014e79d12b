import LineBreaker from 'linebreak';
import type { LineLooks } from './line-looks.ts';
import { splitGraphemes, WORD_SEGMENTER } from './segmenters.ts';
import {
  type MeasureText,
  removeSoftHyphens,
  SOFT_HYPHEN,
  splitParagraphs,
  type TextPart,
} from './text-parts.ts';

export type { MeasureText } from './text-parts.ts';

/** A line and its reading direction. All lines of a paragraph have the direction of its first letter. */
export interface TextLine {
  readonly text: string;
  readonly rightToLeft: boolean;
  /** Offset of the line in the whole text, without soft hyphens. Default 0. */
  readonly from?: number;
  /** Absent if all letters of the line have the same look. */
  readonly looks?: LineLooks;
}

/** Scripts that have no spaces but break lines between words. Finding the words requires a dictionary. */
const DICTIONARY_SCRIPTS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const KOREAN = /\p{Script=Hangul}/u;
/** The places inside a Korean word. Korean has spaces, so its lines end between words (CSS: `word-break: keep-all`). */
const INSIDE_KOREAN_WORD =
  /(?<=\p{Script=Hangul})(?=[\p{L}\p{N}])|(?<=[\p{L}\p{M}\p{N}])(?=\p{Script=Hangul})/gu;
const RIGHT_TO_LEFT_SCRIPTS =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Breaks a text into lines that fit a width. Breaks the text at the line breaks that it contains and at the
 * line break opportunities of Unicode (UAX 14), but Korean between words. Breaks a word only if the word alone
 * is too wide. A line that ends at a soft hyphen gets a hyphen; other soft hyphens are removed.
 *
 * @param width in pixels.
 */
export function breakLines(text: string, width: number, measure: MeasureText): TextLine[] {
  return splitParagraphs(text).flatMap((paragraph) => {
    const rightToLeft = isRightToLeft(paragraph.text);
    return wrapParagraph(paragraph, width, measure).map((line) => ({ ...line, rightToLeft }));
  });
}

/** True if a paragraph is read from right to left, judging by its first letter. */
export function isRightToLeft(paragraph: string): boolean {
  return RIGHT_TO_LEFT_SCRIPTS.test(/\p{L}/u.exec(paragraph)?.[0] ?? '');
}

/**
 * Removes excess lines and ends the last remaining line with an ellipsis.
 *
 * @param maxLines maximum number of lines. At least one line remains.
 * @param ellipsis the text that replaces the removed part.
 * @param width in pixels.
 */
export function truncateLines(
  lines: readonly TextLine[],
  maxLines: number,
  ellipsis: string,
  width: number,
  measure: MeasureText,
): TextLine[] {
  const kept = lines.slice(0, Math.max(1, maxLines));
  const last = kept.at(-1);
  if (!last || kept.length === lines.length) return kept;
  const graphemes = splitGraphemes(last.text);
  while (graphemes.length > 0 && measure(graphemes.join('').trimEnd() + ellipsis) > width) graphemes.pop();
  return [...kept.slice(0, -1), { ...last, text: graphemes.join('').trimEnd() + ellipsis }];
}

function wrapParagraph(paragraph: TextPart, width: number, measure: MeasureText): TextPart[] {
  const lines: TextPart[] = [];
  let [line, from, end] = ['', paragraph.from, paragraph.from];
  for (const chunk of splitToFit(paragraph, width, measure)) {
    let fits = measure(toVisibleLine(line + chunk), from) <= width;
    if (fits || line === '') {
      line += chunk;
    } else {
      lines.push({ text: toVisibleLine(line), from });
      line = chunk.trimStart();
      from = end + chunk.length - line.length;
      fits = measure(toVisibleLine(line), from) <= width;
    }
    if (!fits) {
      const spaces = line.slice(line.trimEnd().length);
      const parts = breakWord({ text: removeSoftHyphens(line.trimEnd()), from }, width, measure);
      const last = parts.pop() ?? { text: '', from };
      line = last.text + spaces;
      from = last.from;
      lines.push(...parts);
    }
    end += removeSoftHyphens(chunk).length;
  }
  return [...lines, { text: removeSoftHyphens(line).trimEnd(), from }];
}

/**
 * Returns a line as it is drawn: without trailing spaces and without soft hyphens. A soft hyphen at the end
 * becomes a hyphen.
 */
export function toVisibleLine(line: string): string {
  const visible = removeSoftHyphens(line).trimEnd();
  return line.endsWith(SOFT_HYPHEN) ? `${visible}-` : visible;
}

/** Splits a paragraph at its line break opportunities, Korean between words. Each part keeps the spaces after it. */
export function splitAtLineBreaks(paragraph: string): string[] {
  const kept = new Set(Array.from(paragraph.matchAll(INSIDE_KOREAN_WORD), ({ index }) => index));
  return splitAt(
    paragraph,
    findBreaks(paragraph).filter((offset) => !kept.has(offset)),
  );
}

/** Splits a paragraph at all line break opportunities, those inside Korean words too. */
export function splitAtEveryBreak(paragraph: string): string[] {
  return splitAt(paragraph, findBreaks(paragraph));
}

/** Splits a paragraph between words, and a Korean word that alone is too wide at all its opportunities. */
function splitToFit({ text, from }: TextPart, width: number, measure: MeasureText): string[] {
  let start = from;
  return splitAtLineBreaks(text).flatMap((part) => {
    const isTooWide = KOREAN.test(part) && measure(toVisibleLine(part), start) > width;
    start += removeSoftHyphens(part).length;
    return isTooWide ? splitAtEveryBreak(part) : [part];
  });
}

function splitAt(text: string, offsets: readonly number[]): string[] {
  return offsets.map((offset, index) => text.slice(offsets[index - 1] ?? 0, offset));
}

function findBreaks(paragraph: string): number[] {
  const offsets = new Set([...findLineBreaks(paragraph), ...findDictionaryBreaks(paragraph)]);
  return [...offsets].sort((a, b) => a - b);
}

/**
 * Returns the first part of a text that fits no line because it has no line break opportunity, as it is drawn, or
 * undefined if all parts fit. Such a part is broken.
 *
 * @param width of a line, in pixels.
 */
export function findTooWide(text: string, width: number, measure: MeasureText): string | undefined {
  for (const paragraph of splitParagraphs(text)) {
    let { from } = paragraph;
    for (const part of splitToFit(paragraph, width, measure)) {
      const visible = toVisibleLine(part);
      if (measure(visible, from) > width) return visible;
      from += removeSoftHyphens(part).length;
    }
  }
  return undefined;
}

function findLineBreaks(paragraph: string): number[] {
  const breaker = new LineBreaker(paragraph);
  const offsets: number[] = [];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) offsets.push(next.position);
  return offsets;
}

/** Finds the breaks between words of scripts that need a dictionary. */
function findDictionaryBreaks(paragraph: string): number[] {
  return Array.from(paragraph.matchAll(DICTIONARY_SCRIPTS)).flatMap((run) =>
    Array.from(WORD_SEGMENTER.segment(run[0]))
      .filter(({ index }) => index > 0)
      .map(({ index }) => run.index + index),
  );
}

/** Breaks a word that is wider than a line. The breaks are between graphemes. */
function breakWord(word: TextPart, width: number, measure: MeasureText): TextPart[] {
  const graphemes = splitGraphemes(word.text);
  const parts: TextPart[] = [];
  let first = 0;
  let { from } = word;
  // Try the length of the previous line first, because most lines are about equally long.
  let guess = 1;
  while (first < graphemes.length) {
    const start = from;
    guess = countFitting(graphemes, first, guess, (part) => measure(part, start) <= width);
    const text = graphemes.slice(first, first + guess).join('');
    parts.push({ text, from });
    first += guess;
    from += text.length;
  }
  return parts;
}

/**
 * Returns how many graphemes fit in a line, at least one.
 *
 * @param guess the number to try first, at least 1.
 */
function countFitting(
  graphemes: readonly string[],
  from: number,
  guess: number,
  fits: (part: string) => boolean,
): number {
  const isFitting = (count: number): boolean => fits(graphemes.slice(from, from + count).join(''));
  const remaining = graphemes.length - from;
  let [fit, over] = [0, Math.min(guess, remaining)];
  while (isFitting(over)) {
    fit = over;
    if (fit === remaining) return remaining;
    over = Math.min(remaining, 2 * over);
  }
  while (over - fit > 1) {
    const middle = Math.floor((fit + over) / 2);
    if (isFitting(middle)) fit = middle;
    else over = middle;
  }
  return Math.max(1, fit);
}
