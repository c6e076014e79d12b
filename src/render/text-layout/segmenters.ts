// A fixed language, so that an edit has the same graphemes and words on every machine.
const LANGUAGE = 'en';

/** Finds the words of a text. For scripts without spaces, a dictionary is used. */
export const WORD_SEGMENTER = new Intl.Segmenter(LANGUAGE, { granularity: 'word' });

const GRAPHEME_SEGMENTER = new Intl.Segmenter(LANGUAGE, { granularity: 'grapheme' });

/** Splits a text into graphemes: letters with their accents. Spaces count as well. */
export function splitGraphemes(text: string): string[] {
  return Array.from(GRAPHEME_SEGMENTER.segment(text), ({ segment }) => segment);
}
