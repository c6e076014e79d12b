import { lettersOf, WORDS } from './segmenters.ts';
import type { Measure } from './text-lines.ts';

/** Where a piece of a text begins, and the place after its end. */
export type Segment = readonly [from: number, to: number];

/** Scripts whose letters change with their neighbours: they cannot be drawn one by one. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\u0640]/u;
/** Scripts that have no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LATIN = /\p{Script=Latin}/u;
/** Forbids a ligature, and changes nothing else. */
const NON_JOINER = '\u200c';

/** Letters of which none ever joins its neighbour: segmenting takes a hundred times as long as looking. */
const SEPARATE = /^[\x20-\x7e\xa0-\u02ff]*$/;

/** How many letters are seen in a text, each with its accents; spaces count as well. */
export function lettersIn(text: string): number {
  return SEPARATE.test(text) ? text.length : lettersOf(text).length;
}

/** Words with the spaces after them; those before the first word of a line belong to it. */
export function wordsOf(text: string): Segment[] {
  if (text === '') return [];
  return Array.from(text.matchAll(/^\s*\S*\s*|\S+\s*/gu)).flatMap(({ 0: word, index }) => {
    const starts = UNSPACED.test(word) ? dictionaryWords(word) : [0];
    return starts.map((from, at) => [index + from, index + (starts[at + 1] ?? word.length)] as const);
  });
}

/** Where the words of a text without spaces begin. Signs belong to the word before them. */
function dictionaryWords(text: string): number[] {
  return Array.from(WORDS.segment(text)).flatMap(({ index, isWordLike }) =>
    isWordLike === true || index === 0 ? [index] : [],
  );
}

/**
 * What is seen as one letter each, with its accents; where letters are joined, as in Arabic, all of them up to the next space or sign.
 *
 * @param isLigature absent: there are none.
 */
export function charactersOf(text: string, isLigature?: Ligatures): Segment[] {
  const letters = lettersOf(text);
  const characters: Segment[] = [];
  let from = 0;
  let place = 0;
  for (const [index, letter] of letters.entries()) {
    place += letter.length;
    const next = letters[index + 1];
    if (next !== undefined && JOINED.test(letter) && JOINED.test(next)) continue;
    if (next !== undefined && isLigature?.(letters, index) === true) continue;
    characters.push([from, place]);
    from = place;
  }
  return characters;
}

/** Tells whether a letter is drawn as one with that after it. */
export type Ligatures = (letters: readonly string[], index: number) => boolean;

/** Finds out by their widths which Latin letters a font draws as one. */
export function ligaturesBy(measure: Measure): Ligatures {
  const known = new Map<string, boolean>();
  return (letters, index) => {
    const [letter = '', next = ''] = letters.slice(index, index + 2);
    if (!LATIN.test(letter) || !LATIN.test(next)) return false;
    // Ligatures may be of three letters.
    const [before, after] = [`${letters[index - 1] ?? ''}${letter}`, `${next}${letters[index + 2] ?? ''}`];
    const key = `${before}${NON_JOINER}${after}`;
    const found = known.get(key) ?? measure(before + after) !== measure(key);
    known.set(key, found);
    return found;
  };
}
