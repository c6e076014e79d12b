// One language whatever the machine speaks: an edit has the same letters and words everywhere.
const LANGUAGE = 'en';

/** Finds the words of a text, by a dictionary where a script has no spaces. */
export const WORD_SEGMENTER = new Intl.Segmenter(LANGUAGE, { granularity: 'word' });

const GRAPHEME_SEGMENTER = new Intl.Segmenter(LANGUAGE, { granularity: 'grapheme' });

/** What is seen as one letter each, with its accents; spaces count as well. */
export function splitGraphemes(text: string): string[] {
  return Array.from(GRAPHEME_SEGMENTER.segment(text), ({ segment }) => segment);
}
