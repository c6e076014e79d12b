import { KinoraError } from '../../base/errors.ts';
import { shownUrl } from '../../base/shown-url.ts';
import {
  frameTime,
  type FrameIndex,
  NATURAL,
  nearestFrame,
  type Rate,
  type Seconds,
  speed,
  ZERO,
} from '../../base/time.ts';
import {
  type ClipPlace,
  clipsOf,
  type Edit,
  fieldOf,
  LONGEST_TIMELINE,
  MOST_HOURS,
  pathOf,
  resolveTimes,
  type Soundtrack,
  STILL_LENGTH,
  type Times,
  warningsOf,
} from '../../edit/index.ts';
import type { AnimationMedia, AvMedia, Media } from '../media/media.ts';
import { captionsOf } from './caption-clips.ts';
import { endOf } from './captions.ts';
import { masked, mattesOf } from './mattes.ts';
import {
  isLasting,
  type LastingAsset,
  lastingPlayback,
  lengthWarning,
  nothingLeft,
} from './length-warning.ts';
import { outputShape } from './output-shape.ts';
import { type Dialect, playbackOf, playedLength } from './playback.ts';
import { seenClip } from './seen-clip.ts';
import type { HeardClip, Span, Timeline } from './timeline.ts';

export type { Dialect } from './playback.ts';

/** The probed file behind each source URL of the edit, and by `alias://` what is said in a clip that captions follow. */
export type MediaByUrl = ReadonlyMap<string, Media>;

/** Seconds of a sound's fade at the most (contract 2.13). */
const SOUND_FADE = 2;
/** What plays slower is silent: all that one hears at a hundredth is below any tone. */
const SLOWEST_HEARD = speed(0.01);

/**
 * An edit and what is known of its media, as a timeline of exact frames. Pure.
 *
 * @param media a suitable file for every source of the edit.
 * @throws {KinoraError} `validation_failed` when the times turn in a circle, when the timeline has no length or is longer
 *   than 12 hours, or when a length is `auto` and the file does not say how long it is.
 */
export function resolve(edit: Edit, media: MediaByUrl, dialect: Dialect): Timeline {
  const shape = outputShape(edit.output);
  const times = resolveTimes(edit, (place) => mediaLength(place, media, dialect));
  const frames = framesOf(times.duration, shape.rate, edit);
  const clips = stacked(edit, dialect).map((place) => ({ place, span: spanOf(place, times, shape.rate) }));
  const shown = clips.filter(({ span }) => span.to > span.from);
  const captions = captionsOf(shown, { media, dialect, rate: shape.rate });
  const mattes = mattesOf(shown, media, dialect === 'shotstack');
  return {
    ...shape,
    frames,
    background: edit.timeline.background ?? '#000000',
    seen: shown.flatMap(({ place, span }) =>
      seenClip(place, span, media, {
        length: lengthOf(span, shape.rate),
        dialect,
        cues: captions.get(place.clip)?.cues ?? [],
      }).map((clip) => masked(clip, mattes.get(place.track))),
    ),
    heard: [
      ...shown.flatMap(({ place, span }) => heardClip(place, span, media, dialect)),
      ...soundtrack(edit.timeline.soundtrack, frames, media, shape.rate),
    ],
    warnings: [
      ...shown.flatMap(({ place }) => {
        const { asset } = place.clip;
        const track = isLasting(asset) ? trackOf(asset, media) : undefined;
        const { length } = times.of(place);
        return track ? lengthWarning({ place, length, lasts: track.duration }, dialect, shape.rate) : [];
      }),
      ...[...captions.values()].flatMap(({ warnings }) => warnings),
      ...warningsOf(edit, times),
    ],
  };
}

/**
 * The length of a timeline in output frames.
 *
 * @throws {KinoraError} `validation_failed` when that is none, or more than 12 hours of them.
 */
export function framesOf(duration: Seconds, rate: Rate, edit: Edit): number {
  if (duration.gt(LONGEST_TIMELINE)) {
    throw new KinoraError(
      'validation_failed',
      `The timeline is longer than ${MOST_HOURS} hours; make it shorter.`,
    );
  }
  const frames = nearestFrame(duration, rate);
  if (frames >= 1) return frames;
  throw new KinoraError('validation_failed', tooShort(duration, rate, edit));
}

/** Says which clip should be longer: all are too short, but only the media told it of one whose length is "auto". */
function tooShort(duration: Seconds, rate: Rate, edit: Edit): string {
  const places = clipsOf(edit);
  const auto = places.find(({ clip }) => clip.length === 'auto');
  const place = auto ?? places.find(({ clip }) => clip.length !== 'end');
  const [field, lasts] = [place ? fieldOf(pathOf(place)) : 'timeline', Number(duration.valueOf().toFixed(3))];
  const why = `the timeline is shorter than one frame: it lasts ${lasts} s, at ${Number(rate.valueOf().toFixed(3))} frames a second`;
  if (!auto) return `${field}.length must be more, or ${why}.`;
  return `${field}.length: "auto" is all that the trim and the speed leave of the file, and ${why}; give a number of seconds, or a smaller trim.`;
}

