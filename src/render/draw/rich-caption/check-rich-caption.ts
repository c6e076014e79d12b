import { type RichCaptionAsset, truncateText, type Warning } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { SHOWN_AS_BOX, warnAboutMissingGlyphs, withFieldInErrors } from '../asset-drawing.ts';
import { type CaptionWithFonts, selectCaptionFonts } from './caption-fonts.ts';
import { CaptionPages } from './caption-pages.ts';
import type { RichCaptionInput } from './rich-caption-drawing.ts';
import { findActiveFace, findRichCaptionFace } from './style.ts';

/** A caption gets a warning if its font size is below this fraction of the requested font size. */
const MIN_SCALE = 0.7;

/**
 * Checks a rich caption before any frame is rendered.
 *
 * @param box size of the box of its clip, in pixels.
 * @param field the path of the asset in the edit.
 * @returns warnings about characters that no font can show, captions that are much smaller than
 * requested, and words that are hidden.
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
  const warn = (text: string): Warning[] => [{ field, text: `${field}: ${text}` }];
  const { small, hidden } = countProblems(asset, caption, box);
  return [
    ...warnAboutMissingGlyphs(caption.base.missing, field, SHOWN_AS_BOX),
    ...(small.count > 0
      ? warn(
          `${small.count} of the captions are drawn at less than 70 % of their size to fit their box, the first is "${small.first}"; use a smaller font.size, a larger width or height, or less padding.`,
        )
      : []),
    ...(hidden.count > 0
      ? warn(
          `${hidden.count} words are never visible, the first is "${hidden.first}": other captions hide them the whole time.`,
        )
      : []),
    ...(hasNoVisibleAnimation(asset)
      ? warn(
          `the style "${asset.animation?.style ?? 'highlight'}" is visible only through \`active\`, which changes nothing here; set active.font.color, for example.`,
        )
      : []),
  ];
}

/** The number of texts with a problem, and the first of these texts. */
interface TextCount {
  readonly count: number;
  readonly first: string;
}

function countProblems(
  asset: RichCaptionAsset,
  caption: CaptionWithFonts,
  box: PixelSize,
): { readonly small: TextCount; readonly hidden: TextCount } {
  const pages = new CaptionPages(asset, caption, box);
  const [small, hidden]: [string[], string[]] = [[], []];
  for (const passage of caption.passages) {
    for (const { lines } of pages.fitPassage(passage)) {
      const text = lines.map((line) => line.text).join(' ');
      if (lines.some(({ scale }) => scale < MIN_SCALE - 1e-6)) small.push(text);
    }
    for (const { text, from, to } of passage.words) {
      if (pages.isHidden(passage, from, to)) hidden.push(text);
    }
  }
  const all = (texts: readonly string[]): TextCount => ({
    count: texts.length,
    first: truncateText(texts[0] ?? ''),
  });
  return { small: all(small), hidden: all(hidden) };
}

/** True if a caption should follow the voice but looks the same all the time. */
function hasNoVisibleAnimation({ active, animation }: RichCaptionAsset): boolean {
  const style = animation?.style ?? 'highlight';
  if (style !== 'highlight' && style !== 'karaoke') return false;
  return Object.keys({ ...active?.font }).length === 0 && !active?.stroke && !active?.shadow;
}
