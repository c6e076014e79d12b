import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { asOne, boxAround } from '../layer.ts';
import { rounded } from '../rich-text/box.ts';
import type { Page, PageWord } from './page.ts';
import type { WordInk } from './word-ink.ts';
import type { WordMoment } from './word-moment.ts';
import {
  edgeOf,
  FAR,
  highlightBox,
  neighbours,
  onOneSide,
  placeOf,
  type Space,
  toLine,
  toWord,
} from './word-place.ts';

/** A word of a page as it is at a moment. */
export interface SeenWord {
  readonly word: PageWord;
  readonly index: number;
  readonly now: WordMoment;
}

/** From where to where something goes on a line. */
type Stretch = readonly [from: number, to: number];

/** The box of active words that stand side by side. */
interface ActiveBox {
  readonly box: Rect;
  /** Up to where the last of them is filled, and on which side; absent: it is not being filled. */
  readonly edge?: number;
  readonly side: 'left' | 'right';
}

/** Draws the boxes behind the words of a page: those of words side by side are one shape, in each of the two looks. */
export class WordBoxes {
  private readonly inks: Readonly<Record<WordMoment['look'], WordInk>>;
  private readonly page: Page;
  private readonly radius: number;
  private readonly space: Space;

  /** @param radius of their corners, in pixels. */
  constructor(
    inks: Readonly<Record<WordMoment['look'], WordInk>>,
    page: Page,
    { radius, space }: { readonly radius: number; readonly space: Space },
  ) {
    this.inks = inks;
    this.page = page;
    this.radius = radius;
    this.space = space;
  }

  /** Whether there are any. */
  get isSeen(): boolean {
    return this.inks.active.style.highlight !== undefined;
  }

  /** Draws the boxes of words on a context that is at their page. */
  draw(context: SKRSContext2D, seen: readonly SeenWord[]): void {
    if (!this.isSeen) return;
    const there = seen.filter(({ now }) => this.isThere(now));
    for (const look of ['base', 'active'] as const) {
      for (const [line, own] of Map.groupBy(there, ({ word }) => word.line)) {
        const nows = new Map(own.map(({ word, now }) => [word, now]));
        context.save();
        toLine(context, line);
        for (const run of neighbours(this.page, [...nows.keys()])) this.drawRun(context, look, run, nows);
        context.restore();
      }
    }
    for (const { word, now } of seen) {
      if (!this.isThere(now) || now.scale !== 1) this.drawMoving(context, word, now);
    }
  }

  /** Whether a word is in its place, as large as it is to be. */
  private isThere({ x, y, alpha, scale, spoken }: WordMoment): boolean {
    return x === 0 && y === 0 && alpha === 1 && scale === (spoken ? this.inks.active.style.scale : 1);
  }

  /** Draws the boxes of words that stand side by side: those of the active ones, or around these those of the others. */
  private drawRun(
    context: SKRSContext2D,
    look: WordMoment['look'],
    run: readonly PageWord[],
    nows: ReadonlyMap<PageWord, WordMoment>,
  ): void {
    const boxOf = (words: readonly PageWord[], of: WordMoment['look']): Rect =>
      boxAround(words.map((word) => this.boxOf(of, word, nows.get(word)?.typed)));
    const actives = activeRuns(run, nows).map((words): ActiveBox => {
      const last = words.at(-1);
      const filled = last && nows.get(last)?.filled;
      return {
        box: boxOf(words, 'active'),
        ...(last && filled !== undefined && { edge: edgeOf(this.boxOf('base', last), last, filled) }),
        side: last?.rightToLeft === true ? 'right' : 'left',
      };
    });
    if (look === 'base') {
      const whole = boxOf(run, 'base');
      context.save();
      const covered = actives.map((active) => this.covered(active, whole));
      outside(context, covered);
      this.fill(context, 'base', whole);
      context.restore();
      return;
    }
    for (const { box, edge, side } of actives) {
      context.save();
      if (edge !== undefined) onOneSide(context, edge, side);
      this.fill(context, 'active', box);
      context.restore();
    }
  }

  /** From where to where the box of active words covers those of the others: but for its corners, where these go on beside it. */
  private covered({ box, edge, side }: ActiveBox, whole: Rect): Stretch {
    const [right, end] = [box.x + box.width, whole.x + whole.width];
    const from = box.x <= whole.x ? -FAR : box.x + this.radius;
    const to = right >= end ? FAR : right - this.radius;
    if (edge === undefined) return [from, to];
    return side === 'right' ? [edge, to] : [from, edge];
  }

  /** A word that moves, grows or is larger than the others carries its own. */
  private drawMoving(context: SKRSContext2D, word: PageWord, now: WordMoment): void {
    context.save();
    context.globalAlpha = now.alpha;
    toWord(context, word, placeOf(word, now, this.space), this.space.size);
    if (now.filled === undefined) this.fill(context, now.look, this.boxOf(now.look, word, now.typed));
    else {
      const edge = edgeOf(this.boxOf('base', word), word, now.filled);
      for (const side of ['left', 'right'] as const) {
        const look = (side === 'left') === word.rightToLeft ? 'base' : 'active';
        context.save();
        onOneSide(context, edge, side);
        this.fill(context, look, this.boxOf(look, word));
        context.restore();
      }
    }
    context.restore();
  }

  private boxOf(look: WordMoment['look'], word: PageWord, typed?: number): Rect {
    return highlightBox(this.inks[look].unitOf(word, typed), this.space.size);
  }

  private fill(context: SKRSContext2D, look: WordMoment['look'], box: Rect): void {
    const { highlight } = this.inks[look].style;
    if (highlight === undefined) return;
    // On pixels of its own: soft corners that are drawn in parts look otherwise.
    asOne(context, box, { alpha: context.globalAlpha }, (layer) => {
      layer.fillStyle = highlight;
      rounded(layer, box, this.radius);
      layer.fill();
    });
  }
}

/** The active words that stand side by side; one that is being filled is the last of them. */
function activeRuns(run: readonly PageWord[], nows: ReadonlyMap<PageWord, WordMoment>): PageWord[][] {
  const runs: PageWord[][] = [];
  let goesOn = false;
  for (const word of run) {
    const now = nows.get(word);
    const isActive = now?.look === 'active' || now?.filled !== undefined;
    if (isActive && goesOn) runs.at(-1)?.push(word);
    else if (isActive) runs.push([word]);
    goesOn = isActive && now.filled === undefined;
  }
  return runs;
}

/** Keeps some stretches of a line free, each up to between two pixels. */
function outside(context: SKRSContext2D, stretches: readonly Stretch[]): void {
  const transform = context.getTransform();
  const column = (place: number): number => Math.round(transform.a * place + transform.e);
  let from = -FAR;
  context.resetTransform();
  context.beginPath();
  for (const [begin, end] of stretches.filter(([x, to]) => x < to).sort(([one], [other]) => one - other)) {
    context.rect(from, -FAR, Math.max(0, column(begin) - from), 2 * FAR);
    from = Math.max(from, column(end));
  }
  context.rect(from, -FAR, Math.max(0, FAR - from), 2 * FAR);
  context.clip();
  context.setTransform(transform);
}
