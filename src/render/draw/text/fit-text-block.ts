import type { TextAsset } from '../../../edit/model.ts';
import type { Face } from '../../fonts/font-library.ts';
import type { TextFonts } from '../../fonts/text-fonts.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import { type FittedSize, fitFontSize } from '../fit/fit-font-size.ts';
import { insetBox, narrowLines, ROUNDING } from '../fit/keep-inside.ts';
import { DEFAULT_TEXT_SIZE, paddingOf, placeTextBlock, type TextBlock } from './text-block.ts';

/** The layout of a text in its box, and how the text fits. */
export interface FittedTextBlock extends TextBlock {
  /** The text with its final font size. */
  readonly asset: TextAsset;
  /** Absent if the text may not shrink. */
  readonly fitted?: FittedSize;
}

/** A layout that is tried, and the area of its letters. */
interface TriedBlock {
  readonly block: TextBlock;
  readonly ink: Rect | undefined;
}

/**
 * Lays out a text in its box. A text with a least size shrinks first, and needs no ellipsis if it fits then.
 *
 * @param asset its ellipsis must have only letters of the fonts.
 */
export function layOutTextBlock(
  asset: TextAsset,
  textFonts: TextFonts,
  face: Face,
  box: PixelSize,
): FittedTextBlock {
  const { size = DEFAULT_TEXT_SIZE, minSize } = asset.font ?? {};
  if (minSize === undefined) return { ...placeTextBlock(asset, textFonts, face, box), asset };
  const area = letterAreaOf(asset, box);
  const layOut = (text: TextAsset): TriedBlock =>
    narrowLines(area.width, (narrowing) => {
      const block = placeTextBlock(text, textFonts, face, box, { area, narrowing });
      return { block, ink: block.measureInk() };
    });
  const complete = { ...asset, ellipsis: '' };
  const fitted = fitFontSize(size, minSize, (tried) => {
    const { block, ink } = layOut(withTextSize(complete, tried));
    const { width = 0, height = 0 } = ink ?? {};
    return {
      isInside: width <= area.width && height <= area.height,
      brokenWord: block.brokenWord(),
      needed: { width: box.width - area.width + width, height: box.height - area.height + height },
    };
  });
  const sized = withTextSize(fitted.isInside ? complete : asset, fitted.size);
  const { block } = layOut(sized);
  return { ...block, overflows: !fitted.isInside && block.overflows, asset: sized, fitted };
}

function withTextSize(asset: TextAsset, size: number): TextAsset {
  return { ...asset, font: { ...asset.font, size } };
}

/** Returns the part of its box that the letters of a text may cover, without their outline. */
function letterAreaOf(asset: TextAsset, box: PixelSize): Rect {
  const outline = asset.stroke?.color === undefined ? 0 : (asset.stroke.width ?? 0);
  const margin = Math.max(paddingOf(asset), outline + ROUNDING);
  return insetBox(box, { top: margin, right: margin, bottom: margin, left: margin });
}
