import type { RichCaptionAsset } from '../../../edit/model.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { createRuler } from '../rich-text/ruler.ts';
import type { MeasureText } from '../../text-layout/break-lines.ts';
import { withSpacing } from '../../text-layout/text-units.ts';
import { fitPages, type FittedPage, joinWords, type PageLimits } from './fit-pages.ts';
import type { CaptionWithFonts } from './caption-fonts.ts';
import { type CaptionPage, layOutPage, type PageSettings } from './caption-page.ts';
import { PagePainter } from './page-painter.ts';
import type { Passage } from './passages.ts';
import { activeStyleOf, pageStyleOf } from './style.ts';
import { WordGrowth } from './word-growth.ts';
import { type WordAnimation, wordChangesOf } from './word-state.ts';

/** A page that is ready to be drawn. */
export interface PreparedPage {
  readonly page: CaptionPage;
  readonly painter: PagePainter;
  /**
   * The times at which the page changes, sorted, and the time spans in which it changes continuously.
   * In seconds.
   */
  readonly changeTimes: readonly number[];
  readonly changeSpans: readonly (readonly [from: number, to: number])[];
}

/** Times that differ by less than this many seconds count as equal, because sums of times are inexact. */
const TIME_TOLERANCE = 1e-6;
/** The moment at which nothing is visible. */
const NOTHING_VISIBLE = -Infinity;

/**
 * The pages of a caption. Pages are laid out when they appear. Only the pages of the current passage are kept
 * in memory.
 */
export class CaptionPages {
  private readonly asset: RichCaptionAsset;
  private readonly caption: CaptionWithFonts;
  private readonly settings: PageSettings;
  private readonly animation: WordAnimation;
  private readonly measure: MeasureText;
  /** For each passage: the latest end of this passage and all earlier ones, in seconds of the clip. */
  private readonly lastEnds: readonly number[];
  private open: { readonly passage: Passage; readonly pages: readonly PreparedPage[] } | undefined;

  /** @param box in pixels. */
  constructor(asset: RichCaptionAsset, caption: CaptionWithFonts, box: PixelSize) {
    this.asset = asset;
    this.caption = caption;
    this.animation = asset.animation ?? { style: 'highlight' };
    let last = -Infinity;
    this.lastEnds = caption.passages.map(({ to }) => (last = Math.max(last, to)));
    const style = pageStyleOf(asset);
    const { base, active } = caption;
    const rulers = { base: createRuler(base, style.size), active: createRuler(active, style.size) };
    const spacing = { letter: style.letterSpacing, word: 0 };
    const activeLook = activeStyleOf(asset);
    this.measure = withSpacing(rulers.base.width, spacing);
    const measures = { base: this.measure, active: withSpacing(rulers.active.width, spacing) };
    // In the style "none", no word changes while it is spoken, so no word needs room to grow.
    const scale = this.animation.style === 'none' ? 0 : activeLook.scale;
    const growth = new WordGrowth(measures, activeLook, scale);
    this.settings = {
      style,
      box,
      growth,
      ...rulers,
      hasSameFont: base.fonts[0] === active.fonts[0] && base.axes['wght'] === active.axes['wght'],
      isTypewriter: this.animation.style === 'typewriter',
    };
  }

  /**
   * Returns the moment that is visible at a time, in seconds of the clip. This moment is the last time at
   * which the visible page changed.
   */
  momentAt(time: number): number {
    const now = time + TIME_TOLERANCE;
    const open = this.at(now);
    if (!open) return NOTHING_VISIBLE;
    const last =
      open.changeTimes[open.changeTimes.findLastIndex((change) => change <= now)] ?? open.page.from;
    return open.changeSpans.some(([from, to]) => from <= now && now < to) ? Math.max(last, time) : last;
  }

  /**
   * Returns the page that is visible at a moment. If several pages are visible, the page that began last
   * wins.
   */
  at(moment: number): PreparedPage | undefined {
    const passage = this.passageAt(moment);
    if (!passage) return undefined;
    if (this.open?.passage !== passage) this.open = { passage, pages: this.preparePages(passage) };
    return this.open.pages.findLast(({ page }) => page.from <= moment && moment < page.to);
  }

  /** Returns the page that is visible at both of two moments, if there is one. */
  pageOfBoth(before: number, now: number): PreparedPage | undefined {
    if (this.passageAt(before) !== this.passageAt(now)) return undefined;
    const page = this.at(now);
    return this.at(before) === page ? page : undefined;
  }

  /**
   * Returns the passage that is spoken at a moment. If several are spoken, the passage that began last wins.
   */
  private passageAt(moment: number): Passage | undefined {
    const { passages } = this.caption;
    let [start, end] = [0, passages.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if ((passages[middle]?.from ?? Infinity) <= moment) start = middle + 1;
      else end = middle;
    }
    for (let index = start - 1; index >= 0 && (this.lastEnds[index] ?? 0) > moment; index--) {
      const passage = passages[index];
      if (passage && passage.to > moment) return passage;
    }
    return undefined;
  }

  /** Breaks a passage into pages and lines. */
  fitPassage({ words }: Passage): FittedPage[] {
    const { style, box, growth } = this.settings;
    const { left, right } = style.padding;
    return fitPages(words, pageLimitsOf(style, box), (lineWords) => {
      const width = this.measure(joinWords(lineWords)) + growth.extraWidthOf(lineWords);
      const ends = Math.max(
        ...[lineWords.at(0), lineWords.at(-1)].map((word) => (word ? growth.growthOf(word) : 0)),
      );
      // The first and the last word of a line may grow into the padding, so only growth beyond the padding
      // counts.
      return { width, grownWidth: width + 2 * Math.max(0, ends - Math.min(left, right)) };
    });
  }

  /** True if other passages hide a passage during the whole time from `from` to `to`. */
  isHidden(passage: Passage, from: number, to: number): boolean {
    const { passages } = this.caption;
    let coveredUntil = from;
    for (let index = passages.indexOf(passage) + 1; index < passages.length && coveredUntil < to; index++) {
      const other = passages[index];
      if (!other || other.from > coveredUntil + TIME_TOLERANCE) return false;
      coveredUntil = Math.max(coveredUntil, other.to);
    }
    return to > from && coveredUntil >= to;
  }

  private preparePages(passage: Passage): PreparedPage[] {
    const { settings, asset, caption, animation } = this;
    return this.fitPassage(passage).map((fitted) => {
      const page = layOutPage(fitted, settings);
      const changes = page.words.map((word) => wordChangesOf(animation, word));
      return {
        page,
        painter: new PagePainter(page, asset, caption, settings.box, animation),
        changeTimes: [page.from, ...changes.flatMap(({ times }) => times)].sort((one, other) => one - other),
        changeSpans: changes.flatMap(({ spans }) => spans),
      };
    });
  }
}

/**
 * Returns the limits of pages: the box without its padding, or the whole box if the padding leaves nothing.
 */
export function pageLimitsOf({ padding, size, advance }: PageSettings['style'], box: PixelSize): PageLimits {
  const width = box.width - padding.left - padding.right;
  const height = box.height - padding.top - padding.bottom;
  return {
    width: width > 0 ? width : box.width,
    height: height > 0 ? height : box.height,
    size,
    advance,
  };
}
