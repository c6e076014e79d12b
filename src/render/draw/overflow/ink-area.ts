import type { TextAsset, TitleAsset } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type { DrawnVisual, WholeRichText } from '../../resolve/timeline.ts';
import { drawnBoxOf, intersect, type PixelSize, type Rect } from '../../scene/placement.ts';
import { expandRect } from '../offscreen-layer.ts';
import { createRichTextDrawing } from '../rich-text/rich-text-drawing.ts';
import { glyphStyleOf } from '../rich-text/style.ts';
import { backgroundOf } from '../title/title-layout.ts';
import { measureWritten, type WrittenAsset, type TextMeasure } from './measure-written.ts';

/** The areas of a text, in pixels of its box. */
export interface InkArea {
  /** Contains the letters at rest, and the background if there is one. */
  readonly ink: Rect;
  /** Contains everything that is drawn at any time: also strokes, shadows, and letters in motion. */
  readonly area: Rect;
}

/** Extent of strokes, accents and shadows beyond the letters, in font sizes. */
const MARGINS = { text: 0.25, title: 0.8, titleBackground: 1.2, richText: 0.1 };

/**
 * Measures where a text draws something.
 *
 * @param frame size of the viewport in pixels: the box of the clip, or the whole output.
 * @param length length of the clip in seconds.
 * @returns undefined if the text has no letters, or if its letters move in an unknown way.
 * @throws {KinoraError} `font_not_found` or `validation_failed` if the font of the text is unknown.
 */
export function measureInkArea(
  asset: WrittenAsset,
  { length }: Pick<DrawnVisual, 'length'>,
  frame: PixelSize,
  fonts: FontLibrary,
): InkArea | undefined {
  const measure = measureWritten(asset, frame, fonts);
  if (!measure) return undefined;
  switch (asset.type) {
    case 'text':
      return inkOfText(asset, measure, frame);
    case 'title':
      return inkOfTitle(asset, measure);
    case 'rich-text': {
      const plain = inkOfPlainLetters(asset, measure);
      if (plain) return plain;
      const { inkBox, bleed } = createRichTextDrawing(asset, { frame, duration: length, fonts });
      const area = inkBox ?? expandRect({ x: 0, y: 0, ...frame }, bleed);
      const isFilled = asset.background?.color !== undefined || (asset.border?.width ?? 0) > 0;
      return { ink: isFilled ? area : measure.ink, area };
    }
  }
}

function inkOfText(asset: TextAsset, { ink, size, drawn }: TextMeasure, frame: PixelSize): InkArea {
  const box = { x: 0, y: 0, ...drawnBoxOf(asset, frame) };
  if (asset.background?.color !== undefined) return { ink: box, area: expandRect(box, size) };
  const letters = drawn ? intersect(ink, drawn) : ink;
  return { ink: letters, area: expandRect(letters, MARGINS.text * size + (asset.stroke?.width ?? 0)) };
}

/** Returns undefined for a rich text that draws more than letters at rest, with or without a stroke. */
function inkOfPlainLetters(asset: WholeRichText, { ink, size }: TextMeasure): InkArea | undefined {
  const { animation, background, border, spans } = asset;
  const { stroke, shadow, highlight, decoration } = glyphStyleOf(asset);
  const isFilled = background?.color !== undefined || (border?.width ?? 0) > 0;
  const isMore = animation || shadow || highlight !== undefined || decoration !== 'none';
  if (isFilled || isMore || spans) return undefined;
  return { ink, area: expandRect(ink, MARGINS.richText * size + (stroke?.width ?? 0) / 2) };
}

/** Returns undefined for a title with an animated offset, because it is measured without it. */
function inkOfTitle(asset: TitleAsset, { ink, size }: TextMeasure): InkArea | undefined {
  const { offset } = asset;
  if ([offset?.x, offset?.y].some((value) => typeof value === 'object')) return undefined;
  const margin = backgroundOf(asset) === undefined ? MARGINS.title : MARGINS.titleBackground;
  return { ink, area: expandRect(ink, margin * size) };
}
