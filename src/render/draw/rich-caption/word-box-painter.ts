import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { boundingBoxOf, drawAsLayer } from '../offscreen-layer.ts';
import { traceRoundedRect } from '../letters/text-box.ts';
import type { CaptionPage, PageWord } from './caption-page.ts';
import type { WordPainter } from './word-painter.ts';
import type { WordState } from './word-state.ts';
import {
  clipToSide,
  fillEdgeOf,
  groupNeighbours,
  highlightBoxOf,
  type PageSpace,
  type ShiftedState,
  transformToLine,
  transformToWord,
  UNBOUNDED,
  type VisibleWord,
  wordPositionOf,
} from './word-position.ts';

/** A horizontal range on a line. */
type HorizontalRange = readonly [from: number, to: number];

/** The box of adjacent active words. */
interface ActiveBox {
  readonly box: Rect;
  /**
   * If the last of the words is being filled, `fillEdge` is the position of the edge of the fill. Otherwise,
   * `fillEdge` is absent. `side` names the side of the edge that is filled.
   */
  readonly fillEdge?: number;
  readonly side: 'left' | 'right';
}

/** Draws the boxes behind the words of a page. Adjacent words with the same look share one box. */
export class WordBoxPainter {
  private readonly painters: Readonly<Record<WordState['appearance'], WordPainter>>;
  private readonly page: CaptionPage;
  private readonly radius: number;
  private readonly space: PageSpace;

  /** @param radius the radius of the corners, in pixels. */
  constructor(
    painters: Readonly<Record<WordState['appearance'], WordPainter>>,
    page: CaptionPage,
    { radius, space }: { readonly radius: number; readonly space: PageSpace },
  ) {
    this.painters = painters;
    this.page = page;
    this.radius = radius;
    this.space = space;
  }

  /** True if the words have boxes. */
  get hasBoxes(): boolean {
    return this.painters.active.style.highlight !== undefined;
  }

  /** Draws the boxes of words on a context with the transform of their page. */
  draw(context: SKRSContext2D, words: readonly VisibleWord[]): void {
    if (!this.hasBoxes) return;
    const resting = words.filter(({ state }) => this.isInPlace(state));
    for (const appearance of ['base', 'active'] as const) {
      for (const [line, lineWords] of Map.groupBy(resting, ({ word }) => word.line)) {
        const states = new Map(lineWords.map(({ word, state }) => [word, state]));
        context.save();
        transformToLine(context, line);
        for (const run of groupNeighbours(this.page, [...states.keys()]))
          this.drawRun(context, appearance, run, states);
        context.restore();
      }
    }
    for (const { word, state } of words) {
      if (!this.isInPlace(state) || state.scale !== 1) this.drawMoving(context, word, state);
    }
  }

  /** True if a word is at its final position and size. */
  private isInPlace({ x, y, alpha, scale, isSpoken }: WordState): boolean {
    return x === 0 && y === 0 && alpha === 1 && scale === (isSpoken ? this.painters.active.style.scale : 1);
  }

  /**
   * Draws the boxes of adjacent words that have one look: either the active words, or the other words
   * around them.
   */
  private drawRun(
    context: SKRSContext2D,
    appearance: WordState['appearance'],
    run: readonly PageWord[],
    states: ReadonlyMap<PageWord, ShiftedState>,
  ): void {
    const shiftedBoxOf = (of: WordState['appearance'], word: PageWord): Rect => {
      const { typedCount, shift = 0 } = states.get(word) ?? {};
      const box = this.boxOf(of, word, typedCount);
      return { ...box, x: box.x + shift / word.line.scale };
    };
    const boxOf = (words: readonly PageWord[], of: WordState['appearance']): Rect =>
      boundingBoxOf(words.map((word) => shiftedBoxOf(of, word)));
    const actives = groupActive(run, states).map((words): ActiveBox => {
      const last = words.at(-1);
      const filledShare = last && states.get(last)?.filledShare;
      return {
        box: boxOf(words, 'active'),
        ...(last &&
          filledShare !== undefined && {
            fillEdge: fillEdgeOf(shiftedBoxOf('base', last), last, filledShare),
          }),
        side: last?.rightToLeft === true ? 'right' : 'left',
      };
    });
    if (appearance === 'base') {
      const whole = boxOf(run, 'base');
      context.save();
      const covered = actives.map((active) => this.coveredRangeOf(active, whole));
      clipOutside(context, covered);
      this.fill(context, 'base', whole);
      context.restore();
      return;
    }
    for (const { box, fillEdge, side } of actives) {
      context.save();
      if (fillEdge !== undefined) clipToSide(context, fillEdge, side);
      this.fill(context, 'active', box);
      context.restore();
    }
  }

