import { type RichCaptionAsset, shorten, type Warning } from '../../../edit/edit.ts';
import type { Fonts } from '../../fonts/fonts.ts';
import type { Size } from '../../scene/placement.ts';
import { missingLetters, named } from '../asset-drawing.ts';
import { type LetteredCaption, letteredCaption } from './lettered.ts';
import { Pages } from './pages.ts';
import type { RichCaption } from './rich-caption.ts';
import { activeFace, captionFace } from './style.ts';

/** Of the size that was asked for: what is smaller is hardly meant. */
const SMALL = 0.7;

/**
 * Checks a rich caption before any frame is made.
 *
 * @param box of its clip, in pixels.
 * @param field where the asset stands in the edit.
 * @returns what no font can show, what is far smaller than asked for, and what is hidden.
 * @throws {KinoraError} `font_not_found` or `validation_failed`, with the field.
 */
export function richCaptionWarnings(
  { asset, cues }: RichCaption,
  box: Size,
  fonts: Fonts,
  field: string,
): Warning[] {
  named(() => captionFace(asset, fonts), `${field}.font.family`);
  named(() => activeFace(asset, fonts), `${field}.active.font.family`);
  const lettered = letteredCaption(asset, cues, fonts);
  const told = (text: string): Warning[] => [{ field, text: `${field}: ${text}` }];
  const { small, hidden } = counted(asset, lettered, box);
  return [
    ...missingLetters(lettered.base.missing, field, [
      'no font has a letter for',
      'a box stands there instead',
    ]),
    ...(small.count > 0
      ? told(
          `${small.count} of the captions are drawn at less than 70 % of their size to fit their box, the first "${small.first}"; give it a smaller font.size, a larger width or height, or less padding.`,
        )
      : []),
    ...(hidden.count > 0
      ? told(
          `${hidden.count} words are never seen, the first "${hidden.first}": another caption begins before them and lasts longer.`,
        )
      : []),
    ...(isUnseen(asset)
      ? told(
          `the style "${asset.animation?.style ?? 'highlight'}" shows in nothing but \`active\`, which changes nothing here; give it an active.font.color, for example.`,
        )
      : []),
  ];
}

/** How many there are of something, and the first of them. */
interface Counted {
  readonly count: number;
  readonly first: string;
}

function counted(
  asset: RichCaptionAsset,
  lettered: LetteredCaption,
  box: Size,
): { readonly small: Counted; readonly hidden: Counted } {
  const pages = new Pages(asset, lettered, box);
  const [small, hidden]: [string[], string[]] = [[], []];
  for (const passage of lettered.passages) {
    for (const { lines } of pages.fitted(passage)) {
      const text = lines.map((line) => line.text).join(' ');
      if (lines.some(({ scale }) => scale < SMALL - 1e-6)) small.push(text);
    }
    for (const { text, from, to } of passage.words) {
      if (pages.isHidden(passage, from, to)) hidden.push(text);
    }
  }
  const all = (texts: readonly string[]): Counted => ({
    count: texts.length,
    first: shorten(texts[0] ?? ''),
  });
  return { small: all(small), hidden: all(hidden) };
}

/** Whether a caption is to follow the voice, and does not. */
function isUnseen({ active, animation }: RichCaptionAsset): boolean {
  const style = animation?.style ?? 'highlight';
  if (style !== 'highlight' && style !== 'karaoke') return false;
  return Object.keys({ ...active?.font }).length === 0 && !active?.stroke && !active?.shadow;
}
