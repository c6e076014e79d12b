import type { SKRSContext2D } from '@napi-rs/canvas';
import type { RichCaptionAsset } from '../../../edit/edit.ts';
import { overlap, type Rect, type Size } from '../../scene/placement.ts';
import { boxAround, grown } from '../layer.ts';
import { drawBox } from '../rich-text/box.ts';
import type { LetteredCaption } from './lettered.ts';
import type { Page, PageWord } from './page.ts';
import { activeStyle, baseStyle } from './style.ts';
import { type SeenWord, WordBoxes } from './word-boxes.ts';
import { WordInk } from './word-ink.ts';
import { type Animation, farthest, OVERSHOOT, type WordMoment, wordMoment } from './word-moment.ts';
import { WordPictures } from './word-pictures.ts';
import { areaAt, edgeOf, highlightBox, inkOf, onOneSide, placeOf, type Space, toWord } from './word-place.ts';

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
  private readonly boxes: WordBoxes;
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
      base: new WordInk('base', lettered.base, base, page),
      active: new WordInk('active', lettered.active, active, page),
    };
    this.space = { size: base.size, width: box.width };
    this.boxes = new WordBoxes(this.inks, page, { radius, space: this.space });
    this.pictures = new WordPictures(this.inks, this.space);
    this.area = boxAround([...page.words.map((word) => this.reachOf(word)), ...this.behind()]);
  }

  /** @param time seconds of the clip. @param within what of it is wanted, in pixels of the box; absent: all. */
  draw(context: SKRSContext2D, time: number, within: Rect = this.area): void {
    const behind = this.behind();
    if (behind.length > 0) {
      this.pictures.drawStill(context, 'behind', boxAround(behind), (layer) => {
        drawBox(layer, this.asset, this.box, this.pill());
      });
    }
    const seen = this.page.words
      .map((word, index) => ({ word, index, now: this.momentOf(word, time) }))
      .filter(({ now }) => now.alpha > 0);
    this.boxes.draw(context, seen);
    const wanted = seen.filter(({ word, now }) => meets(this.areaOf(word, now), within));
    for (const look of ['base', 'active'] as const) {
      const resting = wanted.filter(({ now }) => now.look === look && isAtRest(now));
      this.inks[look].drawAll(
        context,
        resting.map(({ word }) => word),
      );
    }
    for (const spoken of [false, true]) {
      for (const word of wanted) {
        if (word.now.spoken === spoken && !isAtRest(word.now)) this.drawWord(context, word);
      }
    }
  }

  /** All that differs between two moments, in pixels of the box; undefined where nothing does. */
  changed(before: number, time: number): Rect | undefined {
    const areas = this.page.words.flatMap((word) => {
      const [was, now] = [this.momentOf(word, before), this.momentOf(word, time)];
      if (sameMoment(was, now)) return [];
      if (was.filled !== undefined && now.filled !== undefined) return [this.filledBetween(word, was, now)];
      const both = [was, now].filter(({ alpha }) => alpha > 0).map((at) => this.areaOf(word, at));
      return both.map((area) => grown(area, this.gap));
    });
    return areas.length === 0 ? undefined : boxAround(areas);
  }

  /** How far what goes on between neighbours may change beside a word: as far as the next word, and the corners of its box. */
  private get gap(): number {
    const { words } = this.page;
    const { base, active } = this.inks;
    const goesOn = this.boxes.isSeen || [base, active].some(({ style }) => style.decoration !== 'none');
    if (!goesOn) return 0;
    const gaps = words.slice(1).map((word, index) => {
      const before = words[index];
      if (before?.line !== word.line) return 0;
      const between = Math.max(word.x - before.x - before.width, before.x - word.x - word.width);
      return between * word.line.scale;
    });
    return Math.max(0, ...gaps) + this.space.size;
  }

  /** What of a word was filled between two moments. */
  private filledBetween(word: PageWord, was: WordMoment, now: WordMoment): Rect {
    const edges = [was, now].map(({ filled = 0 }) => edgeOf(this.fillOf(word), word, filled));
    const x = Math.min(...edges);
    const strip = { ...this.inkBoth(word), x, width: Math.max(...edges) - x };
    // Under a larger word its box as large as the others is filled as well.
    const strips = [now.scale, 1].map((scale) =>
      areaAt(strip, word, placeOf(word, { ...now, scale }, this.space), this.space.size),
    );
    return grown(boxAround(strips), 2);
  }

  /** What a word is filled over, on its line: its box, if there is one. */
  private fillOf(word: PageWord): Pick<Rect, 'x' | 'width'> {
    return this.boxes.isSeen ? highlightBox(this.inks.base.unitOf(word), this.space.size) : word;
  }

  private momentOf(word: PageWord, time: number): WordMoment {
    return wordMoment(this.animation, word, this.inks.active.style.scale, time);
  }

  /** Draws the letters of a word that is not at rest. */
  private drawWord(context: SKRSContext2D, seen: SeenWord): void {
    const { word, index, now } = seen;
    const rest = now.spoken ? this.inks.active.style.scale : 1;
    if (now.filled !== undefined) this.drawFilled(context, seen, rest);
    else if (now.x !== 0 || now.y !== 0 || now.alpha < 1 || now.scale !== rest) {
      this.pictures.draw(context, index, word, now, rest);
    } else {
      context.save();
      toWord(context, word, placeOf(word, now, this.space), this.space.size);
      this.inks[now.look].drawWord(context, word, now.typed);
      context.restore();
    }
  }

  /** A word that is filled from where it begins: each of its looks on its side of a line between two pixels. */
  private drawFilled(context: SKRSContext2D, { word, index, now }: SeenWord, rest: number): void {
    const page = context.getTransform();
    for (const side of ['left', 'right'] as const) {
      const look = (side === 'left') === word.rightToLeft ? 'base' : 'active';
      context.save();
      toWord(context, word, placeOf(word, now, this.space), this.space.size);
      onOneSide(context, edgeOf(this.fillOf(word), word, now.filled ?? 0), side);
      context.setTransform(page);
      this.pictures.draw(context, index, word, { ...now, look }, rest);
      context.restore();
    }
  }

  /** What a word has ink on. */
  private areaOf(word: PageWord, now: WordMoment): Rect {
    const { size } = this.space;
    const ink = now.filled === undefined ? this.inkIn(word, now.look) : this.inkBoth(word);
    // Two more for what is drawn between pixels.
    return grown(areaAt(ink, word, placeOf(word, now, this.space), size), 2);
  }

  /** What a word has ink on in one of its looks, on its line. */
  private inkIn(word: PageWord, look: WordMoment['look']): Rect {
    return inkOf(this.inks[look].unitOf(word), this.inks[look].style);
  }

  private inkBoth(word: PageWord): Rect {
    return boxAround([this.inkIn(word, 'base'), this.inkIn(word, 'active')]);
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
  private behind(): Rect[] {
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

/** Whether a word looks as it does for as long as it is not spoken. */
function isAtRest({ x, y, alpha, scale, filled, typed, spoken }: WordMoment): boolean {
  const isInPlace = x === 0 && y === 0 && alpha === 1 && scale === 1;
  return isInPlace && filled === undefined && typed === undefined && !spoken;
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
