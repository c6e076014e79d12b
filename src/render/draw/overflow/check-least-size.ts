import type { FontLibrary } from '../../fonts/font-library.ts';
import { drawnBoxOf, type PixelSize } from '../../scene/placement.ts';
import type { FittedSize } from '../lines/fit-font-size.ts';
import { joinWays } from './describe-overflow.ts';
import type { MeasuringBudget } from './measuring-budget.ts';
import { layoutCostOf, measureWritten, MIN_SIZE, withFont, type WrittenAsset } from './measure-written.ts';

/** The number of layouts that finding the size of a text takes, at most. */
const LAYOUTS = 20;
/** Maximum number of letters of a word that a warning shows. */
const MAX_SHOWN = 40;

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
  const fit = (tried: WrittenAsset): FittedSize | undefined => measureWritten(tried, frame, fonts)?.fitted;
  const fitted = fit(asset);
  if (!fitted || isWhole(fitted)) return undefined;
  const mayBeLower = fitted.least > MIN_SIZE && budget.pay(layoutCostOf(asset), LAYOUTS);
  const lower = mayBeLower ? fit(withFont(asset, { minSize: MIN_SIZE })) : undefined;
  return describeMisfit(asset, frame, fitted, lower && isWhole(lower) ? lower.size : undefined);
}

/** True if all of a text is inside its box and no word is broken. */
function isWhole({ isInside, brokenWord }: FittedSize): boolean {
  return isInside && brokenWord === undefined;
}

/** @param fittingSize the largest size at which the text fits, in pixels. Undefined if there is none. */
function describeMisfit(
  asset: WrittenAsset,
  frame: PixelSize,
  { isInside, brokenWord = '', needed, size }: FittedSize,
  fittingSize: number | undefined,
): string {
  const field = asset.type === 'title' ? 'minSize' : 'font.minSize';
  const lower = fittingSize === undefined ? [] : [`lower "${field}" to ${fittingSize} or less`];
  const least = `${Number(size.toFixed(1))} px`;
  if (isInside)
    return `The word "${shorten(brokenWord)}" is wider than its box even at ${least}, so it is broken. ${joinWays([...lower, 'make the box wider', 'choose a shorter word'])}`;
  const box = drawnBoxOf(asset, frame);
  const room = `${Math.ceil(needed.width)} x ${Math.ceil(needed.height)} px`;
  const available = `${Math.round(box.width)} x ${Math.round(box.height)}`;
  return `Even at ${least}, its least size, the text needs ${room}, but its box has ${available}, ${outcomeOf(asset)}. ${joinWays([...lower, 'make the box larger', 'shorten the text'])}`;
}

function shorten(word: string): string {
  const letters = Array.from(word);
  return letters.length > MAX_SHOWN ? `${letters.slice(0, MAX_SHOWN).join('')}…` : word;
}

/** Says what happens to the part of a text that has no room. */
function outcomeOf(asset: WrittenAsset): string {
  if (asset.type === 'rich-text') return 'so it reaches out of the box';
  if (asset.type === 'title') return 'so it reaches beyond the margins of the picture';
  return asset.ellipsis === undefined || asset.ellipsis === ''
    ? 'so part of it is cut off'
    : 'so it ends with its "ellipsis"';
}
