import { KinoraError } from '../../../base/errors.ts';
import { type Seconds, type Speed, ZERO } from '../../../base/time.ts';
import type { RenditionTransformation } from '../../../ingest/model.ts';
import type { SilentTrack } from '../../av/convert/sound-source.ts';
import type { AnimationMedia, AudioTrack, AvMedia } from '../../media/media.ts';
import type { RenditionSource, RenditionTarget } from '../rendition.ts';
import { speedOf } from '../speed.ts';
import { type AvFormat, avFormatOf, isAvFormat } from './av-format.ts';
import { type PicturePlan, planPictures } from './av-pictures.ts';
import { exactSpeed, planSound, type SoundPlan } from './av-sound.ts';

/** Maximum duration of a rendition. A slow speed makes a short source very long. */
export const MAX_HOURS = 24;

/** The plan for a video or a sound. It has pictures, sound or both. */
export interface AvPlan {
  readonly format: AvFormat;
  readonly pictures: PicturePlan | undefined;
  readonly sound: SoundPlan | undefined;
  readonly speed: Speed;
  readonly preservesPitch: boolean;
  /** True if picture and sound both begin at second 0. */
  readonly fillsStart: boolean;
  /** The source second at which the file begins. It is not 0 if no frame would fall on the second 0. */
  readonly origin: Seconds;
}

/**
 * Plans a video or a sound.
 *
 * @throws {KinoraError} `validation_failed` if the transformation does not suit the source.
 * @throws {MediaError} if the source is damaged.
 */
export async function planAv({ media }: RenditionSource, target: RenditionTarget): Promise<AvPlan> {
  if ((media.kind !== 'av' && media.kind !== 'animation') || !isAvFormat(target.format))
    throw new Error('Only a video, an animation or a sound can become a video or a sound.');
  const { transformation } = target;
  const { video, audio } = media;
  const format = avFormatOf(target.format, video?.alpha === true);
  const heard = chooseSound(media, transformation);
  const sound = heard && (await planSound(heard, format.sound, transformation, target.onProgress));
  const timing = planTiming([video?.duration, audio?.duration], transformation, sound);
  const hasPictures = video !== undefined && format.pictures !== undefined;
  const fillsStart = transformation.fixOffset === true || (hasPictures && !format.canBeginLater);
  const pictures =
    video &&
    format.pictures &&
    (await planPictures(video, format.pictures, transformation, {
      ...timing,
      fillsStart,
      isAnimation: media.kind === 'animation',
    }));
  return { format, pictures, sound, ...timing, fillsStart, origin: pictures?.origin ?? ZERO };
}

/**
 * Returns the sound of a source, or silence if a video is to have a sound track anyway. It has no end if the video does
 * not declare its duration.
 */
function chooseSound(
  { video, audio }: AvMedia | AnimationMedia,
  { audio: wanted }: RenditionTransformation,
): AudioTrack | SilentTrack | undefined {
  return !audio && wanted === 'always' ? { silence: video?.duration } : audio;
}

/** Decides about the speed. @param durations those of the tracks of the source. */
function planTiming(
  durations: readonly (Seconds | undefined)[],
  transformation: RenditionTransformation,
  sound: SoundPlan | undefined,
): Pick<AvPlan, 'speed' | 'preservesPitch'> {
  const requested = speedOf(transformation);
  checkDuration(durations, requested);
  const preservesPitch = transformation.speed?.preservePitch ?? true;
  return { speed: sound ? exactSpeed(requested, sound, preservesPitch) : requested, preservesPitch };
}

function checkDuration(durations: readonly (Seconds | undefined)[], speed: Speed): void {
  const hours = Math.max(...durations.map((duration) => (duration ?? ZERO).div(speed).div(3600).valueOf()));
  if (hours <= MAX_HOURS) return;
  throw new KinoraError(
    'validation_failed',
    `At this speed, the rendition would last ${Math.ceil(hours)} hours, but it may last up to ${MAX_HOURS}. Use a higher speed.`,
  );
}