  /**
   * Returns the range in which the box of active words covers the box of the other words. Where the other box
   * continues beyond the box of active words, the range ends before the rounded corners.
   */
  private coveredRangeOf({ box, fillEdge, side }: ActiveBox, whole: Rect): HorizontalRange {
    const [right, end] = [box.x + box.width, whole.x + whole.width];
    const from = box.x <= whole.x ? -UNBOUNDED : box.x + this.radius;
    const to = right >= end ? UNBOUNDED : right - this.radius;
    if (fillEdge === undefined) return [from, to];
    return side === 'right' ? [fillEdge, to] : [from, fillEdge];
  }

  /** Draws the box of a word that moves, grows or is larger than the others. Such a word has its own box. */
  private drawMoving(context: SKRSContext2D, word: PageWord, state: ShiftedState): void {
    context.save();
    context.globalAlpha = state.alpha;
    transformToWord(context, word, wordPositionOf(word, state, this.space), this.space.size);
    if (state.filledShare === undefined)
      this.fill(context, state.appearance, this.boxOf(state.appearance, word, state.typedCount));
    else {
      const edge = fillEdgeOf(this.boxOf('base', word), word, state.filledShare);
      for (const side of ['left', 'right'] as const) {
        const appearance = (side === 'left') === word.rightToLeft ? 'base' : 'active';
        context.save();
        clipToSide(context, edge, side);
        this.fill(context, appearance, this.boxOf(appearance, word));
        context.restore();
      }
    }
    context.restore();
  }

  private boxOf(appearance: WordState['appearance'], word: PageWord, typedCount?: number): Rect {
    return highlightBoxOf(this.painters[appearance].unitOf(word, typedCount), this.space.size);
  }

  private fill(context: SKRSContext2D, appearance: WordState['appearance'], box: Rect): void {
    const { highlight } = this.painters[appearance].style;
    if (highlight === undefined) return;
    // Use a separate layer, because antialiased corners look different if they are drawn in pieces.
    drawAsLayer(context, box, { alpha: context.globalAlpha }, (layer) => {
      layer.fillStyle = highlight;
      traceRoundedRect(layer, box, this.radius);
      layer.fill();
    });
  }
}

/** Groups adjacent active words. A word that is being filled ends its group. */
function groupActive(run: readonly PageWord[], states: ReadonlyMap<PageWord, WordState>): PageWord[][] {
  const runs: PageWord[][] = [];
  let continues = false;
  for (const word of run) {
    const state = states.get(word);
    const isActive = state?.appearance === 'active' || state?.filledShare !== undefined;
    if (isActive && continues) runs.at(-1)?.push(word);
    else if (isActive) runs.push([word]);
    continues = isActive && state.filledShare === undefined;
  }
  return runs;
}

/**
 * Clips a context to everything outside some ranges of a line. The ends of the ranges are rounded to
 * whole pixels.
 */
function clipOutside(context: SKRSContext2D, ranges: readonly HorizontalRange[]): void {
  const transform = context.getTransform();
  const column = (position: number): number => Math.round(transform.a * position + transform.e);
  let from = -UNBOUNDED;
  context.resetTransform();
  context.beginPath();
  for (const [begin, end] of ranges.filter(([x, to]) => x < to).sort(([one], [other]) => one - other)) {
    context.rect(from, -UNBOUNDED, Math.max(0, column(begin) - from), 2 * UNBOUNDED);
    from = Math.max(from, column(end));
  }
  context.rect(from, -UNBOUNDED, Math.max(0, UNBOUNDED - from), 2 * UNBOUNDED);
  context.clip();
  context.setTransform(transform);
}
