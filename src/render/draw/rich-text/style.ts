import type { RichTextAsset } from '../../../edit/model.ts';
import type { Face, FontLibrary } from '../../fonts/font-library.ts';
import type { Spacing } from '../../text-layout/text-units.ts';
import type { Shadow } from '../offscreen-layer.ts';
import type { Gradient } from './gradient.ts';

/** A line around letters or a box. */
export interface StrokeStyle {
  /** Pixels, above 0; half of it lies outside. */
  readonly width: number;
  readonly color: string;
  /** 0 to 1. */
  readonly opacity: number;
}

/** A shadow behind letters; in pixels, x to the right and y downwards. */
export interface ShadowStyle {
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  readonly color: string;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Pixels on each side. */
export type Sides = Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;

/** How the letters of a rich text look, with its defaults (contract 2.15 and C16). */
export interface GlyphStyle {
  /** Pixels. */
  readonly size: number;
  /** `#RRGGBB`. */
  readonly color: string;
  /** 0 to 1. */
  readonly opacity: number;
  readonly gradient?: Gradient;
  readonly stroke?: StrokeStyle;
  readonly shadow?: ShadowStyle;
  /** Colour behind each line. */
  readonly highlight?: string;
  readonly decoration: 'none' | 'underline' | 'line-through';
}

/** How a rich text is laid out; in pixels. */
export interface BlockStyle {
  readonly size: number;
  /** From line to line. */
  readonly advance: number;
  readonly spacing: Spacing;
  readonly padding: Sides;
  readonly horizontal: 'left' | 'center' | 'right';
  readonly vertical: 'top' | 'middle' | 'bottom';
}

/** The defaults of the schema (contract C16). */
const FAMILY = 'Open Sans';
const SIZE = 24;
const COLOUR = '#000000';
const LINE_HEIGHT = 1.2;
const SHADOW_OPACITY = 0.5;

/**
 * The face that a rich text asks for.
 *
 * @throws {KinoraError} `font_not_found` when its family is not known, `validation_failed` when its weight is none.
 */
export function findRichTextFace({ font }: RichTextAsset, fonts: FontLibrary): Face {
  return fonts.findFace(font?.family ?? FAMILY, font?.weight, font?.style === 'italic');
}

/** The text as its letters are drawn: in capitals and the like. */
export function transformedTextOf({ text, style }: RichTextAsset): string {
  return transformText(text, style?.textTransform ?? 'none');
}

/** A text in capitals and the like. */
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

/** How the letters of a rich text look. A stroke of the font wins over that of the asset. */
export function glyphStyleOf({ font, style, stroke, shadow }: RichTextAsset): GlyphStyle {
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

/** A line with its defaults; none without a width. */
export function strokeStyleOf(input: RichTextAsset['stroke']): StrokeStyle | undefined {
  const { width = 0, color = COLOUR, opacity = 1 } = input ?? {};
  return width > 0 && opacity > 0 ? { width, color, opacity } : undefined;
}

/** A shadow with its defaults; none where nothing of it is seen. */
export function shadowStyleOf(input: NonNullable<RichTextAsset['shadow']>): ShadowStyle | undefined {
  const { offsetX: x = 0, offsetY: y = 0, blur = 0, color = COLOUR, opacity = SHADOW_OPACITY } = input;
  // One that lies exactly behind its letters is not seen.
  const isSeen = opacity > 0 && (x !== 0 || y !== 0 || blur > 0);
  return isSeen ? { x, y, blur, color, opacity } : undefined;
}

/** A shadow as a layer casts it. */
export function toShadow({ x, y, blur, color, opacity }: ShadowStyle): Shadow {
  const code = Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
  return { x, y, blur, colour: `${color}${code}` };
}

/** How a rich text is laid out. */
export function blockStyleOf({ font, style, padding, align }: RichTextAsset): BlockStyle {
  const size = font?.size ?? SIZE;
  return {
    size,
    advance: size * (style?.lineHeight ?? LINE_HEIGHT),
    spacing: { letter: style?.letterSpacing ?? 0, word: style?.wordSpacing ?? 0 },
    padding: sidesOf(padding ?? 0),
    horizontal: align?.horizontal ?? 'center',
    vertical: align?.vertical ?? 'middle',
  };
}

/** A padding by its sides. */
export function sidesOf(padding: NonNullable<RichTextAsset['padding']>): Sides {
  if (typeof padding === 'number') return { top: padding, right: padding, bottom: padding, left: padding };
  const { top = 0, right = 0, bottom = 0, left = 0 } = padding;
  return { top, right, bottom, left };
}
