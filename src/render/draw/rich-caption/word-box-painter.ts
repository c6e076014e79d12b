import type { SKRSContext2D } from '@napi-rs/canvas';
import { boundingBoxOf, type Rect } from '../../scene/placement.ts';
import { drawAsLayer } from '../offscreen-layer.ts';
import { traceRoundedRect } from '../letters/text-box.ts';
import type { PlacedUnit } from '../lines/placed-lines.ts';
import type { CaptionPage, PageLine, PageWord } from './caption-page.ts';
import type { WordPainter } from './word-painter.ts';
import type { WordState } from './word-state.ts';
import {
  clipToSide,
  fillEdgeOf,
  groupFragments,
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

/** A fragment of a word with the box behind it, in coordinates of its line. */
interface BoxedFragment {
  readonly word: PageWord;
  readonly box: Rect;
}

/** The box of fragments of active words that lie side by side. */
interface ActiveBox {
  readonly box: Rect;
  /** The edges up to which words at the ends of the box are filled, and the side of each edge that is filled. */
  readonly fillEdges: readonly { readonly at: number; readonly side: 'left' | 'right' }[];
}

/**
 * Draws the boxes behind the words of a page. Adjacent words with the same look share one box. A word that is read in
 * both directions has a box behind each of its fragments, because other words can lie between them.
 */
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
        this.drawLine(context, appearance, line, states);
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

  /** Draws the boxes of the words of a line that have one look: either the active words, or the others around them. */
  private drawLine(
    context: SKRSContext2D,
    appearance: WordState['appearance'],
    line: PageLine,
    states: ReadonlyMap<PageWord, ShiftedState>,
  ): void {
    const actives = this.activeBoxesOf(line, states);
    if (appearance === 'base') {
      for (const whole of this.groupBoxes('base', line, states).map(boxOfAll)) {
        context.save();
        clipOutside(
          context,
          actives.map((active) => this.coveredRangeOf(active, whole)),
        );
        this.fill(context, 'base', whole);
        context.restore();
      }
      return;
    }
    for (const { box, fillEdges } of actives) {
      context.save();
      for (const { at, side } of fillEdges) clipToSide(context, at, side);
      this.fill(context, 'active', box);
      context.restore();
    }
  }

  /** Returns the boxes of the active words of a line. A box ends at the end of a word that is being filled. */
  private activeBoxesOf(line: PageLine, states: ReadonlyMap<PageWord, ShiftedState>): ActiveBox[] {
    const active = new Map([...states].filter(([, state]) => isActive(state)));
    const fillOf = ({ word }: BoxedFragment): ActiveBox['fillEdges'] => {
      const { filledShare, shift } = active.get(word) ?? {};
      if (filledShare === undefined || shift === undefined) return [];
      const { x, width } = this.boxOf('base', word);
      const at = fillEdgeOf({ x: x + shift / line.scale, width }, word, filledShare);
      return [{ at, side: word.rightToLeft ? 'right' : 'left' }];
    };
    const endsAt = (side: 'left' | 'right', fragment: BoxedFragment | undefined): boolean =>
      fragment !== undefined && fillOf(fragment).some((edge) => edge.side === side);
    return this.groupBoxes('active', line, active).flatMap((group) => {
      const parts: BoxedFragment[][] = [];
      for (const [index, fragment] of group.entries()) {
        if (index === 0 || endsAt('left', group[index - 1]) || endsAt('right', fragment))
          parts.push([fragment]);
        else parts.at(-1)?.push(fragment);
      }
      return parts.map((part) => ({ box: boxOfAll(part), fillEdges: part.flatMap(fillOf) }));
    });
  }

  /** Returns the fragments of words of a line with their boxes, grouped if they lie side by side. */
  private groupBoxes(
    appearance: WordState['appearance'],
    line: PageLine,
    states: ReadonlyMap<PageWord, ShiftedState>,
  ): BoxedFragment[][] {
    const unitOf = (word: PageWord): PlacedUnit | undefined => {
      const state = states.get(word);
      return state && this.painters[appearance].unitOf(word, state.typedCount);
    };
    return groupFragments(this.page, line, unitOf).map((group) =>
      group.map(({ word, segment }) => {
        const box = highlightBoxOf({ segments: [segment] }, this.space.size);
        return { word, box: { ...box, x: box.x + (states.get(word)?.shift ?? 0) / line.scale } };
      }),
    );
  }

  /**
   * Returns the range in which the box of active words covers the box of the other words. Where the other box
   * continues beyond the box of active words, the range ends before the rounded corners.
   */
  private coveredRangeOf({ box, fillEdges }: ActiveBox, whole: Rect): HorizontalRange {
    const [right, end] = [box.x + box.width, whole.x + whole.width];
    let from = box.x <= whole.x ? -UNBOUNDED : box.x + this.radius;
    let to = right >= end ? UNBOUNDED : right - this.radius;
    for (const { at, side } of fillEdges) {
      if (side === 'right') from = at;
      else to = at;
    }
    return [from, to];
  }

  /** Draws the box of a word that moves, grows or is larger than the others. Such a word has its own box. */
  private drawMoving(context: SKRSContext2D, word: PageWord, state: ShiftedState): void {
    context.save();
    context.globalAlpha = state.alpha;
    transformToWord(context, word, wordPositionOf(word, state, this.space), this.space.size);
    if (state.filledShare === undefined) this.fillFragments(context, state.appearance, word, state);
    else {
      const edge = fillEdgeOf(this.boxOf('base', word), word, state.filledShare);
      for (const side of ['left', 'right'] as const) {
        const appearance = (side === 'left') === word.rightToLeft ? 'base' : 'active';
        context.save();
        clipToSide(context, edge, side);
        this.fillFragments(context, appearance, word, state);
        context.restore();
      }
    }
    context.restore();
  }

  private fillFragments(
    context: SKRSContext2D,
    appearance: WordState['appearance'],
    word: PageWord,
    state: ShiftedState,
  ): void {
    const inPlace = new Map([[word, { ...state, shift: 0 }]]);
    for (const group of this.groupBoxes(appearance, word.line, inPlace))
      this.fill(context, appearance, boxOfAll(group));
  }

  private boxOf(appearance: WordState['appearance'], word: PageWord): Rect {
    return highlightBoxOf(this.painters[appearance].unitOf(word), this.space.size);
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

function isActive({ appearance, filledShare }: WordState): boolean {
  return appearance === 'active' || filledShare !== undefined;
}

function boxOfAll(fragments: readonly BoxedFragment[]): Rect {
  return boundingBoxOf(fragments.map(({ box }) => box));
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
