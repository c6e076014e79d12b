/** A range of a text. The end is exclusive. */
export type TextRange = readonly [from: number, to: number];

/**
 * Measures a run of text in pixels.
 *
 * @param from offset of the run in the whole text, without soft hyphens. The width depends on it if the letters of
 *   the text have several looks.
 */
export type MeasureText = (text: string, from?: number) => number;

/** The group keeps the line ends when a text is split, for their lengths. */
const LINE_ENDS = /(\r\n|[\r\n\u2028\u2029])/;

/**
 * Marks where a word may be broken. At a line break, this character is visible as a hyphen. Elsewhere, it is
 * invisible.
 */
export const SOFT_HYPHEN = '\u00ad';

/** A part of a text, and its offset in the text without soft hyphens. */
export interface TextPart {
  readonly text: string;
  readonly from: number;
}

/** Splits a text at the line ends that it contains. */
export function splitParagraphs(text: string): TextPart[] {
  let from = 0;
  return text.split(LINE_ENDS).flatMap((part, index) => {
    const paragraph = { text: part, from };
    from += removeSoftHyphens(part).length;
    return index % 2 === 0 ? [paragraph] : [];
  });
}

/** Returns a text without soft hyphens. */
export function removeSoftHyphens(text: string): string {
  return text.replaceAll(SOFT_HYPHEN, '');
}
