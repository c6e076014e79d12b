import type { Warning } from '../../edit/edit.ts';
import { PictureScaler } from '../av/picture-scaler.ts';
import { type Picture, share } from '../av/picture.ts';
import { type Composed, Composer } from '../compose/composer.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { Timeline } from '../resolve/timeline.ts';

const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };

/** The pictures of an output: composed, and scaled to its size. Fastest in rising order. Close it with `using`. */
export class FinishedPictures implements Disposable {
  private readonly composer: Composer;
  private readonly scaler: PictureScaler | undefined;
  /** The last one. */
  private scaled: Picture | undefined;

  /**
   * @param watermark whether our mark lies over every picture.
   * @param fonts those that texts may ask for.
   * @throws {KinoraError} `font_not_found` when a text asks for a font that we do not have.
   */
  constructor(timeline: Timeline, watermark: boolean, fonts: Fonts) {
    this.composer = new Composer(timeline, watermark, fonts);
    const { width, height, output } = timeline;
    if (output.width === width && output.height === height) return;
    this.scaler = new PictureScaler({ turn: 'none', window: WHOLE, ...output, alpha: false });
  }

  /** What of the texts no font can show, and which pictures are too small. */
  get warnings(): readonly Warning[] {
    return this.composer.warnings;
  }

  /**
   * The picture of a frame of the timeline.
   *
   * @throws {Unreadable} when the file of a clip cannot be read.
   */
  async at(frame: number): Promise<Composed> {
    const composed = await this.composer.picture(frame);
    if (!this.scaler) return composed;
    using unscaled = composed.picture;
    if (!composed.isRepeat || !this.scaled) {
      this.scaled?.free();
      this.scaled = undefined;
      this.scaled = await this.scaler.convert(unscaled);
    }
    return { ...composed, picture: share(this.scaled) };
  }

  [Symbol.dispose](): void {
    this.scaled?.free();
    this.scaler?.[Symbol.dispose]();
    this.composer[Symbol.dispose]();
  }
}
