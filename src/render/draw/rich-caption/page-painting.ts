import type { SKRSContext2D } from '@napi-rs/canvas';
import type { RichCaptionAsset } from '../../../edit/index.ts';
import { overlap, type Rect, type Size } from '../../scene/placement.ts';
import { boxAround, grown } from '../layer.ts';
import { drawBox } from '../rich-text/box.ts';
import type { LetteredCaption } from './lettered.ts';
import type { Page, PageWord } from './page.ts';
import { activeStyle, baseStyle } from './style.ts';
import { WordInk } from './word-ink.ts';
import { type Animation, farthest, OVERSHOOT, type WordMoment, wordMoment } from './word-moment.ts';
import { WordPictures } from './word-pictures.ts';
import { areaAt, highlightBox, inkOf, placeOf, type Space, toWord } from './word-place.ts';

/** Padding of a background that is wrapped around a page, in sizes (contract 2.16). */
const PILL = 0.12;
/** Radius of the boxes behind words, in pixels (contract 2.16). */
const RADIUS = 4;

/** Draws a page at any moment. */
export class PagePainting {
  /** All that it may ever have ink on, in pixels of the box. */
  readonly area: Rect;
  private readonly page: Page;
  private readonly asset: RichCaptionAsset;
  private readonly box: Size;
  private readonly space: Space;
  private readonly animation: Animation;
  private readonly inks: Readonly<Record<WordMoment['look'], WordInk>>;
  private readonly pictures: WordPictures;

  constructor(
    page: Page,
    asset: RichCaptionAsset,
    lettered: Pick<LetteredCaption, 'base' | 'active'>,
    box: Size,
    animation: Animation,
  ) {
    this.page = page;
    this.asset = asset;
    this.box = box;
    this.animation = animation;
    const { background } = asset;
    const radius = background?.color === undefined ? (background?.borderRadius ?? RADIUS) : RADIUS;
    const [base, active] = [baseStyle(asset), activeStyle(asset)];
    this.inks = {
      base: new WordInk('base', lettered.base, base, { page, radius }),
      active: new WordInk('active', lettered.active, active, { page, radius }),
    };
    this.space = { size: base.size, width: box.width };
    this.pictures = new WordPictures(this.inks, this.space);
    this.area = boxAround([...page.words.map((word) => this.reachOf(word)), ...this.boxes()]);
  }

  /** @param time seconds of the clip. @param within what of it is wanted, in pixels of the box; absent: all. */
  draw(context: SKRSContext2D, time: number, within: Rect = this.area): void {
    drawBox(context, this.asset, this.box, this.pill());
    const seen = this.page.words.map((word, index) => ({ word, index, now: this.momentOf(word, time) }));
    const wanted = seen.filter(({ word, now }) => now.alpha > 0 && meets(this.areaOf(word, now), within));
    // Under a word that is spoken the boxes of the others go on.
    const { base, active } = this.inks;
    base.drawBoxes(context, wordsOf(wanted.filter(({ now }) => isInPlace(now))));
    active.drawBoxes(context, wordsOf(wanted.filter(({ now }) => now.look === 'active' && isAtRest(now))));
    for (const look of ['base', 'active'] as const) {
      const resting = wanted.filter(({ now }) => now.look === look && isAtRest(now));
      this.inks[look].drawAll(context, wordsOf(resting));
    }
    for (const spoken of [false, true]) {
      for (const { word, index, now } of wanted) {
        if (now.spoken === spoken && !isAtRest(now)) this.drawWord(context, index, word, now);
      }
    }
  }

  /** All that differs between two moments, in pixels of the box; undefined where nothing does. */
  changed(before: number, time: number): Rect | undefined {
    const areas = this.page.words.flatMap((word) => {
      const [was, now] = [this.momentOf(word, before), this.momentOf(word, time)];
      return sameMoment(was, now)
        ? []
        : [was, now].filter(({ alpha }) => alpha > 0).map((at) => this.areaOf(word, at));
    });
    return areas.length === 0 ? undefined : grown(boxAround(areas), this.gap);
  }

  /** How far what goes on between neighbours may change beside a word. */
  private get gap(): number {
    const { base, active } = this.inks;
    const goesOn = [base, active].some(
      ({ style }) => style.highlight !== undefined || style.decoration !== 'none',
    );
    return goesOn ? this.space.size + 2 * Math.abs(this.asset.style?.letterSpacing ?? 0) : 0;
  }

