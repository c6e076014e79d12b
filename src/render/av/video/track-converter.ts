import type { Frame } from '../ffmpeg.ts';
import type { VideoTrack } from '../../media/media.ts';
import { requireValue } from '../check.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { TURN_FILTERS } from './frame-scaler.ts';

/** A rectangle in whole pixels. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The size of a picture, and the placement of its content. */
export interface PictureLayout {
  readonly width: number;
  readonly height: number;
  /** The part of the upright source to use, in its square pixels. */
  readonly crop: Rectangle;
  /** The place of this part in the picture. The rest is black, or transparent if there is alpha. */
  readonly picture: Rectangle;
}

/** Turns, crops, scales and converts the frames of a track. Close it with `using`. */
export abstract class TrackConverter<Layout extends PictureLayout> implements Disposable {
  protected readonly track: VideoTrack;
  protected readonly layout: Layout;
  private chain: FilterChain | undefined;
  private parameters = '';

  constructor(track: VideoTrack, layout: Layout) {
    this.track = track;
    this.layout = layout;
  }

  /**
   * Converts a frame whose colour tags are complete.
   *
   * @returns a frame that the caller frees. It may share its pixels with the given frame.
   * @throws {MediaError} if FFmpeg fails.
   */
  async convert(frame: Frame): Promise<Frame> {
    const parameters = videoInput(frame);
    if (parameters !== this.parameters) {
      this.chain?.[Symbol.dispose]();
      const filters = this.filtersFor(frame);
      this.chain = filters && new FilterChain('video', parameters, filters.join(','));
      this.parameters = parameters;
    }
    if (!this.chain) return requireValue(frame.clone(), 'share the frame');
    this.chain.push(frame);
    return requireValue(await this.chain.pull(), 'convert the frame');
  }

  [Symbol.dispose](): void {
    this.chain?.[Symbol.dispose]();
  }

  /** Returns the filters for frames like the given one. Undefined if such a frame is the picture already. */
  protected abstract filtersFor(frame: Frame): string[] | undefined;

  protected uprightSize({ width, height }: Frame): { readonly width: number; readonly height: number } {
    const isSideways = TURN_FILTERS[this.track.turn].some((filter) => filter.startsWith('transpose'));
    return isSideways ? { width: height, height: width } : { width, height };
  }

  /** Returns the part of the upright frame to use, in its stored pixels. @param step 2 if its chroma is subsampled. */
  protected cropOf(frame: Frame, step: 1 | 2): Rectangle {
    const { crop } = this.layout;
    const upright = this.uprightSize(frame);
    if (crop.width === this.track.width && crop.height === this.track.height)
      return { left: 0, top: 0, ...upright };
    const [x, y] = [upright.width / this.track.width, upright.height / this.track.height];
    const left = Math.floor((crop.left * x) / step) * step;
    const top = Math.floor((crop.top * y) / step) * step;
    const width = Math.max(step, Math.round((crop.width * x) / step) * step);
    const height = Math.max(step, Math.round((crop.height * y) / step) * step);
    return {
      left,
      top,
      width: Math.min(upright.width - left, width),
      height: Math.min(upright.height - top, height),
    };
  }
}
