import { frameAt, seconds } from '../../base/time.ts';
import type { Output, PerFile } from '../../edit/edit.ts';
import { type Picture, rgbaOf } from '../av/picture.ts';
import type { Composed } from '../compose/composer.ts';
import { JPG_QUALITY } from '../encode/quality.ts';
import type { Timeline } from '../resolve/timeline.ts';
import { type JpegSettings, scaledStill, type StillSize, writeJpeg } from '../stills/still.ts';
import type { FinishedPictures } from './finished-pictures.ts';

/** A JPEG of one frame. */
interface Still {
  /** Frame of the timeline. */
  readonly frame: number;
  readonly path: string;
  readonly size: StillSize;
}

/**
 * The pictures of an output on their way to its file, of which some become its poster and its thumbnail: no frame is composed twice for
 * them. Those that the output does not show are made before its first picture or, by {@link CapturedPictures.finish}, after its last.
 */
export class CapturedPictures {
  private readonly pictures: Pick<FinishedPictures, 'at'>;
  private readonly onStill: () => void;
  /** Those to come, the first frame first. */
  private waiting: readonly Still[];
  /** As a `jpg` of the same quality. */
  private readonly settings: JpegSettings;

  /**
   * @param to where the stills go.
   * @param onStill is told before each still that needs a picture of its own: none of them is a frame of the output.
   */
  constructor(
    pictures: Pick<FinishedPictures, 'at'>,
    timeline: Pick<Timeline, 'rate' | 'frames' | 'output'>,
    output: Output,
    to: PerFile<string>,
    onStill: () => void,
  ) {
    this.pictures = pictures;
    this.onStill = onStill;
    this.settings = JPG_QUALITY[output.quality ?? 'medium'];
    this.waiting = stillsOf(timeline, output, to).toSorted((a, b) => a.frame - b.frame);
  }

  /**
   * As {@link FinishedPictures.at}, in rising order.
   *
   * @throws {Unreadable} when the file of a clip cannot be read.
   */
  async at(frame: number): Promise<Composed> {
    await this.captureBefore(frame);
    const composed = await this.pictures.at(frame);
    try {
      await this.capture(frame, composed.picture);
      return composed;
    } catch (error) {
      composed.picture.free();
      throw error;
    }
  }

  /** Makes the stills that are still to come. @throws {Unreadable} as {@link CapturedPictures.at}. */
  finish(): Promise<void> {
    return this.captureBefore(Infinity);
  }

  private async captureBefore(frame: number): Promise<void> {
    for (let next = this.waiting[0]; next && next.frame < frame; next = this.waiting[0]) {
      this.onStill();
      using picture = (await this.pictures.at(next.frame)).picture;
      await this.capture(next.frame, picture);
    }
  }

  private async capture(frame: number, picture: Picture): Promise<void> {
    const stills = this.waiting.filter((still) => still.frame === frame);
    if (stills.length === 0) return;
    this.waiting = this.waiting.filter((still) => still.frame !== frame);
    const pixels = await rgbaOf(picture);
    for (const { path, size } of stills) {
      const isWhole = size.width === pixels.width && size.height === pixels.height;
      await writeJpeg(isWhole ? pixels : await scaledStill(pixels, size), path, this.settings);
    }
  }
}

function stillsOf(
  { rate, frames, output: size }: Pick<Timeline, 'rate' | 'frames' | 'output'>,
  { poster, thumbnail }: Output,
  to: PerFile<string>,
): Still[] {
  // Beyond the end it is the last frame (contract C32).
  const frameOf = (capture: number) => Math.min(frameAt(seconds(capture), rate), frames - 1);
  const stills: Still[] = [];
  if (poster && to.poster !== undefined) {
    stills.push({ frame: frameOf(poster.capture), path: to.poster, size });
  }
  if (thumbnail && to.thumbnail !== undefined) {
    const scaled = (side: number) => Math.max(1, Math.round(side * thumbnail.scale));
    const scaledSize = { width: scaled(size.width), height: scaled(size.height) };
    stills.push({ frame: frameOf(thumbnail.capture), path: to.thumbnail, size: scaledSize });
  }
  return stills;
}
