import type { Frame } from '../ffmpeg.ts';
import type { VideoTrack } from '../../media/media.ts';
import { requireValue } from '../check.ts';
import { TONE_MAP, TONE_MAP_WITH_ALPHA } from '../encode/transcode-video.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { completeColourTags } from './colour-tags.ts';
import { FrameScaler, kernelOption, TURN_FILTERS } from './frame-scaler.ts';
import { filtersForOddSize } from './full-chroma.ts';
import { type Planes, planesOf } from './video-frame.ts';

/** Puts the alpha below the colours. Like a luma, it is in limited range there. */
const STACK_ALPHA =
  'split[colours][whole];[whole]alphaextract,scale=in_range=pc:out_range=tv,format=yuv420p[alpha];' +
  '[colours]format=yuv420p[opaque];[opaque][alpha]vstack';

/** A size in pixels. */
type PixelSize = Pick<VideoTrack, 'width' | 'height'>;

/** Removes a colour from planes with chroma for every pixel: changes the planes and their alpha. */
export type RemoveColour = (planes: Planes) => void;

/** Converts the frames of a track for a page: upright, small, in BT.709, with alpha below the colours. Close it with `using`. */
export class PieceConverter implements Disposable {
  private readonly track: VideoTrack;
  private readonly size: PixelSize;
  private readonly scaler: FrameScaler;
  private toneMap: FilterChain | undefined;
  private stack: FilterChain | undefined;

  private readonly removeColour: RemoveColour | undefined;

  /**
   * @param size the upright size of the colours in pixels, even.
   * @param removeColour removes the colour of a chroma key. The result then has alpha.
   */
  constructor(track: VideoTrack, size: PixelSize, removeColour?: RemoveColour) {
    this.track = track;
    this.size = size;
    this.removeColour = removeColour;
    const window = { left: 0, top: 0, right: 1, bottom: 1 };
    const alpha = track.alpha || removeColour !== undefined;
    const fullChroma = removeColour !== undefined;
    this.scaler = new FrameScaler({ turn: track.turn, window, ...size, alpha, fullChroma });
  }

  /** Converts a frame. The caller frees the result. @throws {MediaError} if FFmpeg fails. */
  async convert(frame: Frame): Promise<Frame> {
    if (!this.track.defects.includes('hdr')) return await this.stackAlpha(await this.scaler.convert(frame));
    completeColourTags(frame);
    this.toneMap ??= new FilterChain('video', videoInput(frame), this.toneMapFor(frame));
    using mapped = await run(this.toneMap, frame);
    return await this.stackAlpha(await this.scaler.convert(mapped));
  }

  [Symbol.dispose](): void {
    this.scaler[Symbol.dispose]();
    this.toneMap?.[Symbol.dispose]();
    this.stack?.[Symbol.dispose]();
  }

  /** Returns filters that scale a frame and map its colours. Small frames are mapped many times sooner. */
  private toneMapFor(frame: Frame): string {
    const { turn, alpha } = this.track;
    const { width, height } = this.size;
    const isSideways = TURN_FILTERS[turn].some((filter) => filter.startsWith('transpose'));
    const to = isSideways ? { width: height, height: width } : { width, height };
    const scale = `zscale=${to.width}:${to.height}:${kernelOption(frame, to)}`;
    return [
      ...filtersForOddSize(frame),
      scale,
      alpha ? TONE_MAP_WITH_ALPHA : `${TONE_MAP},format=yuv420p`,
    ].join(',');
  }

  /** Takes over the frame. */
  private async stackAlpha(frame: Frame): Promise<Frame> {
    const { track, removeColour } = this;
    if (!track.alpha && !removeColour) return frame;
    using scaled = frame;
    removeColour?.(planesOf(scaled));
    this.stack ??= new FilterChain('video', videoInput(scaled), STACK_ALPHA);
    return await run(this.stack, scaled);
  }
}

async function run(chain: FilterChain, frame: Frame): Promise<Frame> {
  chain.push(frame);
  return requireValue(await chain.pull(), 'convert the frame');
}
