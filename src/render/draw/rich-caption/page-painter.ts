import type { SKRSContext2D } from '@napi-rs/canvas';
import type { RichCaptionAsset } from '../../../edit/model.ts';
import {
  boundingBoxOf,
  expandRect,
  intersect,
  type PixelSize,
  type Rect,
  roundRect,
} from '../../scene/placement.ts';
import { drawTextBox } from '../letters/text-box.ts';
import type { CaptionWithFonts } from './caption-fonts.ts';
import type { CaptionPage, PageWord } from './caption-page.ts';
import { activeStyleOf, baseStyleOf, pageStyleOf } from './style.ts';
import { WordSpreader } from './word-spreader.ts';
import { WordBoxPainter } from './word-box-painter.ts';
import { WordPainter } from './word-painter.ts';
import { maxOffsetOf, OVERSHOOT, type WordAnimation, type WordState, wordStateAt } from './word-state.ts';
import { WordBitmapCache } from './word-bitmap-cache.ts';
import {
  clipToSide,
  fillEdgeOf,
  highlightBoxOf,
  type PageSpace,
  type ShiftedState,
  toPageArea,
  transformToWord,
  type VisibleWord,
  wordPositionOf,
} from './word-position.ts';

/** Padding of a background that wraps a page, in font sizes (contract 2.16). */
const WRAP_PADDING = 0.12;
/** Radius of the boxes behind words, in pixels (contract 2.16). */
const BOX_RADIUS = 4;

/** Draws a page at any moment. */
export class PagePainter {
  /** The area that contains all ink at every moment, in pixels of the box. */
  readonly area: Rect;
  private readonly page: CaptionPage;
  private readonly asset: RichCaptionAsset;
  private readonly box: PixelSize;
  private readonly space: PageSpace;
  private readonly animation: WordAnimation;
  private readonly painters: Readonly<Record<WordState['appearance'], WordPainter>>;
  private readonly spreader: WordSpreader;
  private readonly boxPainter: WordBoxPainter;
  private readonly bitmaps: WordBitmapCache;

  constructor(
    page: CaptionPage,
    asset: RichCaptionAsset,
    caption: Pick<CaptionWithFonts, 'base' | 'active'>,
    box: PixelSize,
    animation: WordAnimation,
  ) {
    this.page = page;
    this.asset = asset;
    this.box = box;
    this.animation = animation;
    const { background } = asset;
    const radius = background?.color === undefined ? (background?.borderRadius ?? BOX_RADIUS) : BOX_RADIUS;
    const [base, active] = [baseStyleOf(asset), activeStyleOf(asset)];
    this.painters = {
      base: new WordPainter('base', caption.base, base, page),
      active: new WordPainter('active', caption.active, active, page),
    };
    this.space = { size: base.size, ...box };
    this.spreader = new WordSpreader(page, {
      space: this.space,
      horizontal: pageStyleOf(asset).horizontal,
      animation,
      activeScale: active.scale,
      inkOf: (word) => {
        const ink = this.painters.base.measureInk(word);
        const hasSameLetters = word.active === word.base;
        return {
          base: ink,
          active: hasSameLetters ? ink : this.painters.active.measureInk(word),
          stroke: (active.stroke?.width ?? 0) / 2,
        };
      },
    });
    this.boxPainter = new WordBoxPainter(this.painters, page, { radius, space: this.space });
    this.bitmaps = new WordBitmapCache(this.painters, this.space);
    this.area = boundingBoxOf([...page.words.map((word) => this.maxAreaOf(word)), ...this.backgroundRects()]);
  }

