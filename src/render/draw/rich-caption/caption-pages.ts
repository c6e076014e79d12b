import { findFirst } from '../find-first.ts';
import type { RichCaptionAsset } from '../../../edit/model.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { createRuler } from '../lines/ruler.ts';
import { withSpacing } from '../../text-layout/text-units.ts';
import type { FittedPage } from './fit-pages.ts';
import { CaptionFit } from './caption-fit.ts';
import type { CaptionWithFonts } from './caption-fonts.ts';
import { type CaptionPage, layOutPage, type PageSettings } from './caption-page.ts';
import { PagePainter } from './page-painter.ts';
import { endOfWords, type Passage, startOfWords } from './passages.ts';
import { pageStyleOf } from './style.ts';
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

/** A page of a passage, which is prepared when it appears. */
interface TimedPage {
  readonly fitted: FittedPage;
  readonly from: number;
  readonly to: number;
}

/**
 * The pages of a caption. Pages are laid out when they appear. Only the pages of the current passage are kept
 * in memory, and what is drawn of the last two.
 */
export class CaptionPages {
  /** The passages of the caption, and their font size. */
  readonly fit: CaptionFit;
  private readonly asset: RichCaptionAsset;
  private readonly caption: CaptionWithFonts;
  private readonly settings: PageSettings;
  private readonly animation: WordAnimation;
  /** For each passage: the latest end of this passage and all earlier ones, in seconds of the clip. */
  private readonly lastEnds: readonly number[];
  private open: { readonly passage: Passage; readonly pages: readonly TimedPage[] } | undefined;
  private prepared: readonly (readonly [page: TimedPage, prepared: PreparedPage])[] = [];

  /** @param box in pixels. */
  constructor(asset: RichCaptionAsset, caption: CaptionWithFonts, box: PixelSize) {
    this.asset = asset;
    this.caption = caption;
    this.animation = asset.animation ?? { style: 'highlight' };
    const style = pageStyleOf(asset);
    const { base, active } = caption;
    const rulers = { base: createRuler(base, style), active: createRuler(active, style) };
    const hasSameFont = base.fonts[0] === active.fonts[0] && base.axes['wght'] === active.axes['wght'];
    const measureBase = withSpacing(rulers.base.width, style.spacing);
    this.fit = new CaptionFit(asset, caption.passages, box, {
      base: measureBase,
      active: hasSameFont ? measureBase : withSpacing(rulers.active.width, style.spacing),
    });
    let last = -Infinity;
    this.lastEnds = this.fit.passages.map(({ to }) => (last = Math.max(last, to)));
    this.settings = {
      style,
      box,
      ...rulers,
      hasSameFont,
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
    if (this.open?.passage !== passage) this.open = { passage, pages: this.timePages(passage) };
    const page = this.open.pages.findLast(({ from, to }) => from <= moment && moment < to);
    return page && this.prepare(page);
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
    const { passages } = this.fit;
    const start = findFirst(0, passages.length, (index) => (passages[index]?.from ?? 0) > moment);
    for (let index = start - 1; index >= 0 && (this.lastEnds[index] ?? 0) > moment; index--) {
      const passage = passages[index];
      if (passage && passage.to > moment) return passage;
    }
    return undefined;
  }

  /** True if other passages hide a passage during the whole time from `from` to `to`. */
  isHidden(passage: Passage, from: number, to: number): boolean {
    const { passages } = this.fit;
    let coveredUntil = from;
    for (let index = passages.indexOf(passage) + 1; index < passages.length && coveredUntil < to; index++) {
      const other = passages[index];
      if (!other || other.from > coveredUntil + TIME_TOLERANCE) return false;
      coveredUntil = Math.max(coveredUntil, other.to);
    }
    return to > from && coveredUntil >= to;
  }

  private timePages(passage: Passage): TimedPage[] {
    return this.fit.fitPassage(passage).map((fitted) => {
      const words = fitted.lines.flatMap((line) => line.words);
      return { fitted, from: startOfWords(words), to: endOfWords(words) };
    });
  }

  private prepare(timed: TimedPage): PreparedPage {
    const known = this.prepared.find(([page]) => page === timed)?.[1];
    if (known) return known;
    const { settings, asset, caption, animation } = this;
    const page = layOutPage(timed.fitted, settings);
    const changes = page.words.map((word) => wordChangesOf(animation, word));
    const prepared = {
      page,
      painter: new PagePainter(page, asset, caption, settings.box, animation),
      changeTimes: [page.from, ...changes.flatMap(({ times }) => times)].sort((one, other) => one - other),
      changeSpans: changes.flatMap(({ spans }) => spans),
    };
    this.prepared = [...this.prepared.slice(-1), [timed, prepared]];
    return prepared;
  }
}
