import type { Warning } from '../../edit/model.ts';
import { FrameScaler } from '../av/video/frame-scaler.ts';
import { type VideoFrame, shareFrame } from '../av/video/video-frame.ts';
import { type ComposedFrame, Composer, type ComposerOptions } from '../compose/composer.ts';
import type { FontLibrary } from '../fonts/font-library.ts';
import { MixedLevels } from '../mix/levels/mixed-levels.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';

const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };

/**
 * Composes the frames of an output at its final size. Fastest if frames are requested in rising order. Close
 * it with `using`.
 */
export class OutputFrames implements Disposable {
  /** True if the frames have the colour of every pixel, as those of stills and those with alpha do. */
  readonly fullColour: boolean;
  private readonly parts: readonly [timeline: ResolvedTimeline, watermark: boolean, fonts: FontLibrary];
  private readonly levels: MixedLevels;
  private readonly composer: Composer;
  private readonly scaler: FrameScaler | undefined;
  /** The last scaled frame. */
  private scaled: VideoFrame | undefined;

  /**
   * @param watermark true if every frame carries the watermark.
   * @param fonts the fonts that texts can use.
   * @param options the form of the frames.
   * @throws {KinoraError} `font_not_found` if a text uses an unknown font.
   */
  constructor(
    timeline: ResolvedTimeline,
    watermark: boolean,
    fonts: FontLibrary,
    options: ComposerOptions = {},
  ) {
    const { fullColour = false } = options;
    const hasAlpha = timeline.background === 'transparent';
    this.fullColour = fullColour || hasAlpha;
    this.parts = [timeline, watermark, fonts];
    this.levels = new MixedLevels(timeline);
    this.composer = new Composer(timeline, watermark, fonts, { levels: this.levels, ...options });
    const { width, height, outputSize } = timeline;
    if (outputSize.width === width && outputSize.height === height) return;
    this.scaler = new FrameScaler({
      turn: 'none',
      window: WHOLE,
      ...outputSize,
      alpha: hasAlpha,
      fullColour: this.fullColour,
    });
  }

  /**
   * Opens the same frames in full colour. A frame that was just composed needs no decoding again. The caller
   * closes the result, before or after these frames.
   */
  openInFullColour(): OutputFrames {
    return new OutputFrames(...this.parts, { fullColour: true, sibling: this.composer });
  }

  /** Warnings of characters that no font contains, and of pictures that are too small. */
  get warnings(): readonly Warning[] {
    return this.composer.warnings;
  }

  /**
   * Composes a frame of the timeline. The caller frees it.
   *
   * @param index index of the frame on the timeline.
   * @throws {UnreadableSource} if the file of a clip cannot be read.
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
    this.levels[Symbol.dispose]();
  }
}
