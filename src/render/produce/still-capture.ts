import { frameAt, toSeconds } from '../../base/time.ts';
import type { CompleteOutput, Output, RenderFiles } from '../../edit/model.ts';
import type { VideoFrame } from '../av/video/video-frame.ts';
import { toRgba } from '../av/video/convert-frame.ts';
import type { ComposedFrame } from '../compose/composer.ts';
import { JPG_QUALITY } from '../encode/quality.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { type JpegSettings, type RgbaImage, scaleStill, type StillSize, writeJpeg } from '../stills/still.ts';
import type { OutputFrames } from './output-frames.ts';

/** A JPEG of one frame. */
interface PendingStill {
  /** Index of the frame on the timeline. */
  readonly frame: number;
  readonly path: string;
  readonly size: StillSize;
}

/** The frames of an output, and how to open the same frames in full colour. */
type CapturedFrames = Pick<OutputFrames, 'at' | 'fullColour'> & {
  openInFullColour: () => Pick<OutputFrames, 'at'> & Disposable;
};

/**
 * Supplies the frames of an output and captures its poster and its thumbnail. A still is in full colour. If the
 * output is a video, the frame of a still is therefore composed once more, while its sources are decoded
 * anyway. A still outside of the rendered range is composed before the first frame of the range, or by
 * {@link StillCapture.finish} after the last frame.
 */
export class StillCapture {
  private readonly frames: CapturedFrames;
  private readonly onStill: () => void;
  /** The stills to make, in the order of their frames. */
  private pending: readonly PendingStill[];
  /** The quality of a `jpg` output of the same quality, but always with the colour of every pixel. */
  private readonly settings: JpegSettings;

  /**
   * @param to paths of the stills.
   * @param onStill called before each frame that is composed only for a still.
   */
  constructor(
    frames: CapturedFrames,
    timeline: Pick<ResolvedTimeline, 'rate' | 'frameCount' | 'outputSize'>,
    output: CompleteOutput,
    to: RenderFiles<string>,
    onStill: () => void,
  ) {
    this.frames = frames;
    this.onStill = onStill;
    this.settings = { ...JPG_QUALITY[output.quality], chroma: '4:4:4' };
    this.pending = listStills(timeline, output, to).toSorted((a, b) => a.frame - b.frame);
  }

  /**
   * Composes a frame like {@link OutputFrames.at} and captures its stills. Frames must be requested in rising
   * order.
   *
   * @param index index of the frame on the timeline.
   * @throws {UnreadableSource} if the file of a clip cannot be read.
   */
  async at(index: number): Promise<ComposedFrame> {
    await this.captureBefore(index);
    const composed = await this.frames.at(index);
    try {
      await this.capture(index, this.frames.fullColour ? composed.frame : undefined);
      return composed;
    } catch (error) {
      composed.frame.free();
      throw error;
    }
  }

  /** Makes the remaining stills. @throws {UnreadableSource} if the file of a clip cannot be read. */
  finish(): Promise<void> {
    return this.captureBefore(Infinity);
  }

  private async captureBefore(index: number): Promise<void> {
    for (let next = this.pending[0]; next && next.frame < index; next = this.pending[0]) {
      this.onStill();
      await this.capture(next.frame);
    }
  }

  /** Writes the stills of a frame. @param frame the frame in full colour, unless it must be composed first. */
  private async capture(index: number, frame?: VideoFrame): Promise<void> {
    const stills = this.pending.filter((still) => still.frame === index);
    if (stills.length === 0) return;
    this.pending = this.pending.filter((still) => still.frame !== index);
    const pixels = await (frame ? toRgba(frame) : this.composeStill(index));
    for (const { path, size } of stills) {
      const isWhole = size.width === pixels.width && size.height === pixels.height;
      await writeJpeg(isWhole ? pixels : await scaleStill(pixels, size), path, this.settings);
    }
  }

  private async composeStill(index: number): Promise<RgbaImage> {
    if (this.frames.fullColour) return this.readFrame(this.frames, index);
    using frames = this.frames.openInFullColour();
    return await this.readFrame(frames, index);
  }

  private async readFrame(frames: Pick<OutputFrames, 'at'>, index: number): Promise<RgbaImage> {
    using frame = (await frames.at(index)).frame;
    return await toRgba(frame);
  }
}

function listStills(
  { rate, frameCount, outputSize }: Pick<ResolvedTimeline, 'rate' | 'frameCount' | 'outputSize'>,
  { poster, thumbnail }: Output,
  to: RenderFiles<string>,
): PendingStill[] {
  // A time beyond the end gives the last frame (contract C32).
  const frameOf = (capture: number) => Math.min(frameAt(toSeconds(capture), rate), frameCount - 1);
  const stills: PendingStill[] = [];
  if (poster && to.poster !== undefined) {
    stills.push({ frame: frameOf(poster.capture), path: to.poster, size: outputSize });
  }
  if (thumbnail && to.thumbnail !== undefined) {
    const scaled = (side: number) => Math.max(1, Math.round(side * thumbnail.scale));
    const scaledSize = { width: scaled(outputSize.width), height: scaled(outputSize.height) };
    stills.push({ frame: frameOf(thumbnail.capture), path: to.thumbnail, size: scaledSize });
  }
  return stills;
}
