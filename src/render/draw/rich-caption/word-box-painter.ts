import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { boundingBoxOf, drawAsLayer } from '../offscreen-layer.ts';
import { traceRoundedRect } from '../rich-text/text-box.ts';
import type { CaptionPage, PageWord } from './caption-page.ts';
import type { WordPainter } from './word-painter.ts';
import type { WordState } from './word-state.ts';
import {
  clipToSide,
  fillEdgeOf,
  groupNeighbours,
  highlightBoxOf,
  type PageSpace,
  transformToLine,
  transformToWord,
  UNBOUNDED,
  wordPositionOf,
} from './word-position.ts';

/** A word of a page as it is at a moment. */
export interface VisibleWord {
  readonly word: PageWord;
  readonly index: number;
  readonly state: WordState;
}

/** From where to where something goes on a line. */
type HorizontalRange = readonly [from: number, to: number];

/** The box of active words that stand side by side. */
interface ActiveBox {
  readonly box: Rect;
  /** Up to where the last of them is filled, and on which side; absent: it is not being filled. */
  readonly fillEdge?: number;
  readonly side: 'left' | 'right';
}

/** Draws the boxes behind the words of a page: those of words side by side are one shape, in each of the two looks. */
export class WordBoxPainter {
  private readonly painters: Readonly<Record<WordState['appearance'], WordPainter>>;
  private readonly page: CaptionPage;
  private readonly radius: number;
  private readonly space: PageSpace;

  /** @param radius of their corners, in pixels. */
  constructor(
    inks: Readonly<Record<WordState['appearance'], WordPainter>>,
    page: CaptionPage,
    { radius, space }: { readonly radius: number; readonly space: PageSpace },
  ) {
    this.painters = inks;
    this.page = page;
    this.radius = radius;
    this.space = space;
  }

  /** Whether there are any. */
  get hasBoxes(): boolean {
    return this.painters.active.style.highlight !== undefined;
  }

  /** Draws the boxes of words on a context that is at their page. */
  draw(context: SKRSContext2D, words: readonly VisibleWord[]): void {
    if (!this.hasBoxes) return;
    const resting = words.filter(({ state }) => this.isInPlace(state));
    for (const appearance of ['base', 'active'] as const) {
      for (const [line, lineWords] of Map.groupBy(resting, ({ word }) => word.line)) {
        const nows = new Map(lineWords.map(({ word, state }) => [word, state]));
        context.save();
        transformToLine(context, line);
        for (const run of groupNeighbours(this.page, [...nows.keys()]))
          this.drawRun(context, appearance, run, nows);
        context.restore();
      }
    }
    for (const { word, state } of words) {
      if (!this.isInPlace(state) || state.scale !== 1) this.drawMoving(context, word, state);
    }
  }

  /** Whether a word is in its place, as large as it is to be. */
  private isInPlace({ x, y, alpha, scale, isSpoken }: WordState): boolean {
    return x === 0 && y === 0 && alpha === 1 && scale === (isSpoken ? this.painters.active.style.scale : 1);
  }

  /** Draws the boxes of words that stand side by side: those of the active ones, or around these those of the others. */
  private drawRun(
    context: SKRSContext2D,
    appearance: WordState['appearance'],
    run: readonly PageWord[],
    nows: ReadonlyMap<PageWord, WordState>,
  ): void {
    const boxOf = (words: readonly PageWord[], of: WordState['appearance']): Rect =>
      boundingBoxOf(words.map((word) => this.boxOf(of, word, nows.get(word)?.typedCount)));
    const actives = groupActive(run, nows).map((words): ActiveBox => {
      const last = words.at(-1);
      const filledShare = last && nows.get(last)?.filledShare;
      return {
        box: boxOf(words, 'active'),
        ...(last &&
          filledShare !== undefined && { fillEdge: fillEdgeOf(this.boxOf('base', last), last, filledShare) }),
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

  /** From where to where the box of active words covers those of the others: but for its corners, where these go on beside it. */
  private coveredRangeOf({ box, fillEdge, side }: ActiveBox, whole: Rect): HorizontalRange {
    const [right, end] = [box.x + box.width, whole.x + whole.width];
    const from = box.x <= whole.x ? -UNBOUNDED : box.x + this.radius;
    const to = right >= end ? UNBOUNDED : right - this.radius;
    if (fillEdge === undefined) return [from, to];
    return side === 'right' ? [fillEdge, to] : [from, fillEdge];
  }

  /** A word that moves, grows or is larger than the others carries its own. */
  private drawMoving(context: SKRSContext2D, word: PageWord, state: WordState): void {
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
    // On pixels of its own: soft corners that are drawn in parts look otherwise.
    drawAsLayer(context, box, { alpha: context.globalAlpha }, (layer) => {
      layer.fillStyle = highlight;
      traceRoundedRect(layer, box, this.radius);
      layer.fill();
    });
  }
}

/** The active words that stand side by side; one that is being filled is the last of them. */
function groupActive(run: readonly PageWord[], nows: ReadonlyMap<PageWord, WordState>): PageWord[][] {
  const runs: PageWord[][] = [];
  let goesOn = false;
  for (const word of run) {
    const state = nows.get(word);
    const isActive = state?.appearance === 'active' || state?.filledShare !== undefined;
    if (isActive && goesOn) runs.at(-1)?.push(word);
    else if (isActive) runs.push([word]);
    goesOn = isActive && state.filledShare === undefined;
  }
  return runs;
}

/** Keeps some ranges of a line free, each up to between two pixels. */
function clipOutside(context: SKRSContext2D, fragments: readonly HorizontalRange[]): void {
  const transform = context.getTransform();
  const column = (position: number): number => Math.round(transform.a * position + transform.e);
  let from = -UNBOUNDED;
  context.resetTransform();
  context.beginPath();
  for (const [begin, end] of fragments.filter(([x, to]) => x < to).sort(([one], [other]) => one - other)) {
    context.rect(from, -UNBOUNDED, Math.max(0, column(begin) - from), 2 * UNBOUNDED);
    from = Math.max(from, column(end));
  }
  context.rect(from, -UNBOUNDED, Math.max(0, UNBOUNDED - from), 2 * UNBOUNDED);
  context.clip();
  context.setTransform(transform);
}