  /**
   * Draws the page at a time, in seconds of the clip.
   *
   * @param within the area that must be drawn, in pixels of the box. If absent, everything is drawn.
   */
  draw(context: SKRSContext2D, time: number, within: Rect = this.area): void {
    const rects = this.backgroundRects();
    if (rects.length > 0) {
      this.bitmaps.drawStill(context, 'behind', boundingBoxOf(rects), (layer) => {
        drawTextBox(layer, this.asset, this.box, this.wrappedBackground());
      });
    }
    const visible = this.wordsAt(time).filter(({ state }) => state.alpha > 0);
    this.boxPainter.draw(context, visible);
    const toDraw = visible.filter(({ word, state }) => intersects(this.areaOf(word, state), within));
    const growing = visible.filter(({ state }) => state.scale !== this.finalScaleOf(state));
    const movingLines = new Set(growing.map(({ word }) => word.line));
    const isMoving = ({ word, state }: VisibleWord): boolean =>
      state.shift !== 0 && movingLines.has(word.line);
    for (const appearance of ['base', 'active'] as const) {
      const isResting = ({ state }: VisibleWord): boolean =>
        state.appearance === appearance && isAtRest(state);
      const still = toDraw.filter((word) => isResting(word) && !isMoving(word));
      this.painters[appearance].drawAll(
        context,
        still.map(({ word, state: { shift } }) => ({ word, shift })),
      );
      this.drawMovingRuns(
        context,
        appearance,
        visible.filter((word) => isResting(word) && isMoving(word)),
      );
    }
    for (const spoken of [false, true]) {
      for (const word of toDraw) {
        if (word.state.isSpoken === spoken && !isAtRest(word.state)) this.drawWord(context, word);
      }
    }
  }

  /**
   * Returns the area that differs between two moments, in pixels of the box, or undefined if nothing differs.
   */
  changedArea(before: number, time: number): Rect | undefined {
    const now = this.wordsAt(time);
    const areas = this.wordsAt(before).flatMap(({ word, index, state: previous }) => {
      const state = now[index]?.state ?? previous;
      if (isSameState(previous, state)) return [];
      const isFilledFurther = previous.filledShare !== undefined && state.filledShare !== undefined;
      if (isFilledFurther && previous.shift === state.shift)
        return [this.filledAreaBetween(word, previous, state)];
      const both = [previous, state].filter(({ alpha }) => alpha > 0).map((at) => this.areaOf(word, at));
      return both.map((area) => expandRect(area, this.neighbourReach));
    });
    return areas.length === 0 ? undefined : boundingBoxOf(areas);
  }

  /**
   * Distance, in pixels, around a word in which the picture may change when the word changes. If boxes or
   * lines connect neighbouring words, this distance covers the gap to the next word and the corners of the
   * next box. It is 0 if nothing connects the words.
   */
  private get neighbourReach(): number {
    const { words } = this.page;
    const { base, active } = this.painters;

    const connectsNeighbours =
      this.boxPainter.hasBoxes || [base, active].some(({ style }) => style.decoration !== 'none');
    if (!connectsNeighbours) return 0;
    const gaps = words.slice(1).map((word, index) => {
      const before = words[index];
      if (before?.line !== word.line) return 0;
      const between = Math.max(word.x - before.x - before.width, before.x - word.x - word.width);
      return between * word.line.scale;
    });
    return Math.max(0, ...gaps) + this.space.size;
  }

  /** Returns the area of a word that was filled between two moments, in pixels of the box. */
  private filledAreaBetween(word: PageWord, previous: WordState, state: ShiftedState): Rect {
    const edges = [previous, state].map(({ filledShare = 0 }) =>
      fillEdgeOf(this.fillExtentOf(word), word, filledShare),
    );
    const x = Math.min(...edges);
    const band = { ...this.inkBoxOfBoth(word), x, width: Math.max(...edges) - x };
    // Include the area at normal size: below an enlarged word, its box is filled at normal size as well.
    const areas = [state.scale, 1].map((scale) =>
      toPageArea(band, word, wordPositionOf(word, { ...state, scale }, this.space), this.space.size),
    );
    return expandRect(boundingBoxOf(areas), 2);
  }

