import { shorten, type Warning } from '../../../edit/edit.ts';
import type { Fonts } from '../../fonts/fonts.ts';
import { letteringOf } from '../../fonts/lettering.ts';
import type { CaptionPicture } from '../../resolve/timeline.ts';
import type { Size } from '../../scene/placement.ts';
import { BOXED, missingLetters, named } from '../asset-drawing.ts';
import { captionBlock } from './block.ts';
import { Stack } from './stack.ts';
import { captionFace, captionStyle } from './style.ts';

/** Letters that are smaller than so many of those asked for are warned of. */
const SMALL = 0.7;
/** Of so many captions, those that look highest, it is looked whether they fit. */
const LOOKED_AT = 3;
/** So many letters are about a line. */
const ROUGH_LINE = 40;

/**
 * Warns of captions that no font can show, and of those that are cut or much smaller than asked for, because they are higher than
 * the frame.
 *
 * @param field where the asset stands in the edit.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function captionWarnings(
  { asset, cues }: CaptionPicture,
  frame: Size,
  fonts: Fonts,
  field: string,
): Warning[] {
  const face = named(() => captionFace(asset, fonts), `${field}.font.family`);
  const style = captionStyle(asset);
  const { missing } = letteringOf([...new Set(cues.map(({ text }) => text).join(''))].join(''), face);
  const at = `${field}.src`;
  const highest = cues
    .toSorted((one, other) => roughLines(other.text) - roughLines(one.text))
    .slice(0, LOOKED_AT);
  const tight = highest
    .map(({ text }) => ({ text, block: captionBlock(text, style, face, frame) }))
    .find(({ block }) => block.isCut || block.size < SMALL * style.size);
  const outcome =
    tight?.block.isCut === true ? 'is cut' : `is shown in letters of ${tight?.block.size} pixels`;
  const { hidden } = new Stack(cues, style, face, frame);
  return [
    ...missingLetters(missing, at, BOXED),
    ...(hidden[0]
      ? [
          {
            field: at,
            text: `${at}: ${hidden.length} of ${cues.length} captions not shown, the first "${shorten(hidden[0].text.replaceAll('\n', ' '))}": others that are there at the same time leave no room for it.`,
          },
        ]
      : []),
    ...(tight
      ? [
          {
            field: at,
            text: `${at}: the caption "${shorten(tight.text.replaceAll('\n', ' '))}" ${outcome}, because it is higher than the picture; give it a smaller font.size or fewer words.`,
          },
        ]
      : []),
  ];
}

/** About how many lines a text takes: those of its file, and longer ones by their letters. */
function roughLines(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, line.length / ROUGH_LINE), 0);
}
