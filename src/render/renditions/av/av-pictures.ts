import { type Rate, type Seconds, type Speed, toRate } from '../../../base/time.ts';
import type { RenditionTransformation } from '../../../ingest/model.ts';
import { storedMatrix, PICTURE_CODECS, type PictureCodec } from '../../av/convert/picture-codecs.ts';
import { PictureConverter } from '../../av/convert/picture-converter.ts';
import { readDeclaredRates, readFirstTime, readPictures } from '../../av/convert/picture-source.ts';
import { readAhead } from '../../av/convert/read-ahead.ts';
import { originAt, selectFrames, type ShownFrame } from '../../av/convert/select-frames.ts';
import type { VideoTrack } from '../../media/media.ts';
import { type PicturePlacement, placePicture } from '../size.ts';
import { rateOf } from './av-rate.ts';
import type { AvPicture } from './av-writer.ts';

/** Frames that each step may work ahead of the next one. */
const MAX_AHEAD = 4;
/** Pixels that the frames ahead may have together. They limit the memory for large pictures. */
const MAX_PIXELS_AHEAD = 2 ** 26;
/** Seconds between keyframes, unless the transformation specifies an interval. */
const KEYFRAME_SECONDS = 2;

/** The plan for the pictures of a video. */
export interface PicturePlan {
  readonly track: VideoTrack;
  readonly codec: PictureCodec;
  readonly placement: PicturePlacement;
  readonly rate: Rate;
  readonly speed: Speed;
  /** Frames from one keyframe to the next. */
  readonly keyframeEvery: number;
  /** True if the first picture is also shown before its time. */
  readonly fillsStart: boolean;
  /** The source second at which the file begins. */
  readonly origin: Seconds;
}

/**
 * Plans the pictures of a video.
 *
 * @throws {KinoraError} `validation_failed` if the size is too large.
 */
export async function planPictures(
  track: VideoTrack,
  codec: PictureCodec,
  transformation: RenditionTransformation,
  { isAnimation, ...timing }: Pick<PicturePlan, 'speed' | 'fillsStart'> & { readonly isAnimation: boolean },
): Promise<PicturePlan> {
  const { maxRate, step } = PICTURE_CODECS[codec];
  // Each frame of an animated image has a time of its own.
  const isUneven = isAnimation || track.defects.includes('variable frame rate');
  const rate =
    transformation.fps === undefined
      ? rateOf(await readDeclaredRates(track), isUneven, maxRate)
      : toRate(transformation.fps);
  const keyframeEvery =
    transformation.keyframeInterval ?? Math.max(1, Math.round(rate.mul(KEYFRAME_SECONDS).valueOf()));
  return {
    track,
    codec,
    placement: placePicture(track, transformation, step),
    rate,
    keyframeEvery,
    origin: originAt(await readFirstTime(track), { rate, speed: timing.speed }),
    ...timing,
  };
}

/**
 * Yields the pictures of a video in order. Decoding, converting and the caller work at the same time.
 *
 * @throws {MediaError} if the source cannot be read.
 */
export function readAvPictures(plan: PicturePlan): AsyncGenerator<AvPicture> {
  const pixels = plan.track.stored.width * plan.track.stored.height;
  const ahead = Math.max(1, Math.min(MAX_AHEAD, Math.floor(MAX_PIXELS_AHEAD / pixels)));
  return readAhead(convertPictures(selectFrames(readPictures(plan.track, ahead), plan), plan), ahead);
}

async function* convertPictures(
  shown: AsyncGenerator<ShownFrame>,
  { track, codec, placement }: PicturePlan,
): AsyncGenerator<AvPicture> {
  const { pixelFormat } = PICTURE_CODECS[codec];
  const matrix = storedMatrix(codec, placement.height);
  using converter = new PictureConverter(track, { ...placement, pixelFormat, matrix });
  for await (using source of shown) {
    const frame = await converter.convert(source.frame);
    yield { frame, index: source.index, count: source.count, [Symbol.dispose]: () => frame.free() };
  }
}
