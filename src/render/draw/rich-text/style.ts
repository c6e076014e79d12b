import type { RichTextAsset } from '../../../edit/model.ts';
import type { Face, FontLibrary } from '../../fonts/font-library.ts';
import type { GlyphStyle, ShadowStyle, StrokeStyle } from '../letters/glyph-style.ts';
import type { BlockStyle, Sides } from '../lines/placed-lines.ts';

/** The fields of a rich text that its letters and lines depend on. */
export type RichTextLook = Pick<RichTextAsset, 'font' | 'style' | 'stroke' | 'shadow' | 'padding' | 'align'>;

/** The defaults of the schema (contract C16). */
const FAMILY = 'Open Sans';
const SIZE = 24;
const COLOUR = '#000000';
const LINE_HEIGHT = 1.2;
const SHADOW_OPACITY = 0.5;

/**
 * Finds the face of a rich text.
 *
 * @throws {KinoraError} `font_not_found` if its family is unknown, `validation_failed` if its
 * weight is invalid.
 */
export function findRichTextFace({ font }: RichTextAsset, fonts: FontLibrary): Face {
  return fonts.findFace(font?.family ?? FAMILY, font?.weight, font?.style === 'italic');
}

/** Converts a text to capitals, to small letters, or to words with a capital first letter. */
export function transformText(
  text: string,
  transform: NonNullable<NonNullable<RichTextAsset['style']>['textTransform']>,
): string {
  switch (transform) {
    case 'none':
      return text;
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return text.replaceAll(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
  }
}

/**
 * Returns the look of the letters of a rich text. The stroke of the font overrides the stroke of the asset.
 */
export function glyphStyleOf({ font, style, stroke, shadow }: RichTextLook): GlyphStyle {
  const { size = SIZE, color = COLOUR, opacity = 1 } = font ?? {};
  const { gradient, textDecoration: decoration = 'none' } = style ?? {};
  const line = strokeStyleOf(font?.stroke ?? stroke);
  const shade = shadow && shadowStyleOf(shadow);
  return {
    size,
    color,
    opacity,
    ...(gradient && { gradient }),
    ...(line && { stroke: line }),
    ...(shade && { shadow: shade }),
    ...(font?.background !== undefined && { highlight: font.background }),
    decoration,
  };
}

/** Returns a stroke with defaults filled in, or undefined if it is invisible. */
export function strokeStyleOf(input: RichTextAsset['stroke']): StrokeStyle | undefined {
  const { width = 0, color = COLOUR, opacity = 1 } = input ?? {};
  return width > 0 && opacity > 0 ? { width, color, opacity } : undefined;
}

/** Returns a shadow with defaults filled in, or undefined if it is invisible. */
function shadowStyleOf(input: NonNullable<RichTextAsset['shadow']>): ShadowStyle | undefined {
  const { offsetX: x = 0, offsetY: y = 0, blur = 0, color = COLOUR, opacity = SHADOW_OPACITY } = input;
  // A sharp shadow exactly behind its letters is not visible.
  const isSeen = opacity > 0 && (x !== 0 || y !== 0 || blur > 0);
  return isSeen ? { x, y, blur, color, opacity } : undefined;
}

/** Returns the layout settings of a rich text. */
export function blockStyleOf(asset: RichTextLook): BlockStyle {
  const { font, style, padding, align } = asset;
  const size = font?.size ?? SIZE;
  return {
    size,
    advance: size * (style?.lineHeight ?? LINE_HEIGHT),
    spacing: { letter: style?.letterSpacing ?? 0, word: style?.wordSpacing ?? 0 },
    padding: sidesOf(padding ?? 0),
    horizontal: align?.horizontal ?? 'center',
    vertical: align?.vertical ?? 'middle',
    ...fittingStyleOf(asset),
  };
}

function fittingStyleOf({ font, stroke }: RichTextLook): Pick<BlockStyle, 'strokeReach' | 'keepsInside'> {
  const width = strokeStyleOf(font?.stroke ?? stroke)?.width ?? 0;
  return { strokeReach: width / 2, keepsInside: font?.minSize !== undefined };
}

/** Returns the padding of each side. */
export function sidesOf(padding: NonNullable<RichTextAsset['padding']>): Sides {
  if (typeof padding === 'number') return { top: padding, right: padding, bottom: padding, left: padding };
  const { top = 0, right = 0, bottom = 0, left = 0 } = padding;
  return { top, right, bottom, left };
}
