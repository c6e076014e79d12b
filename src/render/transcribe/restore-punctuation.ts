import type { RecognizedWord } from './normalize-words.ts';

/**
 * Maximum number of characters in the text between a word and the word before it. A match farther away is
 * probably wrong.
 */
const MAX_DISTANCE = 40;
const MARK = /^[^\p{L}\p{N}\p{Cs}\s]$/u;

/**
 * Restores the punctuation of words from the text. Recognisers write "Yes, I do.", but return times for
 * "Yes", "I" and "do". A word that is not in the text stays as it is.
 *
 * @param words the words in the order of the text.
 */
export function restorePunctuation(words: readonly RecognizedWord[], text: string): RecognizedWord[] {
  const lower = toLowerCase(text);
  let at = 0;
  return words.map((word, index) => {
    const plain = word.text.trim();
    const next = toLowerCase(words[index + 1]?.text.trim() ?? '');
    const found = findWord(lower, toLowerCase(plain), at, next);
    if (plain === '' || found < 0 || found - at > MAX_DISTANCE) return word;
    const [begin, end] = [skipMarksBefore(text, found, at), skipMarksAfter(text, found + plain.length)];
    const joined = begin === at && at > 0;
    at = end;
    return { text: text.slice(begin, end), from: word.from, to: word.to, ...(joined && { joined }) };
  });
}

const LETTER = /[\p{L}\p{N}]/u;
/** Scripts that put spaces between their words. */
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** Finds the index at which a text contains a whole word, or -1. @param next the word that follows it. */
function findWord(text: string, word: string, from: number, next: string): number {
  let found = text.indexOf(word, from);
  while (found >= 0 && found - from <= MAX_DISTANCE && isInsideWord(text, word, found, from, next))
    found = text.indexOf(word, found + 1);
  return found;
}

/**
 * True if the match is inside a longer word of the text. Letters after the match do not count if they begin
 * `next`, because some recognisers split a word into several.
 */
function isInsideWord(text: string, word: string, found: number, from: number, next: string): boolean {
  const end = found + word.length;
  const hasMoreAfter = SPACED.test(text[end] ?? '') && LETTER.test(word.at(-1) ?? '');
  const hasMoreBefore = found > from && SPACED.test(text[found - 1] ?? '') && LETTER.test(word[0] ?? '');
  return hasMoreBefore || (hasMoreAfter && (next === '' || !text.startsWith(next, end)));
}

/**
 * Lower-cases a text. A few characters would change the length of the text and thereby the indexes. Such a
 * text is returned unchanged.
 */
function toLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function skipMarksBefore(text: string, from: number, start: number): number {
  let at = from;
  while (at > start && MARK.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

function skipMarksAfter(text: string, from: number): number {
  let at = from;
  while (at < text.length && MARK.test(text[at] ?? '')) at += 1;
  return at;
}
