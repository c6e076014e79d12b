import type { Warning } from '../../edit/model.ts';
import { FrameScaler } from '../av/video/frame-scaler.ts';
import { type VideoFrame, shareFrame } from '../av/video/video-frame.ts';
import { type ComposedFrame, Composer } from '../compose/composer.ts';
import type { FontLibrary } from '../fonts/font-library.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';

const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };

/** The pictures of an output: composed, and scaled to its size. Fastest in rising order. Close it with `using`. */
export class OutputFrames implements Disposable {
  private readonly composer: Composer;
  private readonly scaler: FrameScaler | undefined;
  /** The last one. */
  private scaled: VideoFrame | undefined;

  /**
   * @param watermark whether our mark lies over every picture.
   * @param fonts those that texts may ask for.
   * @throws {KinoraError} `font_not_found` when a text asks for a font that we do not have.
   */
  constructor(timeline: ResolvedTimeline, watermark: boolean, fonts: FontLibrary) {
    this.composer = new Composer(timeline, watermark, fonts);
    const { width, height, outputSize } = timeline;
    if (outputSize.width === width && outputSize.height === height) return;
    this.scaler = new FrameScaler({ turn: 'none', window: WHOLE, ...outputSize, alpha: false });
  }

  /** What of the texts no font can show, and which pictures are too small. */
  get warnings(): readonly Warning[] {
    return this.composer.warnings;
  }

  /**
   * The picture of a frame of the timeline.
   *
   * @throws {UnreadableSource} when the file of a clip cannot be read.
   */
  async at(index: number): Promise<ComposedFrame> {
    const composed = await this.composer.composeFrame(index);
    if (!this.scaler) return composed;
    using unscaled = composed.frame;
    if (!composed.isRepeat || !this.scaled) {
      this.scaled?.free();
      this.scaled = undefined;
      this.scaled = await this.scaler.convert(unscaled);
    }
    return { ...composed, frame: shareFrame(this.scaled) };
  }

  [Symbol.dispose](): void {
    this.scaled?.free();
    this.scaler?.[Symbol.dispose]();
    this.composer[Symbol.dispose]();
  }
}
