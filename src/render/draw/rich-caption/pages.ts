import type { RichCaptionAsset } from '../../../edit/edit.ts';
import type { Size } from '../../scene/placement.ts';
import { rulerOf } from '../rich-text/ruler.ts';
import type { Measure } from '../../fonts/text-lines.ts';
import { spaced } from '../../fonts/units.ts';
import { type FittedPage, pagesFor, type Room, textOf } from './fitting.ts';
import type { LetteredCaption } from './lettered.ts';
import { type Page, placedPage, type Setter } from './page.ts';
import { PagePainting } from './page-painting.ts';
import type { Passage } from './passages.ts';
import { activeStyle, pageStyleOf } from './style.ts';
import { WordGrowth } from './word-growth.ts';
import { type Animation, changesOf } from './word-moment.ts';

/** A page that is ready to be drawn. */
export interface OpenPage {
  readonly page: Page;
  readonly painting: PagePainting;
  /** The seconds at which it changes, in order, and the spans in which it does all the time. */
  readonly at: readonly number[];
  readonly during: readonly (readonly [from: number, to: number])[];
}

/** Times that differ by less are the same, in seconds: sums of them are not exact. */
const SAME = 1e-6;
/** Stands for the moments at which nothing is seen. */
const NOTHING = -Infinity;

/** The pages of a caption. They are laid out when they come up, and only those of the last passage are kept. */
export class Pages {
  private readonly asset: RichCaptionAsset;
  private readonly lettered: LetteredCaption;
  private readonly setter: Setter;
  private readonly animation: Animation;
  private readonly measure: Measure;
  /** When the last ends of all passages up to one. */
  private readonly lastEnds: readonly number[];
  private open: { readonly passage: Passage; readonly pages: readonly OpenPage[] } | undefined;

  /** @param box in pixels. */
  constructor(asset: RichCaptionAsset, lettered: LetteredCaption, box: Size) {
    this.asset = asset;
    this.lettered = lettered;
    this.animation = asset.animation ?? { style: 'highlight' };
    let last = -Infinity;
    this.lastEnds = lettered.passages.map(({ to }) => (last = Math.max(last, to)));
    const style = pageStyleOf(asset);
    const { base, active } = lettered;
    const rulers = { base: rulerOf(base, style.size), active: rulerOf(active, style.size) };
    const spacing = { letter: style.letterSpacing, word: 0 };
    const looks = activeStyle(asset);
    this.measure = spaced(rulers.base.width, spacing);
    const measures = { base: this.measure, active: spaced(rulers.active.width, spacing) };
    // In the style "none" no word looks spoken.
    const scale = this.animation.style === 'none' ? 0 : looks.scale;
    const growth = new WordGrowth(measures, looks, scale);
    this.setter = {
      style,
      box,
      growth,
      ...rulers,
      isSame: base.fonts[0] === active.fonts[0] && base.axes['wght'] === active.axes['wght'],
      types: this.animation.style === 'typewriter',
    };
  }

  /** The moment that a second of the clip shows: that at which the page that is seen changed last. */
  momentAt(time: number): number {
    const now = time + SAME;
    const open = this.at(now);
    if (!open) return NOTHING;
    const last = open.at[open.at.findLastIndex((change) => change <= now)] ?? open.page.from;
    return open.during.some(([from, to]) => from <= now && now < to) ? Math.max(last, time) : last;
  }

  /** The page that is seen at a moment: where there are several, the one that began last. */
  at(moment: number): OpenPage | undefined {
    const passage = this.passageAt(moment);
    if (!passage) return undefined;
    if (this.open?.passage !== passage) this.open = { passage, pages: this.laidOut(passage) };
    return this.open.pages.findLast(({ page }) => page.from <= moment && moment < page.to);
  }

  /** The page that is seen at both of two moments. */
  shared(before: number, now: number): OpenPage | undefined {
    if (this.passageAt(before) !== this.passageAt(now)) return undefined;
    const page = this.at(now);
    return this.at(before) === page ? page : undefined;
  }

  /** Of those that are spoken at a moment the one that began last. */
  private passageAt(moment: number): Passage | undefined {
    const { passages } = this.lettered;
    let [begun, rest] = [0, passages.length];
    while (begun < rest) {
      const middle = (begun + rest) >> 1;
      if ((passages[middle]?.from ?? Infinity) <= moment) begun = middle + 1;
      else rest = middle;
    }
    for (let index = begun - 1; index >= 0 && (this.lastEnds[index] ?? 0) > moment; index--) {
      const passage = passages[index];
      if (passage && passage.to > moment) return passage;
    }
    return undefined;
  }

  /** The lines of a passage, page by page. */
  fitted({ words }: Passage): FittedPage[] {
    const { style, box, growth } = this.setter;
    const { left, right } = style.padding;
    return pagesFor(words, roomIn(style, box), (some) => {
      const width = this.measure(textOf(some)) + growth.within(some);
      const ends = Math.max(...[some.at(0), some.at(-1)].map((word) => (word ? growth.of(word) : 0)));
      // They may grow into the padding.
      return { width, reach: width + 2 * Math.max(0, ends - Math.min(left, right)) };
    });
  }

  /** Whether other passages are seen all the time from one second of a passage to another. */
  isHidden(passage: Passage, from: number, to: number): boolean {
    const { passages } = this.lettered;
    let seen = from;
    for (let index = passages.indexOf(passage) + 1; index < passages.length && seen < to; index++) {
      const other = passages[index];
      if (!other || other.from > seen + SAME) return false;
      seen = Math.max(seen, other.to);
    }
    return to > from && seen >= to;
  }

  private laidOut(passage: Passage): OpenPage[] {
    const { setter, asset, lettered, animation } = this;
    return this.fitted(passage).map((fitted) => {
      const page = placedPage(fitted, setter);
      const changes = page.words.map((word) => changesOf(animation, word));
      return {
        page,
        painting: new PagePainting(page, asset, lettered, setter.box, animation),
        at: [page.from, ...changes.flatMap(({ at }) => at)].sort((one, other) => one - other),
        during: changes.flatMap(({ during }) => during),
      };
    });
  }
}

/** What pages have to fit: what the padding leaves of the box, and all of it where the padding leaves nothing. */
export function roomIn({ padding, size, advance }: Setter['style'], box: Size): Room {
  const width = box.width - padding.left - padding.right;
  const height = box.height - padding.top - padding.bottom;
  return {
    width: width > 0 ? width : box.width,
    height: height > 0 ? height : box.height,
    size,
    advance,
  };
}
