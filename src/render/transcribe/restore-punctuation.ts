import type { RecognizedWord } from './normalize-words.ts';

/** Letters of the text that may lie between two words at the most; more, and the word is not where it seems. */
const MAX_DISTANCE = 40;
const MARK = /^[^\p{L}\p{N}\p{Cs}\s]$/u;

/**
 * Gives words the marks that they have in the text: recognisers write "Yes, I do." but tell the times of "Yes", "I" and "do".
 * A word that is not in the text stays as it is.
 *
 * @param words in the order of the text.
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

/** Where a word stands on its own and not inside of another; -1 for nowhere near. @param next what is said after it. */
function findWord(text: string, word: string, from: number, next: string): number {
  let found = text.indexOf(word, from);
  while (found >= 0 && found - from <= MAX_DISTANCE && isInsideWord(text, word, found, from, next))
    found = text.indexOf(word, found + 1);
  return found;
}

/** Whether a place lies in a longer word. Some recognisers tell words in parts: those may stand right after each other. */
function isInsideWord(text: string, word: string, found: number, from: number, next: string): boolean {
  const end = found + word.length;
  const goesOn = SPACED.test(text[end] ?? '') && LETTER.test(word.at(-1) ?? '');
  const went = found > from && SPACED.test(text[found - 1] ?? '') && LETTER.test(word[0] ?? '');
  return went || (goesOn && (next === '' || !text.startsWith(next, end)));
}

/** In small letters, as long as the text: a few letters have two in their place. */
function toLowerCase(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text;
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
