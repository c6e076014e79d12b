import type { Frame } from '../ffmpeg.ts';
import { requireValue } from '../check.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import type { VideoTrack } from '../../media/media.ts';
import { completeColourTags } from './colour-tags.ts';
import { TURN_FILTERS } from './frame-scaler.ts';
import { StagingFrame } from './staging-frame.ts';
import type { Plane } from './video-frame.ts';

/** Shrinks the frames of a track to be looked at by a program: fast, upright, and without alpha. Close it with `using`. */
export class SmallFrames implements Disposable {
  private readonly filters: string;
  private chain: FilterChain | undefined;
  private parameters = '';
  private readonly staging = new StagingFrame();

  /** @param size the upright size in pixels. @param format bytes of a pixel: its brightness, or red, green, blue and 255. */
  constructor(
    { turn }: Pick<VideoTrack, 'turn'>,
    { width, height }: { readonly width: number; readonly height: number },
    format: 'gray' | 'rgba',
  ) {
    const isSideways = TURN_FILTERS[turn].some((filter) => filter.startsWith('transpose'));
    const stored = isSideways ? `${height}:${width}` : `${width}:${height}`;
    this.filters = [`scale=${stored}:flags=area`, ...TURN_FILTERS[turn], `format=${format}`].join(',');
  }

  /** Returns the pixels of a frame, valid until the next call. @throws {MediaError} if FFmpeg fails. */
  async read(frame: Frame): Promise<Plane> {
    completeColourTags(frame);
    const parameters = videoInput(frame);
    if (!this.chain || this.parameters !== parameters) {
      this.chain?.[Symbol.dispose]();
      this.chain = new FilterChain('video', parameters, this.filters);
      this.parameters = parameters;
    }
    this.chain.push(frame);
    using small = requireValue(await this.chain.pull(), 'shrink the frame');
    return requireValue(this.staging.load(small).views[0], 'read the frame');
  }

  [Symbol.dispose](): void {
    this.chain?.[Symbol.dispose]();
    this.staging[Symbol.dispose]();
  }
}
