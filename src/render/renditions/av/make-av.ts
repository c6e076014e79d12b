import { KinoraError } from '../../../base/errors.ts';
import { roundRate, roundSeconds, type Seconds } from '../../../base/time.ts';
import type { MediaFacts, RenditionTransformation } from '../../../ingest/model.ts';
import { MediaError } from '../../av/check.ts';
import { openPictureEncoder } from '../../av/convert/picture-codecs.ts';
import { blockSamplesOf, delayOf, openSoundEncoder } from '../../av/convert/sound-codecs.ts';
import type { Encoder } from '../../av/encode/encoder.ts';
import type { RenditionSource, RenditionTarget } from '../rendition.ts';
import { type PicturePlan, readAvPictures } from './av-pictures.ts';
import { readAvSound } from './av-sound.ts';
import { type AvEncoders, type AvPicture, AvWriter, type SoundBlock } from './av-writer.ts';
import { pictureLevel } from './levels.ts';
import { type AvPlan, MAX_HOURS, planAv } from './plan-av.ts';

/**
 * Makes a video or a sound of a video, an animation or a sound.
 *
 * @throws {KinoraError} `validation_failed` if the transformation does not suit the source, or
 *   `asset_not_media` if none of its pictures can be decoded.
 * @throws {MediaError} if the source is damaged.
 */
export async function makeAv(source: RenditionSource, target: RenditionTarget): Promise<MediaFacts> {
  const plan = await planAv(source, target);
  const encoders = await openEncoders(plan, target);
  const { container, options } = plan.format;
  await using writer = await AvWriter.open(target.path, container, options, encoders);
  await writeAv(plan, encoders, writer, target.onProgress);
  if (plan.pictures && !writer.hasPictures)
    throw new KinoraError('asset_not_media', 'The file is damaged: none of its pictures can be decoded.');
  await writer.finish();
  return factsOf(plan, writer.duration);
}

async function openEncoders(
  { format, pictures, sound }: AvPlan,
  { transformation }: RenditionTarget,
): Promise<AvEncoders> {
  const { hasGlobalHeader } = format;
  using opened = new DisposableStack();
  const soundEncoder =
    sound && opened.use(await openSoundEncoder(sound.codec, sound.format, sound.level, hasGlobalHeader));
  const pictureEncoder = pictures && (await openPictures(pictures, transformation, hasGlobalHeader));
  opened.move();
  return {
    pictures: pictureEncoder && { encoder: pictureEncoder, rate: pictures.rate },
    sound: soundEncoder && { encoder: soundEncoder, rate: sound.format.rate },
  };
}

async function openPictures(
  { codec, placement, rate, keyframeEvery }: PicturePlan,
  { quality, format }: RenditionTransformation,
  hasGlobalHeader: boolean,
): Promise<Encoder> {
  const { width, height } = placement;
  const shape = { width, height, rate, keyframeEvery };
  try {
    return await openPictureEncoder(codec, shape, pictureLevel(codec, quality), hasGlobalHeader);
  } catch (cause) {
    if (!(cause instanceof MediaError)) throw cause;
    throw new KinoraError(
      'validation_failed',
      `${format === undefined ? 'This format' : `The format ${format}`} cannot store pictures of ${width} by ${height} pixels. Choose another size or format.`,
      { cause },
    );
  }
}

/** Writes pictures and sound in the order of their times, so that neither waits in memory for the other. */
async function writeAv(
  plan: AvPlan,
  encoders: AvEncoders,
  writer: AvWriter,
  onProgress: () => void,
): Promise<void> {
  await using pictures = plan.pictures && readAvPictures(plan.pictures);
  await using sound =
    plan.sound &&
    encoders.sound &&
    readAvSound(plan.sound, {
      ...plan,
      blockSamples: blockSamplesOf(encoders.sound.encoder),
      // Without these samples, the sound is in sync although players also play the delay.
      firstSample: plan.format.storesDelay ? 0 : delayOf(encoders.sound.encoder),
    });
  let shownUntil = 0;
  let picture = await next(pictures);
  let block = await next(sound);
  try {
    while (picture ?? block) {
      if (picture && (!block || pictureTime(picture, plan) <= soundTime(block, plan))) {
        checkLength(picture, plan);
        shownUntil = endOf(picture, plan);
        const taken = picture;
        picture = undefined;
        await writer.addPicture(taken);
        picture = await next(pictures);
      } else if (block) {
        if (!picture && isSurplus(block, plan, shownUntil)) break;
        const taken = block;
        block = undefined;
        await writer.addSound(taken);
        block = await next(sound);
      }
      onProgress();
    }
  } finally {
    picture?.[Symbol.dispose]();
    block?.free();
  }
}

async function next<Value>(values: AsyncGenerator<Value> | undefined): Promise<Value | undefined> {
  const result = await values?.next();
  return result?.done === false ? result.value : undefined;
}

/** True if a block is of a silence without an end, after the pictures. @param end the second at which these end. */
function isSurplus(block: SoundBlock, plan: AvPlan, end: number): boolean {
  const track = plan.sound?.track;
  return track !== undefined && 'silence' in track && !track.silence && soundTime(block, plan) >= end;
}

/** Returns the second at which a picture is shown first. */
function pictureTime({ index }: Pick<AvPicture, 'index'>, { pictures }: AvPlan): number {
  return pictures ? index / pictures.rate.valueOf() : 0;
}

/** Returns the second until which a picture is shown. */
function endOf({ index, count }: AvPicture, plan: AvPlan): number {
  return pictureTime({ index: index + count }, plan);
}

/** Returns the second at which a block begins. */
function soundTime({ pts }: SoundBlock, { sound }: AvPlan): number {
  return sound ? Number(pts) / sound.format.rate : 0;
}

/** Rejects a picture whose timestamp is so late that the file would not end in time. */
function checkLength(picture: AvPicture, plan: AvPlan): void {
  if (endOf(picture, plan) > MAX_HOURS * 3600)
    throw new KinoraError(
      'asset_not_media',
      `The file is damaged: the times of its pictures span more than ${MAX_HOURS} hours.`,
    );
}

function factsOf({ pictures }: AvPlan, duration: Seconds): MediaFacts {
  return {
    ...(pictures && {
      width: pictures.placement.width,
      height: pictures.placement.height,
      fps: roundRate(pictures.rate),
    }),
    duration: roundSeconds(duration),
  };
}
