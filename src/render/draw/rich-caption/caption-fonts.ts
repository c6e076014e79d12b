import { type RichCaptionAsset, speechAliasOf } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import { selectFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import type { Cue } from '../../media/media.ts';
import { type Passage, splitPassages } from './passages.ts';
import { findActiveFace, findRichCaptionFace } from './style.ts';

/** The words of a caption, and fonts that together have all of their glyphs. */
export interface CaptionWithFonts {
  /** The passages, with boxes in place of characters that no font has. */
  readonly passages: readonly Passage[];
  readonly base: TextFonts;
  readonly active: TextFonts;
}

/**
 * Finds the fonts of all words at once.
 *
 * @throws {KinoraError} `font_not_found`, or `validation_failed` for an invalid weight.
 */
export function selectCaptionFonts(
  asset: RichCaptionAsset,
  cues: readonly Cue[],
  fonts: FontLibrary,
): CaptionWithFonts {
  const source = speechAliasOf(asset) === undefined ? 'file' : 'speech';
  const passages = splitPassages(cues, asset.style?.textTransform, source);
  // Words contain no line feeds, so the text can be split into words again.
  const text = passages.flatMap(({ words }) => words.map((word) => word.text)).join('\n');
  const base = selectFonts(text, findRichCaptionFace(asset, fonts));
  const active = selectFonts(base.text, findActiveFace(asset, fonts));
  if (base.missing.length === 0) return { passages, base, active };
  const written = base.text.split('\n').values();
  const boxed = passages.map((passage) => ({
    ...passage,
    words: passage.words.map((word) => ({ ...word, text: written.next().value ?? word.text })),
  }));
  return { passages: boxed, base, active };
}
