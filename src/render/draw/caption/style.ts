import type { CaptionAsset } from '../../../edit/model.ts';
import type { Face, FontLibrary } from '../../fonts/font-library.ts';

/** The defaults of contract 2.17. */
const FAMILY = 'Open Sans';
const SIZE = 32;
const LINE_HEIGHT = 1.2;
const COLOUR = '#ffffff';
const MARGIN = { top: 0.9, left: 0.05, right: 0.05 };
const BACKGROUND = { opacity: 0.8, padding: 10, radius: 4 };

/**
 * The look of plain captions, with all defaults filled in. Lengths are in pixels unless stated otherwise.
 */
export interface CaptionStyle {
  readonly color: string;
  readonly opacity: number;
  readonly size: number;
  /** Distance between baselines, in font sizes. */
  readonly lineHeight: number;
  /** The outline outside of the letters. A width of 0 means no outline. */
  readonly stroke: { readonly color: string; readonly width: number };
  /** Margins as fractions of the frame height (top) or the frame width (left, right). */
  readonly margin: { readonly top: number; readonly left: number; readonly right: number };
  readonly background?: {
    readonly color: string;
    readonly opacity: number;
    readonly padding: number;
    readonly radius: number;
  };
}

/** Returns the look of the captions of an asset. */
export function captionStyleOf({ font = {}, background, margin }: CaptionAsset): CaptionStyle {
  const { color = COLOUR, opacity = 1, size = SIZE, lineHeight = LINE_HEIGHT } = font;
  const width = font.stroke === undefined ? 0 : (font.strokeWidth ?? 0);
  const stroke = { color: font.stroke ?? COLOUR, width };
  return { color, opacity, size, lineHeight, stroke, margin: marginOf(margin), ...backgroundOf(background) };
}

function marginOf({ top, left, right }: NonNullable<CaptionAsset['margin']> = {}): CaptionStyle['margin'] {
  return { top: top ?? MARGIN.top, left: left ?? MARGIN.left, right: right ?? MARGIN.right };
}

/** Returns the background with defaults filled in, or an empty object if no colour is set. */
function backgroundOf(input: CaptionAsset['background'] = {}): Pick<CaptionStyle, 'background'> {
  const { color, opacity, padding, borderRadius } = input;
  if (color === undefined) return {};
  return {
    background: {
      color,
      opacity: opacity ?? BACKGROUND.opacity,
      padding: padding ?? BACKGROUND.padding,
      radius: borderRadius ?? BACKGROUND.radius,
    },
  };
}

/**
 * Finds the face of the captions of an asset.
 *
 * @throws {KinoraError} `font_not_found` if the family is unknown.
 */
export function findCaptionFace({ font }: CaptionAsset, fonts: FontLibrary): Face {
  return fonts.findFace(font?.family ?? FAMILY);
}
