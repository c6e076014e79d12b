import { splitGraphemes, WORD_SEGMENTER } from './segmenters.ts';
import type { MeasureText } from './break-lines.ts';

/** Where a piece of a text begins, and the place after its end. */
export type TextRange = readonly [from: number, to: number];

/** Scripts whose letters change with their neighbours: they cannot be drawn one by one. */
const CURSIVE_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\u0640]/u;
/** Scripts that have no spaces between words. */
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LATIN = /\p{Script=Latin}/u;
/** Forbids a ligature, and changes nothing else. */
const NON_JOINER = '\u200c';

/** Letters of which none ever joins its neighbour: segmenting takes a hundred times as long as looking. */
const ONE_UNIT_GRAPHEMES = /^[\x20-\x7e\xa0-\u02ff]*$/;

/** How many letters are seen in a text, each with its accents; spaces count as well. */
export function countGraphemes(text: string): number {
  return ONE_UNIT_GRAPHEMES.test(text) ? text.length : splitGraphemes(text).length;
}

/** Words with the spaces after them; those before the first word of a line belong to it. */
export function splitWords(text: string): TextRange[] {
  if (text === '') return [];
  return Array.from(text.matchAll(/^\s*\S*\s*|\S+\s*/gu)).flatMap(({ 0: word, index }) => {
    const starts = UNSPACED_SCRIPTS.test(word) ? findWordStarts(word) : [0];
    return starts.map((from, at) => [index + from, index + (starts[at + 1] ?? word.length)] as const);
  });
}

/** Where the words of a text without spaces begin. Signs belong to the word before them. */
function findWordStarts(text: string): number[] {
  return Array.from(WORD_SEGMENTER.segment(text)).flatMap(({ index, isWordLike }) =>
    isWordLike === true || index === 0 ? [index] : [],
  );
}

/**
 * What is seen as one letter each, with its accents; where letters are joined, as in Arabic, all of them up to the next space or sign.
 *
 * @param isLigature absent: there are none.
 */
export function splitCharacters(text: string, isLigature?: IsLigature): TextRange[] {
  const graphemes = splitGraphemes(text);
  const characters: TextRange[] = [];
  let from = 0;
  let offset = 0;
  for (const [index, grapheme] of graphemes.entries()) {
    offset += grapheme.length;
    const next = graphemes[index + 1];
    if (next !== undefined && CURSIVE_SCRIPTS.test(grapheme) && CURSIVE_SCRIPTS.test(next)) continue;
    if (next !== undefined && isLigature?.(graphemes, index) === true) continue;
    characters.push([from, offset]);
    from = offset;
  }
  return characters;
}

/** Tells whether a letter is drawn as one with that after it. */
export type IsLigature = (graphemes: readonly string[], index: number) => boolean;

/** Finds out by their widths which Latin letters a font draws as one. */
export function createLigatureTest(measure: MeasureText): IsLigature {
  const known = new Map<string, boolean>();
  return (graphemes, index) => {
    const [grapheme = '', next = ''] = graphemes.slice(index, index + 2);
    if (!LATIN.test(grapheme) || !LATIN.test(next)) return false;
    // Ligatures may be of three letters.
    const [before, after] = [
      `${graphemes[index - 1] ?? ''}${grapheme}`,
      `${next}${graphemes[index + 2] ?? ''}`,
    ];
    const key = `${before}${NON_JOINER}${after}`;
    const found = known.get(key) ?? measure(before + after) !== measure(key);
    known.set(key, found);
    return found;
  };
}