  private momentOf(word: PageWord, time: number): WordMoment {
    return wordMoment(this.animation, word, this.inks.active.style.scale, time);
  }

  private drawWord(context: SKRSContext2D, index: number, word: PageWord, now: WordMoment): void {
    const rest = now.spoken ? this.inks.active.style.scale : 1;
    if (now.x !== 0 || now.y !== 0 || now.alpha < 1 || now.scale !== rest) {
      this.pictures.draw(context, index, word, now, rest);
      return;
    }
    context.save();
    toWord(context, word, placeOf(word, now, this.space), this.space.size);
    if (now.filled === undefined) this.inks[now.look].drawWord(context, word, now.typed);
    else this.drawFilled(context, word, now.filled);
    context.restore();
  }

  /** A word that is filled from where it begins: each of its looks on its side of a line between two pixels. */
  private drawFilled(context: SKRSContext2D, word: PageWord, filled: number): void {
    const { base, active } = this.inks;
    const hasBox = base.style.highlight !== undefined || active.style.highlight !== undefined;
    const { x, width } = hasBox ? highlightBox(base.unitOf(word), this.space.size) : word;
    const { a, e } = context.getTransform();
    const edge = (Math.round(a * (x + width * (word.rightToLeft ? 1 - filled : filled)) + e) - e) / a;
    const [left, right] = word.rightToLeft ? [base, active] : [active, base];
    const far = 1e5;
    for (const [ink, from] of [
      [left, edge - far],
      [right, edge],
    ] as const) {
      context.save();
      context.beginPath();
      context.rect(from, -far, far, 2 * far);
      context.clip();
      ink.drawWord(context, word);
      context.restore();
    }
  }

  /** What a word has ink on. */
  private areaOf(word: PageWord, now: WordMoment): Rect {
    const { size } = this.space;
    const looks = now.filled === undefined ? [now.look] : (['base', 'active'] as const);
    const ink = boxAround(looks.map((look) => inkOf(this.inks[look].unitOf(word), this.inks[look].style)));
    // Two more for what is drawn between pixels.
    return grown(areaAt(ink, word, placeOf(word, now, this.space), size), 2);
  }

  /** What a word may ever have ink on. */
  private reachOf(word: PageWord): Rect {
    const { scale } = this.inks.active.style;
    const away = farthest(this.animation);
    const rest = { look: 'base', spoken: false, x: 0, y: 0, alpha: 1, scale: 1, filled: 0 } as const;
    const largest = OVERSHOOT * Math.max(1, scale);
    const moments = [rest, { ...rest, scale: largest }, { ...rest, ...away, scale: largest }];
    return boxAround(moments.map((now) => this.areaOf(word, now)));
  }

  /** The rectangle of a background that is wrapped around the page, on whole pixels. */
  private pill(): Rect {
    const padding = this.asset.background?.padding ?? PILL * this.space.size * this.page.scale;
    const { x, y, width, height } = grown(this.page.box, padding);
    const [left, top] = [Math.round(x), Math.round(y)];
    return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
  }

  /** What is behind the page and around its box. */
  private boxes(): Rect[] {
    const { background, border } = this.asset;
    const line = border?.width ?? 0;
    const whole = grown({ x: 0, y: 0, ...this.box }, line / 2 + 1);
    const isFilled = background?.color !== undefined;
    return [
      ...(line > 0 || (isFilled && !background.wrap) ? [whole] : []),
      ...(isFilled && background.wrap ? [this.pill()] : []),
    ];
  }
}

function wordsOf(seen: readonly { readonly word: PageWord }[]): PageWord[] {
  return seen.map(({ word }) => word);
}

/** Whether all of a word is there, in its place. */
function isInPlace({ x, y, alpha, typed }: WordMoment): boolean {
  return x === 0 && y === 0 && alpha === 1 && typed === undefined;
}

/** Whether it looks as it does for as long as it is not spoken. */
function isAtRest(now: WordMoment): boolean {
  return isInPlace(now) && now.scale === 1 && now.filled === undefined && !now.spoken;
}

function sameMoment(one: WordMoment, other: WordMoment): boolean {
  const { look, spoken, x, y, alpha, scale, filled, typed } = one;
  const isSame = look === other.look && spoken === other.spoken && filled === other.filled;
  const place = x === other.x && y === other.y && scale === other.scale;
  return isSame && place && typed === other.typed && alpha === other.alpha;
}

function meets(one: Rect, other: Rect): boolean {
  const { width, height } = overlap(one, other);
  return width > 0 && height > 0;
}
