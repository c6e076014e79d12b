import type { TranscribedWord } from './transcript.ts';

/** Words for which a recogniser gives no length last as long as a sound that one can hear, in seconds. */
const MIN_WORD_SECONDS = 0.02;

/** A word as a recogniser gives it: its times may be anything. */
export type RecognizedWord = TranscribedWord;

/**
 * Brings the words of a recogniser in the order of their times, so that none begins before another has ended, and leaves out those
 * that begin after the sound has ended. Times are rounded to milliseconds.
 *
 * @param lasts seconds of the sound.
 */
export function normalizeWords(recognized: readonly RecognizedWord[], lasts: number): TranscribedWord[] {
  const words: TranscribedWord[] = [];
  for (const word of recognized.toSorted((a, b) => a.from - b.from)) {
    const before = words.at(-1);
    const earliest = before ? roundToMilliseconds(before.from + MIN_WORD_SECONDS) : 0;
    const from = roundToMilliseconds(Math.max(word.from, earliest));
    if (from >= lasts) break;
    // The start of a word is more reliable than the end of one.
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
 * The words of a text that was said in a time, each with a share of it as long as the word.
 *
 * @param from seconds.
 * @param to seconds, after `from`.
 */
export function distributeWords(text: string, from: number, to: number): RecognizedWord[] {
  const words = splitWords(text);
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  let before = 0;
  return words.map((word) => {
    const begin = from + ((to - from) * before) / letters;
    before += word.text.length;
    return { ...word, from: begin, to: from + ((to - from) * before) / letters };
  });
}

/** The words of a text: what spaces part, and of languages without spaces what their rules part. */
function splitWords(text: string): Pick<TranscribedWord, 'text' | 'joined'>[] {
  return text
    .split(/\s+/)
    .filter((piece) => piece !== '')
    .flatMap((piece) => (WITHOUT_SPACES.test(piece) ? segmentWords(piece) : [{ text: piece }]));
}

/** Scripts that put no spaces between their words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Made at its first use: it takes as long as loading forty modules, and few listen to anything. */
function wordSegmenter(): Intl.Segmenter {
  return (words ??= new Intl.Segmenter(undefined, { granularity: 'word' }));
}
let words: Intl.Segmenter | undefined;

/** The words of a piece without spaces; marks stay with the word before them. */
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