/** Every clip, the lowest first (contract C1 and C27). */
function stacked(edit: Edit, dialect: Dialect): ClipPlace[] {
  const places = clipsOf(edit);
  return dialect === 'interface' ? places : places.sort((a, b) => b.track - a.track || a.index - b.index);
}

function spanOf(place: ClipPlace, times: Times<Seconds>, rate: Rate): Span {
  const { start, length } = times.of(place);
  return { from: nearestFrame(start, rate), to: nearestFrame(start.add(length), rate) };
}

/** What `length: auto` is for a clip: the media's own length after the trim, at its speed. */
function mediaLength({ clip, ...at }: ClipPlace, media: MediaByUrl, dialect: Dialect): Seconds {
  const { asset } = clip;
  if (!isLasting(asset)) return STILL_LENGTH;
  if (asset.type === 'luma' && media.get(asset.src)?.kind === 'still') return STILL_LENGTH;
  const lasts = trackOf(asset, media)?.duration;
  const field = fieldOf(pathOf({ clip, ...at }));
  if (!lasts)
    throw new KinoraError(
      'validation_failed',
      `${field}.length: cannot be "auto", because ${shownUrl(asset.src)} does not say how long it is; give a number of seconds.`,
    );
  const left = playedLength(lasts, lastingPlayback(asset, dialect));
  if (left === 'endless')
    throw new KinoraError(
      'validation_failed',
      `${field}.asset.speed: cannot be 0 where the length is "auto".`,
    );
  if (left.lte(0))
    throw new KinoraError(
      'validation_failed',
      `${field}.asset.trim: ${nothingLeft(asset, shownUrl(asset.src), lasts)}.`,
    );
  return left;
}

/** The track of its file that an asset is as long as. */
function trackOf(
  { type, src }: LastingAsset,
  media: MediaByUrl,
): { readonly duration?: Seconds } | undefined {
  const subtitles = media.get(src);
  if (subtitles?.kind === 'subtitles') return { duration: endOf(subtitles.cues) };
  const file = avMedia(media, src);
  return type === 'audio' || type === 'rich-caption' ? file?.audio : file?.video;
}

function heardClip(place: ClipPlace, span: Span, media: MediaByUrl, dialect: Dialect): HeardClip[] {
  const { asset } = place.clip;
  if (asset.type !== 'video' && asset.type !== 'audio') return [];
  const file = avMedia(media, asset.src);
  const volume = plain(asset.volume, 1);
  if (!file?.audio || volume === 0) return [];
  const playback = playbackOf(asset, dialect);
  if (playback.speed.lt(SLOWEST_HEARD)) return [];
  const field = fieldOf(pathOf(place));
  return [{ ...span, field, track: file.audio, ...playback, volume, fadeIn: 0, fadeOut: 0 }];
}

/** Plays from 0 to the shorter of its own length and the timeline (contract C29). */
function soundtrack(
  sound: Soundtrack | undefined,
  frames: number,
  media: MediaByUrl,
  rate: Rate,
): HeardClip[] {
  const file = sound && avMedia(media, sound.src);
  if (!file?.audio || sound?.volume === 0) return [];
  const own = file.audio.duration ? nearestFrame(file.audio.duration, rate) : frames;
  const span = { from: 0 as FrameIndex, to: Math.min(own, frames) as FrameIndex };
  const fade = Math.min(SOUND_FADE, lengthOf(span, rate) / 2);
  const effect = sound?.effect;
  return [
    {
      ...span,
      field: 'timeline.soundtrack',
      track: file.audio,
      trim: ZERO,
      speed: NATURAL,
      volume: sound?.volume ?? 1,
      fadeIn: effect === 'fadeIn' || effect === 'fadeInFadeOut' ? fade : 0,
      fadeOut: effect === 'fadeOut' || effect === 'fadeInFadeOut' ? fade : 0,
    },
  ];
}

function avMedia(media: MediaByUrl, url: string): AvMedia | AnimationMedia | undefined {
  const file = media.get(url);
  return file?.kind === 'av' || file?.kind === 'animation' ? file : undefined;
}

function lengthOf(span: Span, rate: Rate): number {
  return frameTime(span.to - span.from, rate).valueOf();
}

/** A number that may be animated in the edit; lists of tweens are refused before they come here. */
function plain(value: unknown, usual: number): number {
  return typeof value === 'number' ? value : usual;
}
