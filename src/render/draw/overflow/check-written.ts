import type { FontLibrary } from '../../fonts/font-library.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import { viewportOf } from '../../scene/placement.ts';
import { listSizes } from '../lines/fit-font-size.ts';
import { checkLeastSize, layoutsOf, leastSizeOf } from './check-least-size.ts';
import { describeOverflow } from './describe-overflow.ts';
import { findOverflow, type Overflow } from './find-overflow.ts';
import { findTurnedOverflow, isTurned } from './find-turned-overflow.ts';
import { fitsForSure } from './fits-for-sure.ts';
import type { MeasuringBudget } from './measuring-budget.ts';
import { isMotionless, type OutputPicture, seenAreaOf } from './seen-area.ts';
import {
  fontSizeOf,
  layoutCostOf,
  measureWritten,
  MIN_SIZE,
  withFont,
  type WrittenAsset,
} from './measure-written.ts';
import { findFirst } from '../find-first.ts';

/**
 * Describes how a text does not fit its box or the picture.
 *
 * @returns undefined if the text fits, or if the budget does not suffice.
 * @throws {KinoraError} `font_not_found` or `validation_failed` if the font of the text is unknown.
 */
export function checkWritten(
  asset: WrittenAsset,
  clip: VisualClip,
  output: OutputPicture,
  fonts: FontLibrary,
  budget: MeasuringBudget,
): string | undefined {
  const frame = viewportOf(clip, output);
  const seen = seenAreaOf(clip, output);
  // Text that moves may pass through the picture from end to end, as credits do. Plain texts and titles are
  // drawn in their box only.
  const mayLeaveBox = asset.type !== 'rich-text' || !isMotionless(clip);
  const check = (candidate: WrittenAsset, room: 'box' | 'strict'): Overflow | undefined => {
    const measure = measureWritten(candidate, frame, fonts);
    return measure && findOverflow(measure, seen, mayLeaveBox ? 'picture' : room);
  };
  const turned = isTurned(clip);
  if ((!turned && fitsForSure(asset, frame, seen)) || !budget.pay(layoutCostOf(asset), layoutsOf(asset)))
    return undefined;
  const misfit = leastSizeOf(asset) === undefined ? undefined : checkLeastSize(asset, frame, fonts, budget);
  if (misfit !== undefined) return misfit;
  const overflow = check(asset, 'box') ?? (turned ? checkTurned(asset, clip, output, fonts) : undefined);
  if (!overflow) return undefined;
  const fittingSize = findFittingSize(asset, overflow, (candidate) => {
    // If the budget does not suffice, recommend no size rather than a wrong one.
    return budget.pay(layoutCostOf(asset), layoutsOf(asset)) && check(candidate, 'strict') === undefined;
  });
  return describeOverflow(overflow, { asset, clip, output, frame, fittingSize });
}

function checkTurned(
  asset: WrittenAsset,
  clip: VisualClip,
  output: OutputPicture,
  fonts: FontLibrary,
): Overflow | undefined {
  const measure = measureWritten(asset, viewportOf(clip, output), fonts);
  return measure && findTurnedOverflow(measure, clip, output);
}

/** Returns the largest font size at which a text fits, in whole pixels, or undefined if there is none. */
function findFittingSize(
  asset: WrittenAsset,
  { kind }: Overflow,
  fits: (candidate: WrittenAsset) => boolean,
): number | undefined {
  if (asset.type === 'title' || kind === 'away') return undefined;
  const sizes = listSizes(Math.ceil(fontSizeOf(asset)), MIN_SIZE);
  return sizes[findFirst(1, sizes.length, (index) => fits(withFont(asset, { size: sizes[index] ?? 0 })))];
}
