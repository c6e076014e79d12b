import type { RichCaptionAsset } from '../../../edit/model.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { MeasureText } from '../../text-layout/break-lines.ts';
import type { BlockStyle } from '../lines/placed-lines.ts';
import { type CaptionWord, joinWords } from './caption-words.ts';
import type { MeasureWords } from './fill-lines.ts';
import { type FittedPage, type MeasureGrowth, PageFitter, type PageLimits } from './fit-pages.ts';
import { type Passage, splitAtSeams } from './passages.ts';
import { activeStyleOf, pageStyleOf } from './style.ts';
import { largestScalesOf } from './word-state.ts';

/** A font size is too small if it is below this fraction of the requested size. */
const MIN_SCALE = 0.7;
const SCALE_TOLERANCE = 1e-6;

/** The pages and words that do not fit the box of a caption, although its letters are as small as they may be. */
export interface CaptionMisfits {
  /** Pages whose letters are smaller than 0.7 of the requested size, in the order of their times. */
  readonly tooSmall: readonly FittedPage[];
  /** Words that are broken, because they are wider than the box. */
  readonly broken: readonly string[];
}

/** The passages of a caption, and the font size at which they fit its box. */
export class CaptionFit {
  /** Sorted by their start. */
  readonly passages: readonly Passage[];
  private readonly fitter: PageFitter;
  /** The scale of all pages, or undefined if each passage has its own. */
  private readonly commonScale: number | undefined;

  /**
   * @param box in pixels.
   * @param measure measures text at the requested font size, in the look of the words that are not spoken, and in
   * the look of the spoken word.
   */
  constructor(
    asset: RichCaptionAsset,
    passages: readonly Passage[],
    box: PixelSize,
    measure: { readonly base: MeasureText; readonly active: MeasureText },
  ) {
    const measureBase = measureWordsBy(measure.base);
    this.fitter = new PageFitter(
      pageLimitsOf(pageStyleOf(asset), box),
      measureBase,
      measureGrowthBy(asset, measureBase, measureWordsBy(measure.active)),
    );
    this.passages = passages
      .flatMap((passage) => {
        const isOnePage = passage.seams.length === 0 || this.fitter.fitsAtFullSize(passage.words);
        return isOnePage ? [passage] : splitAtSeams(passage);
      })
      .sort((one, other) => one.from - other.from);
    if (asset.style?.sizePer !== 'page')
      this.commonScale = this.fitter.findScale(this.passages.map(({ words }) => words));
  }

  /** Breaks a passage into pages and lines. */
  fitPassage({ words }: Passage): FittedPage[] {
    return this.fitter.fitPages(words, this.commonScale ?? this.fitter.findScale([words]));
  }

  /**
   * Returns the pages and words that do not fit the box. If there are none, every page fits at its font size, which is at
   * least 0.7 of the requested size.
   */
  findMisfits(): CaptionMisfits {
    const words = this.passages.flatMap((passage) => passage.words);
    const broken = words.filter((word) => this.fitter.isBroken(word)).map(({ text }) => text);
    // Only a broken word can make letters smaller than the common size, if the box is narrower than a letter.
    const fits = broken.length === 0 && !isTooSmall(this.commonScale ?? 0);
    const pages = fits ? [] : this.passages.flatMap((passage) => this.fitPassage(passage));
    const tooSmall = pages.filter(({ lines }) => lines.some(({ scale }) => isTooSmall(scale)));
    return { tooSmall, broken };
  }
}

function isTooSmall(scale: number): boolean {
  return scale < MIN_SCALE - SCALE_TOLERANCE;
}

/** Returns a function that measures words. Remembers the widths of single words, because many are repeated. */
function measureWordsBy(measure: MeasureText): MeasureWords {
  const known = new Map<string, number>();
  return (words: readonly CaptionWord[]) => {
    const [only] = words;
    if (words.length !== 1 || !only) return measure(joinWords(words));
    const width = known.get(only.text) ?? measure(only.text);
    known.set(only.text, width);
    return width;
  };
}

/** Returns a function that measures how much wider words are at their largest than at rest. */
function measureGrowthBy(
  asset: RichCaptionAsset,
  measureBase: MeasureWords,
  measureActive: MeasureWords,
): MeasureGrowth {
  const { scale, stroke } = activeStyleOf(asset);
  const { spoken = 1, other } = largestScalesOf(asset.animation ?? { style: 'highlight' }, scale);
  const isNeverSpoken = asset.animation?.style === 'none';
  return (word) => {
    const width = measureBase([word]);
    // Half of the stroke lies within the letters.
    const line = Math.max(0, spoken - 1) * (stroke?.width ?? 0);
    const active = isNeverSpoken ? width : spoken * measureActive([word]) + line;
    return Math.max(0, active - width, (other - 1) * width);
  };
}

/**
 * Returns the limits of pages: the box without its padding, or the whole box if the padding leaves nothing.
 */
function pageLimitsOf({ padding, size, advance }: BlockStyle, box: PixelSize): PageLimits {
  const width = box.width - padding.left - padding.right;
  const height = box.height - padding.top - padding.bottom;
  return {
    width: width > 0 ? width : box.width,
    height: height > 0 ? height : box.height,
    size,
    advance,
  };
}