  /**
   * Returns the horizontal extent of the fill of a word, in coordinates of its line. If the word has a box,
   * the fill covers the box.
   */
  private fillExtentOf(word: PageWord): Pick<Rect, 'x' | 'width'> {
    return this.boxPainter.hasBoxes ? highlightBoxOf(this.painters.base.unitOf(word), this.space.size) : word;
  }

  private stateOf(word: PageWord, time: number): WordState {
    return wordStateAt(this.animation, word, this.painters.active.style.scale, time);
  }

  /** Returns all words of the page at a time, in seconds of the clip, with the room that larger ones take. */
  private wordsAt(time: number): VisibleWord[] {
    const states = this.page.words.map((word) => this.stateOf(word, time));
    const shifts = this.spreader.shiftsAt(states);
    return this.page.words.flatMap((word, index) => {
      const state = states[index];
      return state ? [{ word, index, state: { ...state, shift: shifts[index] ?? 0 } }] : [];
    });
  }

  /** Returns the scale that a word has after its entrance. */
  private finalScaleOf({ isSpoken }: WordState): number {
    return isSpoken ? this.painters.active.style.scale : 1;
  }

  /**
   * Draws words that move aside while another word of their line grows. Each run of words that move alike is one
   * bitmap, because letters that are drawn again in each frame would move in steps.
   */
  private drawMovingRuns(
    context: SKRSContext2D,
    appearance: WordState['appearance'],
    words: readonly VisibleWord[],
  ): void {
    for (const lineWords of Map.groupBy(words, ({ word }) => word.line).values()) {
      for (const [shift, run] of Map.groupBy(lineWords, ({ state }) => state.shift)) {
        const still = run.map(({ word, state }) => ({ word, state: { ...state, shift: 0 } }));
        const area = boundingBoxOf(still.map(({ word, state }) => this.areaOf(word, state)));
        const name = `run ${appearance} ${run.map(({ index }) => index).join(' ')}`;
        const draw = (layer: SKRSContext2D): void =>
          this.painters[appearance].drawAll(
            layer,
            still.map(({ word }) => ({ word, shift: 0 })),
          );
        this.bitmaps.drawStill(context, name, area, draw, shift);
      }
    }
  }

  /** Draws the letters of a word that is not at rest. */
  private drawWord(context: SKRSContext2D, visible: VisibleWord): void {
    const { word, index, state } = visible;
    const scale = this.finalScaleOf(state);
    const isStill = state.x === 0 && state.y === 0 && state.alpha === 1 && state.scale === scale;
    const rest = { scale, shift: this.spreader.settledShiftOf(index, { ...state, scale }) };
    if (state.filledShare !== undefined) this.drawFilled(context, visible, rest);
    else if (!isStill) this.bitmaps.draw(context, visible, rest);
    else {
      context.save();
      transformToWord(context, word, wordPositionOf(word, state, this.space), this.space.size);
      this.painters[state.appearance].drawWord(context, word, state.typedCount);
      context.restore();
    }
  }

  /**
   * Draws a word that is being filled from its beginning. The filled side has the spoken look, and the
   * other side has the normal look. The edge between the sides lies on a pixel boundary.
   */
  private drawFilled(
    context: SKRSContext2D,
    visible: VisibleWord,
    rest: Pick<ShiftedState, 'scale' | 'shift'>,
  ): void {
    const { word, state } = visible;
    const page = context.getTransform();
    for (const side of ['left', 'right'] as const) {
      const appearance = (side === 'left') === word.rightToLeft ? 'base' : 'active';
      context.save();
      transformToWord(context, word, wordPositionOf(word, state, this.space), this.space.size);
      clipToSide(context, fillEdgeOf(this.fillExtentOf(word), word, state.filledShare ?? 0), side);
      context.setTransform(page);
      this.bitmaps.draw(context, { ...visible, state: { ...state, appearance } }, rest);
      context.restore();
    }
  }

