import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { drawOffscreen, type OffscreenLayer } from '../offscreen-layer.ts';
import type { PageWord } from './caption-page.ts';
import type { WordPainter } from './word-painter.ts';
import type { WordState } from './word-state.ts';
import {
  type PageSpace,
  type ShiftedState,
  transformToWord,
  type VisibleWord,
  wordPositionOf,
} from './word-position.ts';

/**
 * Caches repeated drawings as bitmaps until the transform of the context changes. Skia aligns glyphs to
 * whole pixel rows, so a moving word would jerk if it were drawn again in each frame. Instead, the word
 * is drawn once at its final position, and its bitmap is moved and scaled.
 */
export class WordBitmapCache {
  private readonly painters: Readonly<Record<WordState['appearance'], WordPainter>>;
  private readonly space: PageSpace;
  private readonly bitmaps = new Map<string, OffscreenLayer | undefined>();
  /** The transform that the bitmaps were made for. */
  private cachedTransform = '';

  constructor(painters: Readonly<Record<WordState['appearance'], WordPainter>>, space: PageSpace) {
    this.painters = painters;
    this.space = space;
  }

  /**
   * Draws the letters of a word.
   *
   * @param rest the scale and the shift of the word at its final position.
   */
  draw(
    context: SKRSContext2D,
    { word, index, state }: VisibleWord,
    rest: Pick<ShiftedState, 'scale' | 'shift'>,
  ): void {
    const still = wordPositionOf(word, { ...state, x: 0, y: 0, ...rest }, this.space);
    const picture = this.cached(context, `${index} ${state.appearance} ${state.isSpoken} ${rest.scale}`, () =>
      this.renderWord(context, word, state.appearance, still),
    );
    if (!picture) return;
    const { a, b, c, d, e, f } = context.getTransform();
    const moved = wordPositionOf(word, state, this.space);
    const zoom = moved.scale / still.scale;
    const onContext = ({ x, y }: typeof still): { x: number; y: number } => ({
      x: a * x + c * y + e,
      y: b * x + d * y + f,
    });
    const [from, to] = [onContext(still), onContext(moved)];
    context.save();
    context.setTransform(zoom, 0, 0, zoom, to.x - zoom * from.x, to.y - zoom * from.y);
    context.globalAlpha = state.alpha;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture.canvas, picture.x, picture.y);
    context.restore();
  }

  /**
   * Draws a picture that never changes. The picture is drawn as a whole, because its rounded corners would
   * look different if they were drawn in pieces.
   *
   * @param area the area that the picture may cover.
   * @param shift the distance to the right by which the picture is moved, in units of the context.
   */
  drawStill(
    context: SKRSContext2D,
    name: string,
    area: Rect,
    draw: (layer: SKRSContext2D) => void,
    shift = 0,
  ): void {
    const picture = this.cached(context, name, () => drawOffscreen(context, area, draw));
    if (!picture) return;
    const { a, b } = context.getTransform();
    context.save();
    context.setTransform(1, 0, 0, 1, a * shift, b * shift);
    // Smoothing would change a picture that stays on its pixels, if only by rounding.
    if (shift !== 0) context.imageSmoothingQuality = 'high';
    context.drawImage(picture.canvas, picture.x, picture.y);
    context.restore();
  }

  private cached(
    context: SKRSContext2D,
    key: string,
    make: () => OffscreenLayer | undefined,
  ): OffscreenLayer | undefined {
    const { a, b, c, d, e, f } = context.getTransform();
    const at = [a, b, c, d, e, f].join(' ');
    if (at !== this.cachedTransform) this.bitmaps.clear();
    this.cachedTransform = at;
    if (!this.bitmaps.has(key)) this.bitmaps.set(key, make());
    return this.bitmaps.get(key);
  }

  private renderWord(
    context: SKRSContext2D,
    word: PageWord,
    appearance: WordState['appearance'],
    still: ReturnType<typeof wordPositionOf>,
  ): OffscreenLayer | undefined {
    const ink = this.painters[appearance];
    context.save();
    transformToWord(context, word, still, this.space.size);
    const picture = drawOffscreen(context, ink.inkBoxOf(ink.unitOf(word)), (layer) => {
      ink.drawWord(layer, word);
    });
    context.restore();
    return picture;
  }
}
