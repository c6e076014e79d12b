import type { TranscribedWord } from '../../base/transcribed-word.ts';

/** Minimum duration of a word in seconds, for recognisers that report words without a duration. */
const MIN_WORD_SECONDS = 0.02;

/** A word as a recogniser returns it. Its times can overlap or be out of order. */
export type RecognizedWord = TranscribedWord;

/**
 * Sorts the words of a recogniser by their times and removes overlaps. Leaves out words that begin after the
 * end of the sound. Rounds times to milliseconds.
 *
 * @param lasts duration of the sound in seconds.
 */
export function normalizeWords(recognized: readonly RecognizedWord[], lasts: number): TranscribedWord[] {
  const words: TranscribedWord[] = [];
  for (const word of recognized.toSorted((a, b) => a.from - b.from)) {
    const before = words.at(-1);
    const earliest = before ? roundToMilliseconds(before.from + MIN_WORD_SECONDS) : 0;
    const from = roundToMilliseconds(Math.max(word.from, earliest));
    if (from >= lasts) break;
    // If two words overlap, shorten the first, because starts of words are more reliable than ends.
    if (before && before.to > from) words[words.length - 1] = { ...before, to: from };
    const to = Math.min(word.to, lasts);
    words.push({ ...word, from, to: roundToMilliseconds(Math.max(to, from + MIN_WORD_SECONDS)) });
  }
  return words;
}

function roundToMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/**
 * Splits a text into words and divides the time of the text among the words, in proportion to their lengths.
 *
 * @param from start of the text in seconds.
 * @param to end of the text in seconds, after `from`.
 */
export function distributeWords(text: string, from: number, to: number): RecognizedWord[] {
  const words = splitWords(text);
  const characters = words.reduce((sum, word) => sum + word.text.length, 0);
  let before = 0;
  return words.map((word) => {
    const begin = from + ((to - from) * before) / characters;
    before += word.text.length;
    return { ...word, from: begin, to: from + ((to - from) * before) / characters };
  });
}

/** Splits a text into words: at spaces, or by the rules of a language that puts no spaces between words. */
function splitWords(text: string): Pick<TranscribedWord, 'text' | 'joined'>[] {
  return text
    .split(/\s+/)
    .filter((piece) => piece !== '')
    .flatMap((piece) => (WITHOUT_SPACES.test(piece) ? segmentWords(piece) : [{ text: piece }]));
}

/** Scripts that put no spaces between their words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Returns the segmenter. Creates the segmenter on first use, because creating one is slow and few renders
 * need one.
 */
function wordSegmenter(): Intl.Segmenter {
  return (words ??= new Intl.Segmenter(undefined, { granularity: 'word' }));
}
let words: Intl.Segmenter | undefined;

/** Splits a piece without spaces into words. Punctuation stays with the word before it. */
function segmentWords(piece: string): Pick<TranscribedWord, 'text' | 'joined'>[] {
  const parts: string[] = [];
  let opening = '';
  for (const { segment, isWordLike } of wordSegmenter().segment(piece)) {
    const before = isWordLike === true ? undefined : parts.pop();
    const text = (before ?? opening) + segment;
    opening = '';
    if (before !== undefined || isWordLike === true) parts.push(text);
    else opening = text;
  }
  if (parts.length === 0) return [{ text: piece }];
  return parts.map((text, index) => (index === 0 ? { text } : { text, joined: true }));
}