  /** Returns the ink area of a word at a moment, in pixels of the box. */
  private areaOf(word: PageWord, state: ShiftedState): Rect {
    const { size } = this.space;
    const ink =
      state.filledShare === undefined ? this.inkBoxOf(word, state.appearance) : this.inkBoxOfBoth(word);
    // Two more pixels for antialiasing.
    return expandRect(toPageArea(ink, word, wordPositionOf(word, state, this.space), size), 2);
  }

  /** Returns the ink area of a word in one of its looks, in coordinates of its line. */
  private inkBoxOf(word: PageWord, appearance: WordState['appearance']): Rect {
    const painter = this.painters[appearance];
    return painter.inkBoxOf(painter.unitOf(word));
  }

  private inkBoxOfBoth(word: PageWord): Rect {
    return boundingBoxOf([this.inkBoxOf(word, 'base'), this.inkBoxOf(word, 'active')]);
  }

  /** Returns the area that contains all ink of a word at every moment, in pixels of the box. */
  private maxAreaOf(word: PageWord): Rect {
    const { scale } = this.painters.active.style;
    const offset = maxOffsetOf(this.animation);
    const rest = {
      appearance: 'base',
      isSpoken: false,
      x: 0,
      y: 0,
      alpha: 1,
      scale: 1,
      filledShare: 0,
    } as const;
    const largest = OVERSHOOT * Math.max(1, scale);
    const spoken = { ...rest, appearance: 'active', isSpoken: true } as const;
    const moments = [rest, spoken, { ...spoken, scale: largest }, { ...spoken, ...offset, scale: largest }];
    const [from, to] = this.spreader.reachOf(word.line);
    const { x, y, width, height } = boundingBoxOf(
      moments.map((state) => this.areaOf(word, { ...state, shift: 0 })),
    );
    return { x: x + from, y, width: width + to - from, height };
  }

  /** Returns the rectangle of a background that wraps the page and the room of its larger words, in whole pixels. */
  private wrappedBackground(): Rect {
    const padding = this.asset.background?.padding ?? WRAP_PADDING * this.space.size * this.page.scale;
    return roundRect(expandRect(boundingBoxOf([this.page.box, ...this.lineRoomsOf(this.page)]), padding));
  }

  /** Returns for each line how wide it is at most, in pixels of the box. */
  private lineRoomsOf({ words, box }: CaptionPage): Rect[] {
    return [...new Set(words.map(({ line }) => line))].map((line) => {
      const [from, to] = this.spreader.reachOf(line);
      return { ...box, x: line.x + from, width: line.width + to - from };
    });
  }

  /** Returns the areas of the background and the border. */
  private backgroundRects(): Rect[] {
    const { background, border } = this.asset;
    const line = border?.width ?? 0;
    const whole = expandRect({ x: 0, y: 0, ...this.box }, line / 2 + 1);
    const isFilled = background?.color !== undefined;
    return [
      ...(line > 0 || (isFilled && !background.wrap) ? [whole] : []),
      ...(isFilled && background.wrap ? [this.wrappedBackground()] : []),
    ];
  }
}

/** True if a word is completely visible at its final position and normal size, and is not being spoken. */
function isAtRest({ x, y, alpha, scale, filledShare, typedCount, isSpoken }: WordState): boolean {
  const isInPlace = x === 0 && y === 0 && alpha === 1 && scale === 1;
  return isInPlace && filledShare === undefined && typedCount === undefined && !isSpoken;
}

function isSameState(one: ShiftedState, other: ShiftedState): boolean {
  const { appearance, isSpoken, x, y, alpha, scale, filledShare, typedCount, shift } = one;
  const isSame =
    appearance === other.appearance && isSpoken === other.isSpoken && filledShare === other.filledShare;
  const hasSamePosition = x === other.x && y === other.y && scale === other.scale && shift === other.shift;
  return isSame && hasSamePosition && typedCount === other.typedCount && alpha === other.alpha;
}

function intersects(one: Rect, other: Rect): boolean {
  const { width, height } = intersect(one, other);
  return width > 0 && height > 0;
}
