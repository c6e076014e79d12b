import type { RichCaptionAsset } from '../../../edit/model.ts';
import type { Face, FontLibrary } from '../../fonts/font-library.ts';
import type { GlyphStyle } from '../letters/glyph-style.ts';
import type { BlockStyle } from '../lines/placed-lines.ts';
import { blockStyleOf, glyphStyleOf, type RichTextLook } from '../rich-text/style.ts';

/**
 * The look of words that are spoken, or of the other words. Lengths are in pixels at the requested font
 * size.
 */
export interface WordStyle extends GlyphStyle {
  /** The scale relative to other words. */
  readonly scale: number;
}

/** The defaults of contract 2.16. */
const FAMILY = 'Roboto';
const COLOUR = '#ffffff';
/** Padding of the box behind a word, in font sizes. */
export const BOX_PADDING = 0.12;

/**
 * Finds the face of the words that are not spoken.
 *
 * @throws {KinoraError} `font_not_found`, or `validation_failed` for an invalid weight.
 */
export function findRichCaptionFace({ font }: RichCaptionAsset, fonts: FontLibrary): Face {
  return fonts.findFace(font?.family ?? FAMILY, font?.weight, font?.style === 'italic');
}

/**
 * Finds the face of the word that is being spoken.
 *
 * @throws {KinoraError} `font_not_found`, or `validation_failed` for an invalid weight.
 */
export function findActiveFace({ font, active }: RichCaptionAsset, fonts: FontLibrary): Face {
  const { family = font?.family ?? FAMILY, weight = font?.weight } = active?.font ?? {};
  return fonts.findFace(family, weight, font?.style === 'italic');
}

/**
 * Returns the look of words that are not spoken. Strokes are drawn at twice their width, because the
 * letters hide half of each stroke (contract 2.16).
 */
export function baseStyleOf(asset: RichCaptionAsset): WordStyle {
  const look = glyphStyleOf(asRichText(asset));
  const { stroke } = look;
  return { ...look, scale: 1, ...(stroke && { stroke: { ...stroke, width: 2 * stroke.width } }) };
}

/**
 * Returns the look of the word that is being spoken: the look of the other words, overridden by `active`.
 */
export function activeStyleOf(asset: RichCaptionAsset): WordStyle {
  const { size } = pageStyleOf(asset);
  const { size: larger = size, textDecoration, ...font } = asset.active?.font ?? {};
  const { gradient, ...style } = asset.style ?? {};
  const looks = baseStyleOf({
    ...asset,
    font: { ...asset.font, ...font },
    style: {
      ...style,
      size,
      ...(textDecoration && { textDecoration }),
      // A colour of `active` replaces the gradient.
      ...(gradient && font.color === undefined && { gradient }),
    },
    stroke: mergeStyles(asset.stroke, asset.active?.stroke),
    shadow: mergeStyles(asset.shadow, asset.active?.shadow),
  });
  return { ...looks, scale: larger / size };
}

/**
 * Merges a setting of all words with the setting of the active word. If the setting of the active word is
 * `none`, the result has no such setting.
 */
function mergeStyles<Part extends object>(
  all: Part | undefined,
  own: Part | 'none' | undefined,
): Part | undefined {
  if (own === 'none') return undefined;
  return all || own ? ({ ...all, ...own } as Part) : undefined;
}

/** Returns the layout settings of the pages of a caption. */
export function pageStyleOf(asset: RichCaptionAsset): BlockStyle {
  return blockStyleOf(asRichText(asset));
}

/** Returns a caption as the rich text that its words look like. */
function asRichText({ font, style, stroke, shadow, padding, align }: RichCaptionAsset): RichTextLook {
  const { color = COLOUR, size } = font ?? {};
  return { font: { ...font, color, size: style?.size ?? size }, style, stroke, shadow, padding, align };
}
