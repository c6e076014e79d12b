import type { RichCaptionAsset } from '../../../edit/model.ts';
import type { Face, FontLibrary } from '../../fonts/font-library.ts';
import { shadowStyleOf, sidesOf, strokeStyleOf } from '../rich-text/style.ts';
import type { GlyphStyle } from '../letters/glyph-style.ts';
import type { Sides } from '../lines/placed-lines.ts';

/**
 * The look of words that are spoken, or of the other words. Lengths are in pixels at the requested font
 * size.
 */
export interface WordStyle extends GlyphStyle {
  /** The scale relative to other words. */
  readonly scale: number;
}

/** The layout settings of a page, in pixels. */
export interface PageStyle {
  readonly size: number;
  /** Distance between baselines. */
  readonly advance: number;
  readonly letterSpacing: number;
  readonly padding: Sides;
  readonly horizontal: 'left' | 'center' | 'right';
  readonly vertical: 'top' | 'middle' | 'bottom';
}

/** The defaults of contract 2.16. */
const FAMILY = 'Roboto';
const SIZE = 24;
const COLOUR = '#ffffff';
/** Padding of the box behind a word, in font sizes. */
export const BOX_PADDING = 0.12;
const LINE_HEIGHT = 1.2;

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
export function baseStyleOf({ font, style, stroke, shadow }: RichCaptionAsset): WordStyle {
  const line = strokeStyleOf(stroke);
  const shade = shadow && shadowStyleOf(shadow);
  return {
    size: sizeOf({ font, style }),
    scale: 1,
    color: font?.color ?? COLOUR,
    opacity: font?.opacity ?? 1,
    ...(style?.gradient && { gradient: style.gradient }),
    ...(line && { stroke: { ...line, width: 2 * line.width } }),
    ...(shade && { shadow: shade }),
    ...(font?.background !== undefined && { highlight: font.background }),
    decoration: style?.textDecoration ?? 'none',
  };
}

/**
 * Returns the look of the word that is being spoken: the look of the other words, overridden by `active`.
 */
export function activeStyleOf(asset: RichCaptionAsset): WordStyle {
  const size = sizeOf(asset);
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

/** Returns the layout settings of a caption. */
export function pageStyleOf({ font, style, padding, align }: RichCaptionAsset): PageStyle {
  const size = sizeOf({ font, style });
  return {
    size,
    advance: size * (style?.lineHeight ?? LINE_HEIGHT),
    letterSpacing: style?.letterSpacing ?? 0,
    padding: sidesOf(padding ?? 0),
    horizontal: align?.horizontal ?? 'center',
    vertical: align?.vertical ?? 'middle',
  };
}

function sizeOf({ font, style }: Pick<RichCaptionAsset, 'font' | 'style'>): number {
  return style?.size ?? font?.size ?? SIZE;
}
