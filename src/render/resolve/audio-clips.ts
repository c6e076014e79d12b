import { type Rate, type Seconds, toSeconds, toSpeed, timeAtFrame, nearestFrame } from '../../base/time.ts';
import {
  type AudioAsset,
  type ClipLocation,
  formatPath,
  clipPathOf,
  type Soundtrack,
  type VideoAsset,
} from '../../edit/model.ts';
import type { Media } from '../media/media.ts';
import { toAnimatedNumber } from './animated-number.ts';
import { lengthOfParts, NATURAL_PLAYBACK, type Playback } from './playback.ts';
import type { FoundWords } from './cuts/word-spans.ts';
import { coversOf } from './sound/sound-covers.ts';
import { filtersOf } from './sound/sound-filters.ts';
import { chosenSound, lateEndOf, requireSound } from './timed-asset.ts';
import type { AnimatedNumber } from './animated-number.ts';
import type { AudioClip, Span } from './timeline.ts';

/** Maximum length of a fade (contract 2.13). */
const MAX_FADE_SECONDS = 2;
/**
 * The lowest speed with sound. At a hundredth of the speed, every tone is already below the audible range.
 */
export const MIN_AUDIBLE_SPEED = toSpeed(0.01);

/** The shortest part of a sound that is repeated. Each repetition opens the file again. */
const MIN_LOOP = toSeconds(0.1);

type FadeName = NonNullable<VideoAsset['volumeEffect']>;

/** The times of a clip on the timeline, and its playback. */
export interface TimelinePlacement {
  readonly span: Span;
  /** The exact start in the edit. The first frame of the clip is the frame nearest to this start. */
  readonly start: Seconds;
  readonly rate: Rate;
  readonly playback: Playback;
  /** The words of the clip that are muted or bleeped. */
  readonly words?: FoundWords | undefined;
}

/**
 * Returns an array with the audio clip of a clip. The array is empty if the clip has no sound, is silent or
 * plays too slowly. Luma mattes are never heard.
 */
export function toAudioClips(
  location: ClipLocation,
  { span, start, rate, playback, words }: TimelinePlacement,
  media: ReadonlyMap<string, Media>,
): AudioClip[] {
  const { asset } = location.clip;
  if (asset.type !== 'video' && asset.type !== 'audio') return [];
  const field = formatPath(clipPathOf(location));
  const track = audioTrackOf(media, asset, `${field}.asset`);
  const volume = toAnimatedNumber(asset.volume, 1);
  if (!track || isSilent(volume) || playback.speed.lt(MIN_AUDIBLE_SPEED)) return [];
  const fades = fadesOf(volumeEffectOf(asset), volume, secondsOf(span, rate));
  const loop = asset.loop === true ? loopOf(asset, playback, media) : undefined;
  return [
    {
      ...span,
      start,
      field,
      track,
      ...channelsOf(asset),
      ...playback,
      ...coversOf(words, playback),
      ...(loop && { loop }),
      ...(asset.preservePitch === true && !playback.speed.equals(1) && { preservesPitch: true }),
      ...filtersOf(asset.sound),
      volume,
      ...fades,
    },
  ];
}

/** Returns the length of each repetition in source seconds. The sound of a video repeats with its picture. */
function loopOf(
  { type, src, audioTrack }: VideoAsset | AudioAsset,
  { trim, parts }: Playback,
  media: ReadonlyMap<string, Media>,
): Seconds | undefined {
  const file = media.get(src);
  if (file?.kind !== 'av') return undefined;
  const sound = chosenSound(file, audioTrack);
  const end =
    type === 'video' ? (lateEndOf(file.video, sound, true) ?? file.video?.duration) : sound?.duration;
  const length = parts ? lengthOfParts(parts) : end?.sub(trim);
  return length?.gte(MIN_LOOP) === true ? length : undefined;
}

/**
 * Returns an array with the audio clip of a soundtrack. The array is empty if the soundtrack cannot be heard.
 * A soundtrack plays until its file or the timeline ends, whichever comes first (contract C29). A soundtrack
 * with `loop` plays until the timeline ends.
 */
export function soundtrackClips(
  sound: Soundtrack | undefined,
  frames: number,
  media: ReadonlyMap<string, Media>,
  rate: Rate,
): AudioClip[] {
  if (!sound) return [];
  const track = audioTrackOf(media, sound, 'timeline.soundtrack');
  const { effect = 'none', loop: loops = false } = sound;
  const volume = toAnimatedNumber(sound.volume, 1);
  if (!track || isSilent(volume)) return [];
  const start = toSeconds(sound.start ?? 0);
  const loop = loops && track.duration?.gte(MIN_LOOP) === true ? track.duration : undefined;
  const own = track.duration && !loop ? nearestFrame(start.add(track.duration), rate) : frames;
  // The cast is needed because `Math.min` returns a plain number, without the brand of a frame index.
  const span = { from: nearestFrame(start, rate), to: Math.min(own, frames) as Span['to'] };
  if (span.to <= span.from) return [];
  const fades = fadesOf(effect, volume, secondsOf(span, rate));
  const playback = { ...NATURAL_PLAYBACK, ...(loop && { loop }) };
  const field = 'timeline.soundtrack';
  const filters = filtersOf(sound.sound);
  return [{ ...span, start, field, track, ...channelsOf(sound), ...playback, ...filters, volume, ...fades }];
}

function volumeEffectOf(asset: VideoAsset | AudioAsset): FadeName {
  return (asset.type === 'video' ? asset.volumeEffect : asset.effect) ?? 'none';
}

/**
 * Returns the fades of a sound. Each fade lasts at most half of the sound. A sound with an animated volume
 * has no fades (contract 2.13).
 */
function fadesOf(
  effect: FadeName,
  volume: AnimatedNumber,
  length: number,
): Pick<AudioClip, 'fadeIn' | 'fadeOut'> {
  const fade = typeof volume === 'number' ? Math.min(MAX_FADE_SECONDS, length / 2) : 0;
  return {
    fadeIn: effect === 'fadeIn' || effect === 'fadeInFadeOut' ? fade : 0,
    fadeOut: effect === 'fadeOut' || effect === 'fadeInFadeOut' ? fade : 0,
  };
}

function isSilent(volume: AnimatedNumber): boolean {
  if (typeof volume === 'number') return volume <= 0;
  return volume.every(({ from, to }) => from <= 0 && to <= 0);
}

/** The parts of an asset or a soundtrack that choose its sound. */
type SoundChoice = Pick<AudioAsset, 'src' | 'audioTrack' | 'channels'>;

/**
 * Returns the sound track of a file that is heard. Undefined if the file has no sound.
 *
 * @param field the path of the asset or the soundtrack, for an error.
 * @throws {KinoraError} `validation_failed` if the edit chooses a track that the file does not have.
 */
export function audioTrackOf(
  media: ReadonlyMap<string, Media>,
  choice: SoundChoice,
  field: string,
): AudioClip['track'] | undefined {
  const file = media.get(choice.src);
  if (file?.kind !== 'av') return undefined;
  requireSound(file, choice, field);
  return chosenSound(file, choice.audioTrack);
}

function channelsOf({ channels = 'stereo' }: SoundChoice): Pick<AudioClip, 'channels'> {
  return channels === 'stereo' ? {} : { channels };
}

/** Returns the length of a span in seconds. */
export function secondsOf(span: Span, rate: Rate): number {
  return timeAtFrame(span.to - span.from, rate).valueOf();
}
