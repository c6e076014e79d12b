import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { type Layer, layerOf } from '../layer.ts';
import type { PageWord } from './page.ts';
import type { WordInk } from './word-ink.ts';
import type { WordMoment } from './word-moment.ts';
import { inkOf, placeOf, type Space, toWord } from './word-place.ts';

/**
 * Keeps what is drawn again and again as pixels, for as long as the context has one transform. Words on their way need it: Skia puts
 * letters on whole rows of pixels, where they would jerk. So a word is drawn once as it will be in its place, and these pixels are
 * moved and scaled.
 */
export class WordPictures {
  private readonly inks: Readonly<Record<WordMoment['look'], WordInk>>;
  private readonly space: Space;
  private readonly pictures = new Map<string, Layer | undefined>();
  /** The transform that the pictures are made for. */
  private madeFor = '';

  constructor(inks: Readonly<Record<WordMoment['look'], WordInk>>, space: Space) {
    this.inks = inks;
    this.space = space;
  }

  /** Draws the letters of a word. @param rest how large the word is in its place. */
  draw(context: SKRSContext2D, index: number, word: PageWord, now: WordMoment, rest: number): void {
    const still = placeOf(word, { x: 0, y: 0, scale: rest }, this.space);
    const picture = this.kept(context, `${index} ${now.look} ${rest}`, () =>
      this.pictureOf(context, word, now.look, still),
    );
    if (!picture) return;
    const { a, b, c, d, e, f } = context.getTransform();
    const moved = placeOf(word, now, this.space);
    const by = now.scale / rest;
    const onContext = ({ x, y }: typeof still): { x: number; y: number } => ({
      x: a * x + c * y + e,
      y: b * x + d * y + f,
    });
    const [from, to] = [onContext(still), onContext(moved)];
    context.save();
    context.setTransform(by, 0, 0, by, to.x - by * from.x, to.y - by * from.y);
    context.globalAlpha = now.alpha;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture.canvas, picture.x, picture.y);
    context.restore();
  }

  /** Draws something that always looks alike; round corners that are drawn in parts would not. @param area what it may be drawn on. */
  drawStill(context: SKRSContext2D, name: string, area: Rect, draw: (layer: SKRSContext2D) => void): void {
    const picture = this.kept(context, name, () => layerOf(context, area, draw));
    if (!picture) return;
    context.save();
    context.resetTransform();
    context.drawImage(picture.canvas, picture.x, picture.y);
    context.restore();
  }

  private kept(context: SKRSContext2D, key: string, make: () => Layer | undefined): Layer | undefined {
    const { a, b, c, d, e, f } = context.getTransform();
    const at = [a, b, c, d, e, f].join(' ');
    if (at !== this.madeFor) this.pictures.clear();
    this.madeFor = at;
    if (!this.pictures.has(key)) this.pictures.set(key, make());
    return this.pictures.get(key);
  }

  private pictureOf(
    context: SKRSContext2D,
    word: PageWord,
    look: WordMoment['look'],
    still: ReturnType<typeof placeOf>,
  ): Layer | undefined {
    const ink = this.inks[look];
    context.save();
    toWord(context, word, still, this.space.size);
    const picture = layerOf(context, inkOf(ink.unitOf(word), ink.style), (layer) => {
      ink.drawWord(layer, word);
    });
    context.restore();
    return picture;
  }
}
