import { type RichCaptionAsset, truncateText, type Warning } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { SHOWN_AS_BOX, warnAboutMissingGlyphs, withFieldInErrors } from '../asset-drawing.ts';
import { selectCaptionFonts } from './caption-fonts.ts';
import { CaptionPages } from './caption-pages.ts';
import type { RichCaptionInput } from './rich-caption-drawing.ts';
import { findActiveFace, findRichCaptionFace } from './style.ts';

/**
 * Checks a rich caption before any frame is rendered.
 *
 * @param box size of the box of its clip, in pixels.
 * @param field the path of the asset in the edit.
 * @returns warnings about characters that no font can show, and about words that are broken because they are too
 * long.
 * @throws {KinoraError} `font_not_found` or `validation_failed`, with the field.
 */
export function checkRichCaption(
  { asset, cues }: RichCaptionInput,
  box: PixelSize,
  fonts: FontLibrary,
  field: string,
): Warning[] {
  withFieldInErrors(() => findRichCaptionFace(asset, fonts), `${field}.font.family`);
  withFieldInErrors(() => findActiveFace(asset, fonts), `${field}.active.font.family`);
  const caption = selectCaptionFonts(asset, cues, fonts);
  const warn = (text: string): Warning[] => [{ field, text }];
  const pages = new CaptionPages(asset, caption, box);
  const { broken } = pages.fit.findMisfits();
  return [
    ...warnAboutMissingGlyphs(caption.base.missing, field, SHOWN_AS_BOX),
    ...(broken.length > 0
      ? warn(
          `Words that are wider than the box are broken: ${broken.length}. The first is "${firstOf(broken)}". Use a smaller font.size, a larger width, or less padding.`,
        )
      : []),
    ...(hasNoVisibleAnimation(asset)
      ? warn(
          `The style "${asset.animation?.style ?? 'highlight'}" is visible only through "active", which changes nothing here. Set active.font.color, for example.`,
        )
      : []),
  ];
}

function firstOf(texts: readonly string[]): string {
  return truncateText(texts[0] ?? '');
}

/** True if a caption should follow the voice but looks the same all the time. */
function hasNoVisibleAnimation({ active, animation }: RichCaptionAsset): boolean {
  const style = animation?.style ?? 'highlight';
  if (style !== 'highlight' && style !== 'karaoke') return false;
  return Object.keys({ ...active?.font }).length === 0 && !active?.stroke && !active?.shadow;
}
