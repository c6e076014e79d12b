import { findFirst } from '../find-first.ts';
import type { PixelSize } from '../../scene/placement.ts';

/** The fit of a text in its box at a font size. */
export interface TrialFit {
  /** True if all letters are inside the box. */
  readonly isInside: boolean;
  /** The first word that is wider than the box, so that it is broken, or undefined if there is none. */
  readonly brokenWord?: string | undefined;
  /** Size that the box must have to hold the text, in pixels. */
  readonly needed: PixelSize;
}

/** The font size of a text that may shrink to fit its box, and how the text lies in the box at this size. */
export interface FittedSize extends TrialFit {
  /** Font size in pixels. */
  readonly size: number;
  /** The least font size, in pixels. */
  readonly least: number;
}

/**
 * Returns the largest font size at which all of a text is inside its box and no word is broken. If there is none,
 * returns the largest size at which all of it is inside although words are broken. If there is none either,
 * returns the least size.
 *
 * The sizes to choose from are the wanted one and all smaller whole numbers of pixels. If the least size exceeds
 * the wanted one, only the wanted one remains.
 *
 * @param tryAt lays out the text at a font size.
 */
export function fitFontSize(wanted: number, least: number, tryAt: (size: number) => TrialFit): FittedSize {
  const sizes = listSizes(wanted, least);
  const last = sizes.length - 1;
  const trials = new Map<number, FittedSize>();
  const trialAt = (index: number): FittedSize => {
    const size = sizes[index] ?? wanted;
    const trial = trials.get(index) ?? { ...tryAt(size), size, least };
    trials.set(index, trial);
    return trial;
  };
  const isWhole = (index: number): boolean =>
    trialAt(index).isInside && trialAt(index).brokenWord === undefined;
  const isInside = (index: number): boolean => trialAt(index).isInside;
  for (const passes of [isWhole, isInside]) {
    if (passes(0)) return trialAt(0);
    if (passes(last)) return trialAt(findFirst(0, last, passes));
  }
  return trialAt(last);
}

/** No letter of a larger size is inside a box: a box is at most 3840 pixels wide. */
const LARGEST = 4096;

/**
 * Returns the font sizes to choose from, in pixels, descending: the wanted size and all smaller whole numbers
 * down to the least size. There is always the wanted size.
 */
export function listSizes(wanted: number, least: number): number[] {
  const sizes = [wanted];
  for (let whole = Math.min(LARGEST, Math.ceil(wanted) - 1); whole >= least; whole--) sizes.push(whole);
  return sizes;
}
