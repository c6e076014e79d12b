import type { Warning } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import { selectFonts } from '../../fonts/text-fonts.ts';
import type { CaptionVisual } from '../../resolve/timeline.ts';
import { SHOWN_AS_BOX, warnAboutMissingGlyphs, withFieldInErrors } from '../asset-drawing.ts';
import { findCaptionFace } from './style.ts';

/**
 * Warns about characters that no font can show.
 *
 * @param field the path of the asset in the edit.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function checkCaption({ asset, cues }: CaptionVisual, fonts: FontLibrary, field: string): Warning[] {
  const face = withFieldInErrors(() => findCaptionFace(asset, fonts), `${field}.font.family`);
  const { missing } = selectFonts([...new Set(cues.map(({ text }) => text).join(''))].join(''), face);
  return warnAboutMissingGlyphs(missing, `${field}.src`, SHOWN_AS_BOX);
}
