import type { RichCaptionAsset } from '../../../edit/model.ts';
import type { Face, FontLibrary } from '../../fonts/font-library.ts';
import { type GlyphStyle, shadowStyleOf, type Sides, sidesOf, strokeStyleOf } from '../rich-text/style.ts';

/** How words look that are spoken or are not; in pixels of the size that was asked for. */
export interface WordStyle extends GlyphStyle {
  /** How much larger it is drawn than the other words. */
  readonly scale: number;
}

/** How a page is laid out; in pixels. */
export interface PageStyle {
  readonly size: number;
  /** From line to line. */
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
/** Padding of the box behind a word, in sizes. */
export const BOX_PADDING = 0.12;
const LINE_HEIGHT = 1.2;

/** The faces of a caption. @throws {KinoraError} `font_not_found`, or `validation_failed` for what is no weight. */
export function findRichCaptionFace({ font }: RichCaptionAsset, fonts: FontLibrary): Face {
  return fonts.findFace(font?.family ?? FAMILY, font?.weight, font?.style === 'italic');
}

/** As {@link findRichCaptionFace}, of the word that is being spoken. */
export function findActiveFace({ font, active }: RichCaptionAsset, fonts: FontLibrary): Face {
  const { family = font?.family ?? FAMILY, weight = font?.weight } = active?.font ?? {};
  return fonts.findFace(family, weight, font?.style === 'italic');
}

/** How words look that are not spoken. Lines around letters are twice as wide as they say: half of each is seen (contract 2.16). */
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

/** How the word looks that is being spoken: as the others, but for what `active` says. */
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
      // A colour of its own is seen.
      ...(gradient && font.color === undefined && { gradient }),
    },
    stroke: mergeStyles(asset.stroke, asset.active?.stroke),
    shadow: mergeStyles(asset.shadow, asset.active?.shadow),
  });
  return { ...looks, scale: larger / size };
}

/** What all words have and what the active one has beside it, or nothing. */
function mergeStyles<Part extends object>(
  all: Part | undefined,
  own: Part | 'none' | undefined,
): Part | undefined {
  if (own === 'none') return undefined;
  return all || own ? ({ ...all, ...own } as Part) : undefined;
}

/** How a caption is laid out. */
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
