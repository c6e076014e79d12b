import { splitGraphemes, WORD_SEGMENTER } from './segmenters.ts';
import type { MeasureText, TextRange } from './text-parts.ts';

export type { TextRange } from './text-parts.ts';

/** Scripts whose letters change with their neighbours, so that they cannot be drawn one by one. */
const CURSIVE_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\u0640]/u;
/** Scripts without spaces between words. */
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LATIN = /\p{Script=Latin}/u;
/** An invisible character that prevents a ligature and changes nothing else. */
const NON_JOINER = '\u200c';

/** Characters that are always graphemes of their own. This test is a hundred times faster than segmenting. */
const ONE_UNIT_GRAPHEMES = /^[\x20-\x7e\xa0-\u02ff]*$/;

/** True if each UTF-16 unit of a text is a grapheme of its own. */
export function isPlainText(text: string): boolean {
  return ONE_UNIT_GRAPHEMES.test(text);
}

/** Counts the graphemes of a text. Spaces count as well. */
export function countGraphemes(text: string): number {
  return isPlainText(text) ? text.length : splitGraphemes(text).length;
}

/**
 * Splits a text into words. Each word includes the spaces after it. The first word also includes the spaces
 * before it.
 */
export function splitWords(text: string): TextRange[] {
  if (text === '') return [];
  return Array.from(text.matchAll(/^\s*\S*\s*|\S+\s*/gu)).flatMap(({ 0: word, index }) => {
    const starts = UNSPACED_SCRIPTS.test(word) ? findWordStarts(word) : [0];
    return starts.map((from, at) => [index + from, index + (starts[at + 1] ?? word.length)] as const);
  });
}

/** Returns where the words of a text without spaces begin. Punctuation belongs to the preceding word. */
function findWordStarts(text: string): number[] {
  return Array.from(WORD_SEGMENTER.segment(text)).flatMap(({ index, isWordLike }) =>
    isWordLike === true || index === 0 ? [index] : [],
  );
}

/**
 * Splits a text into characters that can be drawn separately. Graphemes of cursive scripts such as Arabic
 * stay together up to the next space or punctuation mark.
 *
 * @param isLigature tests for ligatures, which also stay together. If absent, no ligatures are expected.
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
    if (next !== undefined && isLigature?.(graphemes, index, offset) === true) continue;
    characters.push([from, offset]);
    from = offset;
  }
  return characters;
}

/**
 * A test that is true if the grapheme at an index forms a ligature with the next grapheme.
 *
 * @param end the offset in the text at which the grapheme ends.
 */
export type IsLigature = (graphemes: readonly string[], index: number, end: number) => boolean;

/**
 * Creates a test for ligatures of Latin letters. The test measures the letters as they are, and with the
 * ligature prevented. Different widths mean that the font has the ligature.
 */
export function createLigatureTest(measure: MeasureText): IsLigature {
  const known = new Map<string, boolean>();
  return (graphemes, index) => {
    const [grapheme = '', next = ''] = graphemes.slice(index, index + 2);
    if (!LATIN.test(grapheme) || !LATIN.test(next)) return false;
    // Include the letters on both sides, because a ligature may have three letters.
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
