import type { ToldWord } from './tidy-words.ts';

/** Letters of the text that may lie between two words at the most; more, and the word is not where it seems. */
const FARTHEST = 40;
const MARK = /^[^\p{L}\p{N}\p{Cs}\s]$/u;

/**
 * Gives words the marks that they have in the text: recognisers write "Yes, I do." but tell the times of "Yes", "I" and "do".
 * A word that is not in the text stays as it is.
 *
 * @param words in the order of the text.
 */
export function writtenWords(words: readonly ToldWord[], text: string): ToldWord[] {
  const lower = lowered(text);
  let at = 0;
  return words.map((word, index) => {
    const plain = word.text.trim();
    const next = lowered(words[index + 1]?.text.trim() ?? '');
    const found = wordIn(lower, lowered(plain), at, next);
    if (plain === '' || found < 0 || found - at > FARTHEST) return word;
    const [begin, end] = [backOverMarks(text, found, at), overMarks(text, found + plain.length)];
    const joined = begin === at && at > 0;
    at = end;
    return { text: text.slice(begin, end), from: word.from, to: word.to, ...(joined && { joined }) };
  });
}

const LETTER = /[\p{L}\p{N}]/u;
/** Scripts that put spaces between their words. */
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** Where a word stands on its own and not inside of another; -1 for nowhere near. @param next what is said after it. */
function wordIn(text: string, word: string, from: number, next: string): number {
  let found = text.indexOf(word, from);
  while (found >= 0 && found - from <= FARTHEST && isInside(text, word, found, from, next))
    found = text.indexOf(word, found + 1);
  return found;
}

/** Whether a place lies in a longer word. Some recognisers tell words in parts: those may stand right after each other. */
function isInside(text: string, word: string, found: number, from: number, next: string): boolean {
  const end = found + word.length;
  const goesOn = SPACED.test(text[end] ?? '') && LETTER.test(word.at(-1) ?? '');
  const went = found > from && SPACED.test(text[found - 1] ?? '') && LETTER.test(word[0] ?? '');
  return went || (goesOn && (next === '' || !text.startsWith(next, end)));
}

/** In small letters, as long as the text: a few letters have two in their place. */
function lowered(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text;
}

function backOverMarks(text: string, from: number, least: number): number {
  let at = from;
  while (at > least && MARK.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

function overMarks(text: string, from: number): number {
  let at = from;
  while (at < text.length && MARK.test(text[at] ?? '')) at += 1;
  return at;
}
