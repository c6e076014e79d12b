import { truncateText, type Warning } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import { selectFonts } from '../../fonts/text-fonts.ts';
import type { CaptionVisual } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { SHOWN_AS_BOX, warnAboutMissingGlyphs, withFieldInErrors } from '../asset-drawing.ts';
import { layOutCaption } from './caption-block.ts';
import { CaptionStack } from './caption-stack.ts';
import { captionStyleOf, findCaptionFace } from './style.ts';

/** Letters that are smaller than so many of those asked for are warned of. */
const MIN_SCALE = 0.7;
/** Of so many captions, those that look highest, it is looked whether they fit. */
const MAX_CHECKED = 3;
/** So many letters are about a line. */
const CHARACTERS_PER_LINE = 40;

/**
 * Warns of captions that no font can show, and of those that are cut or much smaller than asked for, because they are higher than
 * the frame.
 *
 * @param field where the asset stands in the edit.
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
    tight?.block.isCut === true ? 'is cut' : `is shown in letters of ${tight?.block.size} pixels`;
  const { hidden } = new CaptionStack(cues, style, face, frame);
  return [
    ...warnAboutMissingGlyphs(missing, at, SHOWN_AS_BOX),
    ...(hidden[0]
      ? [
          {
            field: at,
            text: `${at}: ${hidden.length} of ${cues.length} captions not shown, the first "${truncateText(hidden[0].text.replaceAll('\n', ' '))}": others that are there at the same time leave no room for it.`,
          },
        ]
      : []),
    ...(tight
      ? [
          {
            field: at,
            text: `${at}: the caption "${truncateText(tight.text.replaceAll('\n', ' '))}" ${outcome}, because it is higher than the picture; give it a smaller font.size or fewer words.`,
          },
        ]
      : []),
  ];
}

/** About how many lines a text takes: those of its file, and longer ones by their letters. */
function estimateLines(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, line.length / CHARACTERS_PER_LINE), 0);
}
