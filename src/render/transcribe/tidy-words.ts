import type { HeardWord } from './transcript.ts';

/** Words for which a recogniser gives no length last as long as a sound that one can hear, in seconds. */
const SHORTEST = 0.02;

/** A word as a recogniser tells it: its times may be anything. */
export type ToldWord = HeardWord;

/**
 * Brings the words of a recogniser in the order of their times, so that none begins before another has ended, and leaves out those
 * that begin after the sound has ended. Times are rounded to milliseconds.
 *
 * @param lasts seconds of the sound.
 */
export function tidyWords(told: readonly ToldWord[], lasts: number): HeardWord[] {
  const words: HeardWord[] = [];
  for (const word of told.toSorted((a, b) => a.from - b.from)) {
    const before = words.at(-1);
    const earliest = before ? milliseconds(before.from + SHORTEST) : 0;
    const from = milliseconds(Math.max(word.from, earliest));
    if (from >= lasts) break;
    // When a word begins, is told better than when one ends.
    if (before && before.to > from) words[words.length - 1] = { ...before, to: from };
    const to = Math.min(word.to, lasts);
    words.push({ ...word, from, to: milliseconds(Math.max(to, from + SHORTEST)) });
  }
  return words;
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/**
 * The words of a text that was said in a time, each with a share of it as long as the word.
 *
 * @param from seconds.
 * @param to seconds, after `from`.
 */
export function sharedOut(text: string, from: number, to: number): ToldWord[] {
  const words = wordsIn(text);
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  let before = 0;
  return words.map((word) => {
    const begin = from + ((to - from) * before) / letters;
    before += word.text.length;
    return { ...word, from: begin, to: from + ((to - from) * before) / letters };
  });
}

/** The words of a text: what spaces part, and of languages without spaces what their rules part. */
function wordsIn(text: string): Pick<HeardWord, 'text' | 'joined'>[] {
  return text
    .split(/\s+/)
    .filter((piece) => piece !== '')
    .flatMap((piece) => (WITHOUT_SPACES.test(piece) ? partsOf(piece) : [{ text: piece }]));
}

/** Scripts that put no spaces between their words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Made at its first use: it takes as long as loading forty modules, and few listen to anything. */
function segmenter(): Intl.Segmenter {
  return (words ??= new Intl.Segmenter(undefined, { granularity: 'word' }));
}
let words: Intl.Segmenter | undefined;

/** The words of a piece without spaces; marks stay with the word before them. */
function partsOf(piece: string): Pick<HeardWord, 'text' | 'joined'>[] {
  const parts: string[] = [];
  let opening = '';
  for (const { segment, isWordLike } of segmenter().segment(piece)) {
    const before = isWordLike === true ? undefined : parts.pop();
    const text = (before ?? opening) + segment;
    opening = '';
    if (before !== undefined || isWordLike === true) parts.push(text);
    else opening = text;
  }
  if (parts.length === 0) return [{ text: piece }];
  return parts.map((text, index) => (index === 0 ? { text } : { text, joined: true }));
}
