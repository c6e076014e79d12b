import type { Frame } from '../av/ffmpeg.ts';
import { requireValue } from '../av/check.ts';
import { FilterChain, videoInput } from '../av/filter-chain.ts';
import { completeColourTags } from '../av/video/colour-tags.ts';
import type { OpenReader } from '../av/video/shared-readers.ts';
import { StagingFrame } from '../av/video/staging-frame.ts';
import type { VideoFrame } from '../av/video/video-frame.ts';
import type { VideoTrack } from '../media/media.ts';
import { featherMask, multiplyByMask, turnMask } from './cutout-mask.ts';
import { maskPeople } from './find-people.ts';
import { searchedSizeOf } from './small-picture.ts';
import { SmallPictures } from './small-pictures.ts';

/** Longest side in pixels of the pictures in which people are looked at closely. */
export const CUT_SIDE = 640;
/** Formats with alpha. FFmpeg chooses the one that loses least. */
const WITH_ALPHA = 'format=yuva420p|yuva422p|yuva444p';
/** The plane of the alpha in them. */
const ALPHA = 3;

/** Leaves only the people of the frames of a track. Close it with `using`. */
export class FrameCutter implements Disposable {
  private readonly track: VideoTrack;
  private readonly feather: number;
  private readonly whole: SmallPictures;
  private readonly close: SmallPictures;
  private readonly staging = new StagingFrame();
  private chain: FilterChain | undefined;
  private parameters = '';

  /** @param feather width of the edge in parts of a side of the picture, 0 to 0.1. */
  constructor(track: VideoTrack, feather: number) {
    this.track = track;
    this.feather = feather;
    this.whole = new SmallPictures(track, searchedSizeOf(track));
    this.close = new SmallPictures(track, searchedSizeOf(track, CUT_SIDE));
  }

  /**
   * Returns a frame with alpha, which the caller frees. Its pixels are valid until the next call.
   *
   * @throws {MediaError} if FFmpeg fails.
   */
  async cut(frame: Frame): Promise<VideoFrame> {
    const people = await maskPeople(await this.whole.read(frame), await this.close.read(frame));
    using converted = await this.addAlpha(frame);
    const { width, height, views } = this.staging.load(converted);
    const alpha = requireValue(views[ALPHA], 'read the alpha');
    const mask = people && turnMask(featherMask(people, this.feather), this.track.turn);
    multiplyByMask({ ...alpha, step: 1, width, height }, mask);
    return this.staging.share(converted);
  }

  [Symbol.dispose](): void {
    this.whole[Symbol.dispose]();
    this.close[Symbol.dispose]();
    this.staging[Symbol.dispose]();
    this.chain?.[Symbol.dispose]();
  }

  private async addAlpha(frame: Frame): Promise<Frame> {
    completeColourTags(frame);
    const parameters = videoInput(frame);
    if (!this.chain || this.parameters !== parameters) {
      this.chain?.[Symbol.dispose]();
      this.chain = new FilterChain('video', parameters, WITH_ALPHA);
      this.parameters = parameters;
    }
    this.chain.push(frame);
    return requireValue(await this.chain.pull(), 'add alpha to the frame');
  }
}

/** Returns a function that opens a reader, whose frames show only people. */
export function openCutout(openReader: OpenReader, track: VideoTrack, feather: number): OpenReader {
  return async (location) => {
    const reader = await openReader(location);
    const cutter = new FrameCutter(track, feather);
    let source: Frame | undefined;
    let cut: VideoFrame | undefined;
    return {
      async frameAt(moment) {
        const frame = await reader.frameAt(moment);
        if (frame === source) return cut;
        cut?.free();
        cut = frame && (await cutter.cut(frame));
        source = frame;
        return cut;
      },
      [Symbol.dispose]() {
        cut?.free();
        cutter[Symbol.dispose]();
        reader[Symbol.dispose]();
      },
    };
  };
}
