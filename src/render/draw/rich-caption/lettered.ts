import type { RichCaptionAsset } from '../../../edit/edit.ts';
import type { Fonts } from '../../fonts/fonts.ts';
import { type Lettering, letteringOf } from '../../fonts/lettering.ts';
import type { Cue } from '../../media/media.ts';
import { type Passage, passagesOf } from './passages.ts';
import { activeFace, captionFace } from './style.ts';

/** The words of a caption with fonts that have all of their letters. */
export interface LetteredCaption {
  /** Where no font has a letter, with a box for it. */
  readonly passages: readonly Passage[];
  readonly base: Lettering;
  readonly active: Lettering;
}

/** Finds the fonts of all words at once. @throws {KinoraError} `font_not_found`, or `validation_failed` for what is no weight. */
export function letteredCaption(
  asset: RichCaptionAsset,
  cues: readonly Cue[],
  fonts: Fonts,
): LetteredCaption {
  const passages = passagesOf(cues, asset.style?.textTransform);
  // Words have no line feeds in them.
  const text = passages.flatMap(({ words }) => words.map((word) => word.text)).join('\n');
  const base = letteringOf(text, captionFace(asset, fonts));
  const active = letteringOf(base.text, activeFace(asset, fonts));
  if (base.missing.length === 0) return { passages, base, active };
  const written = base.text.split('\n').values();
  const boxed = passages.map((passage) => ({
    ...passage,
    words: passage.words.map((word) => ({ ...word, text: written.next().value ?? word.text })),
  }));
  return { passages: boxed, base, active };
}
