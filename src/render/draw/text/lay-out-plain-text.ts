import type { TextAsset } from '../../../edit/model.ts';
import type { Face, FontLibrary } from '../../fonts/font-library.ts';
import { measureFaceHeight, selectFonts } from '../../fonts/text-fonts.ts';
import { drawnBoxOf, type PixelSize, type Rect } from '../../scene/placement.ts';
import { ROUNDING } from '../lines/keep-inside.ts';
import { type LaidOutText, layOutText } from '../lines/lay-out-text.ts';
import type { BlockStyle } from '../lines/placed-lines.ts';
import { createRuler } from '../lines/ruler.ts';

/** The defaults of contract 2.14. */
export const DEFAULT_TEXT_SIZE = 32;
const FAMILY = 'Open Sans';
const COLOUR = '#ffffff';
/** Room around the lines of a text for accents and descenders, in font sizes. Few letters need more. */
export const OVERHANG = 1;

/**
 * Finds the face of a text.
 *
 * @throws {KinoraError} `font_not_found` if the family is unknown.
 */
export function findTextFace({ font }: TextAsset, fonts: FontLibrary): Face {
  return fonts.findFace(font?.family ?? FAMILY, font?.weight);
}

/**
 * Lays out a text in its box. If the asset sets no box, the frame is its box. If its lines do not fit, they are cut off:
 * its `drawn` area says where.
 *
 * @param frame size of the viewport in pixels.
 * @throws {KinoraError} `font_not_found` if the family is unknown.
 */
export function layOutPlainText(asset: TextAsset, frame: PixelSize, library: FontLibrary): LaidOutText {
  const face = findTextFace(asset, library);
  const box = drawnBoxOf(asset, frame);
  const ofText = selectFonts(asset.text, face);
  // In both strings, boxes replace unsupported characters.
  const ofEllipsis = selectFonts(asset.ellipsis ?? '', face);
  const fonts = { ...ofText, fonts: [...new Set([...ofText.fonts, ...ofEllipsis.fonts])] };
  const { size: wanted = DEFAULT_TEXT_SIZE, minSize, color = COLOUR } = asset.font ?? {};
  const { width, colour } = outlineOf(asset);
  // Draw the stroke at twice its width, because the letter covers its inner half.
  const stroke = width > 0 && { stroke: { width: 2 * width, color: colour, opacity: 1 } };
  const laid = layOutText(
    (size = wanted) => {
      const block = { ...plainBlockStyleOf(asset, size), face: measureFaceHeight(face, size) };
      return {
        text: fonts.text,
        block: { ...block, ellipsis: ofEllipsis.text },
        ruler: createRuler(fonts, block),
        looks: [{ fonts, style: { size, color, opacity: 1, decoration: 'none', ...stroke } }],
      };
    },
    { size: wanted, minSize },
    box,
  );
  return { ...laid, ...(isCut(laid) && { drawn: visibleAreaOf(asset, laid) }) };
}

/** Returns the visible width in pixels and the colour of the outline around the letters of a text. */
function outlineOf({ stroke: { width = 0, color } = {} }: TextAsset): { width: number; colour: string } {
  return { width: color === undefined ? 0 : width, colour: color ?? COLOUR };
}

/** Returns the layout settings of a text at its font size or another one, in pixels. */
export function plainBlockStyleOf(asset: TextAsset, tried?: number): BlockStyle {
  const { font, alignment, background } = asset;
  const size = tried ?? font?.size ?? DEFAULT_TEXT_SIZE;
  const { horizontal = 'center', vertical = 'center' } = alignment ?? {};
  const keepsInside = font?.minSize !== undefined;
  const strokeReach = outlineOf(asset).width;
  const padding = background?.color === undefined ? 0 : (background.padding ?? 0);
  const margin = keepsInside ? Math.max(padding, strokeReach + ROUNDING) : padding;
  return {
    size,
    advance: size * (font?.lineHeight ?? 1),
    spacing: { letter: 0, word: 0 },
    padding: { top: margin, right: margin, bottom: margin, left: margin },
    horizontal,
    vertical: vertical === 'center' ? 'middle' : vertical,
    strokeReach,
    keepsInside,
  };
}

/** True if the lines of a text do not fit in its box. */
function isCut({ box, block: { padding, advance }, lines, fitted }: LaidOutText): boolean {
  const [width, height] = [box.width - 2 * padding.left, box.height - 2 * padding.top];
  return fitted?.isInside !== true && (lines.length * advance > height || width <= 0);
}

/**
 * Returns the area in which the letters of a text that does not fit are visible. At the edge that the lines
 * are aligned to, accents and descenders remain visible outside the box, unless the box has round corners.
 */
function visibleAreaOf({ background }: TextAsset, { box, size, align }: LaidOutText): Rect {
  const hasRoundCorners = (background?.borderRadius ?? 0) > 0;
  const overhang = hasRoundCorners ? 0 : OVERHANG * size;
  const top = align === 'top' ? -overhang : 0;
  const bottom = box.height + (align === 'bottom' ? overhang : 0);
  return { x: 0, y: top, width: box.width, height: bottom - top };
}
