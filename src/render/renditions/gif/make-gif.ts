import { hundredthAtFrame, type Rate, roundRate, type Seconds, type Speed } from '../../../base/time.ts';
import type { MediaFacts, RenditionTransformation } from '../../../ingest/model.ts';
import { PictureConverter } from '../../av/convert/picture-converter.ts';
import { readDeclaredRates, readFirstTime, readPictures } from '../../av/convert/picture-source.ts';
import { originAt, selectFrames, type ShownFrame } from '../../av/convert/select-frames.ts';
import { type GifPicture, writeTransparentGif } from '../../av/encode/gif-file.ts';
import { RgbaConverter } from '../../av/video/rgba-converter.ts';
import { shareFrame } from '../../av/video/video-frame.ts';
import { GifOutput } from '../../encode/gif-output.ts';
import { GIF_QUALITY } from '../../encode/quality.ts';
import type { VideoTrack } from '../../media/media.ts';
import { rateOf } from '../av/av-rate.ts';
import type { RenditionSource, RenditionTarget } from '../rendition.ts';
import { type PicturePlacement, placePicture } from '../size.ts';
import { speedOf } from '../speed.ts';
import { readPicture } from '../stills/read-picture.ts';
import { canKeepFrames, writeFrames } from '../stills/write-frames.ts';
import { keepAlive, writePicture } from '../stills/write-picture.ts';
import { gifQualityOf, gifRateOf } from './gif-settings.ts';

/** Rates above this one are no frame rates, but clocks. */
const MAX_SOURCE_RATE = 240;
/** Frames to decode ahead. */
const AHEAD = 3;

/** The pictures of a GIF. */
interface GifPlan {
  readonly track: VideoTrack;
  readonly placement: PicturePlacement;
  readonly rate: Rate;
  readonly speed: Speed;
  /** The source second at which the GIF begins. */
  readonly origin: Seconds;
}

/**
 * Makes a GIF of a video, of an animated image or of a picture. The GIF of a video plays forever.
 *
 * @throws {KinoraError} `validation_failed` if the speed is 0 or the size is too large.
 * @throws {MediaError} if the source cannot be read.
 */
export async function makeGif(source: RenditionSource, target: RenditionTarget): Promise<MediaFacts> {
  const { transformation, onProgress, path } = target;
  const { media } = source;
  const quality = gifQualityOf(transformation.quality);
  const { colours } = GIF_QUALITY[quality];
  const encoding = { format: 'gif', colours: colours + 1 } as const;
  if (keepsTimes(transformation) && (await canKeepFrames(source))) {
    const { layout } = await readPicture(source, transformation);
    return keepAlive(onProgress, () => writeFrames(source, layout, encoding, target));
  }
  const track = media.kind === 'av' || media.kind === 'animation' ? media.video : undefined;
  if (!track) {
    const picture = await readPicture(source, transformation);
    return keepAlive(onProgress, () => writePicture(picture, encoding, path));
  }
  const plan = await planGif(track, transformation, media.kind === 'animation');
  const count = track.alpha
    ? await writeTransparent(plan, encoding.colours, target)
    : await writeOpaque(plan, quality, target);
  const { width, height } = plan.placement;
  const duration = hundredthAtFrame(count, plan.rate) / 100;
  return { width, height, duration, fps: roundRate(plan.rate) };
}

/** True if the frames of an animation stay. At a higher speed, a GIF has to drop frames. */
function keepsTimes({ fps, speed }: RenditionTransformation): boolean {
  return fps === undefined && (speed?.speed ?? 1) <= 1;
}

async function planGif(
  track: VideoTrack,
  transformation: RenditionTransformation,
  isAnimation: boolean,
): Promise<GifPlan> {
  const isUneven = isAnimation || track.defects.includes('variable frame rate');
  const own = rateOf(await readDeclaredRates(track), isUneven, MAX_SOURCE_RATE);
  const rate = gifRateOf(transformation.fps, own);
  const speed = speedOf(transformation);
  return {
    track,
    placement: placePicture(track, transformation),
    rate,
    speed,
    origin: originAt(await readFirstTime(track), { rate, speed }),
  };
}

function selectPictures({ track, ...timing }: GifPlan): AsyncGenerator<ShownFrame> {
  return selectFrames(readPictures(track, AHEAD), { ...timing, fillsStart: true });
}

/** Writes a GIF without transparent pixels, as renders do. @returns the number of frames. */
async function writeOpaque(
  plan: GifPlan,
  quality: ReturnType<typeof gifQualityOf>,
  { path, onProgress }: RenditionTarget,
): Promise<number> {
  const { placement, rate, track } = plan;
  const { width, height } = placement;
  const settings = { width, height, rate, quality, hasSound: false, loops: true } as const;
  await using output = await GifOutput.open(path, { ...settings, encoder: 'many threads' });
  using converter = new PictureConverter(track, { ...placement, pixelFormat: 'yuv420p', matrix: '709' });
  let count = 0;
  for await (using shown of selectPictures(plan)) {
    using frame = await converter.convert(shown.frame);
    for (let repeat = 0; repeat < shown.count; repeat++) await output.writeFrame(shareFrame(frame));
    count = shown.index + shown.count;
    onProgress();
  }
  await output.finish();
  return count;
}

/** Writes a GIF with transparent pixels. @returns the number of frames. */
async function writeTransparent(
  plan: GifPlan,
  colours: number,
  { path, onProgress }: RenditionTarget,
): Promise<number> {
  let count = 0;
  const convert = async function* (): AsyncGenerator<GifPicture> {
    using converter = new RgbaConverter(plan.track, plan.placement);
    for await (using shown of selectPictures(plan)) {
      const frame = await converter.convert(shown.frame);
      count = shown.index + shown.count;
      yield {
        frame,
        from: hundredthAtFrame(shown.index, plan.rate),
        to: hundredthAtFrame(count, plan.rate),
      };
      onProgress();
    }
  };
  await writeTransparentGif(convert(), colours, path);
  return count;
}
