import type { FontLibrary } from '../../fonts/font-library.ts';
import { drawnBoxOf, type PixelSize } from '../../scene/placement.ts';
import type { FittedSize } from '../lines/fit-font-size.ts';
import { describeMisfit, isWhole } from './describe-misfit.ts';
import type { MeasuringBudget } from './measuring-budget.ts';
import { layoutCostOf, measureWritten, type WrittenAsset } from './measure-written.ts';

/** The smallest least size in pixels that a warning recommends. Smaller letters are unreadable. */
const MIN_LEAST_SIZE = 8;
/** The number of layouts that finding the size of a text takes, at most. */
const LAYOUTS = 20;

/** Returns how often a text is laid out to be measured, at most. */
export function layoutsOf(asset: WrittenAsset): number {
  return leastSizeOf(asset) === undefined ? 1 : LAYOUTS;
}

/** Returns the least size of a text in pixels, or undefined if it has none. */
export function leastSizeOf(asset: WrittenAsset): number | undefined {
  return asset.type === 'title' ? asset.minSize : asset.font?.minSize;
}

/**
 * Describes how a text does not fit its box although its letters are as small as they may be.
 *
 * @param frame size of the viewport in pixels: the box of the clip, or the whole output.
 * @returns undefined if the text fits.
 * @throws {KinoraError} `font_not_found` or `validation_failed` if the font of the text is unknown.
 */
export function checkLeastSize(
  asset: WrittenAsset,
  frame: PixelSize,
  fonts: FontLibrary,
  budget: MeasuringBudget,
): string | undefined {
  const fitted = measureWritten(asset, frame, fonts)?.fitted;
  if (!fitted || isWhole(fitted)) return undefined;
  const fit = (least: number): FittedSize | undefined =>
    measureWritten(withLeastSize(asset, least), frame, fonts)?.fitted;
  const mayBeLower = fitted.least > MIN_LEAST_SIZE && budget.pay(layoutCostOf(asset), LAYOUTS);
  const lower = mayBeLower ? fit(MIN_LEAST_SIZE) : undefined;
  return describeMisfit(fitted, {
    field: asset.type === 'title' ? 'minSize' : 'font.minSize',
    box: drawnBoxOf(asset, frame),
    outcome: outcomeOf(asset),
    fittingSize: lower && isWhole(lower) ? lower.size : undefined,
  });
}

function withLeastSize(asset: WrittenAsset, minSize: number): WrittenAsset {
  // One branch for each type, because their fonts differ.
  if (asset.type === 'title') return { ...asset, minSize };
  if (asset.type === 'text') return { ...asset, font: { ...asset.font, minSize } };
  return { ...asset, font: { ...asset.font, minSize } };
}

/** Says what happens to the part of a text that has no room. */
function outcomeOf(asset: WrittenAsset): string {
  if (asset.type === 'rich-text') return 'so it reaches out of the box';
  if (asset.type === 'title') return 'so it reaches beyond the margins of the picture';
  return asset.ellipsis === undefined || asset.ellipsis === ''
    ? 'so part of it is cut off'
    : 'so it ends with its "ellipsis"';
}
