import { truncateText, type Warning } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import { selectFonts } from '../../fonts/text-fonts.ts';
import type { CaptionVisual } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { SHOWN_AS_BOX, warnAboutMissingGlyphs, withFieldInErrors } from '../asset-drawing.ts';
import { layOutCaption } from './caption-block.ts';
import { CaptionStack } from './caption-stack.ts';
import { captionStyleOf, findCaptionFace } from './style.ts';

/** A caption gets a warning if its font size is below this fraction of the requested font size. */
const MIN_SCALE = 0.7;
/**
 * Maximum number of captions to lay out for the check. The check chooses the ones that are probably the
 * tallest.
 */
const MAX_CHECKED = 3;
/** Approximate number of characters that fit on a line. */
const CHARACTERS_PER_LINE = 40;

/**
 * Warns about characters that no font can show and about captions that find no room. Also warns about
 * captions that are too tall for the frame, and are therefore cut off or much smaller than requested.
 *
 * @param field the path of the asset in the edit.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function checkCaption(
  { asset, cues }: CaptionVisual,
  frame: PixelSize,
  fonts: FontLibrary,
  field: string,
): Warning[] {
  const face = withFieldInErrors(() => findCaptionFace(asset, fonts), `${field}.font.family`);
  const style = captionStyleOf(asset);
  const { missing } = selectFonts([...new Set(cues.map(({ text }) => text).join(''))].join(''), face);
  const at = `${field}.src`;
  const highest = cues
    .toSorted((one, other) => estimateLines(other.text) - estimateLines(one.text))
    .slice(0, MAX_CHECKED);
  const tight = highest
    .map(({ text }) => ({ text, block: layOutCaption(text, style, face, frame) }))
    .find(({ block }) => block.isCut || block.size < MIN_SCALE * style.size);
  const outcome =
    tight?.block.isCut === true ? 'is cut off' : `is shown at a font size of ${tight?.block.size} pixels`;
  const { hidden } = new CaptionStack(cues, style, face, frame);
  return [
    ...warnAboutMissingGlyphs(missing, at, SHOWN_AS_BOX),
    ...(hidden[0]
      ? [
          {
            field: at,
            text: `${at}: ${hidden.length} of ${cues.length} captions are not shown, the first is "${truncateText(hidden[0].text.replaceAll('\n', ' '))}": other captions at the same time leave no room.`,
          },
        ]
      : []),
    ...(tight
      ? [
          {
            field: at,
            text: `${at}: the caption "${truncateText(tight.text.replaceAll('\n', ' '))}" ${outcome}, because it is taller than the picture; use a smaller font.size or fewer words.`,
          },
        ]
      : []),
  ];
}

/** Estimates the number of lines that a text needs. A long line of the text counts as several lines. */
function estimateLines(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, line.length / CHARACTERS_PER_LINE), 0);
}
