import { KinoraError } from '../../base/errors.ts';
import { shownUrl } from '../../base/shown-url.ts';
import { frameTime, nearestFrame, type Rate, type Seconds, shownRate } from '../../base/time.ts';
import {
  type ClipPlace,
  clipsOf,
  type Edit,
  fieldOf,
  frameRate,
  framesIn,
  LONGEST_TIMELINE,
  MOST_HOURS,
  pathOf,
  resolveTimes,
  STILL_LENGTH,
  type Times,
  voiceIn,
  warningsOf,
} from '../../edit/edit.ts';
import type { Media } from '../media/media.ts';
import { captionsOf } from './caption-clips.ts';
import { endOf } from './captions.ts';
import { heardClip, heardSoundtrack } from './heard-clips.ts';
import { masked, mattesOf } from './mattes.ts';
import {
  isLasting,
  type LastingAsset,
  lastingPlayback,
  lengthWarning,
  nothingLeft,
} from './length-warning.ts';
import { outputRange } from './output-range.ts';
import { outputShape } from './output-shape.ts';
import { type Dialect, playedLength } from './playback.ts';
import { seenClip } from './seen-clip.ts';
import type { Span, Timeline } from './timeline.ts';

export type { Dialect } from './playback.ts';

/** The probed file behind each source URL of the edit, and by `alias://` what is said in a clip that captions follow. */
export type MediaByUrl = ReadonlyMap<string, Media>;

/**
 * An edit and what is known of its media, as a timeline of exact frames. Pure.
 *
 * @param media a suitable file for every source of the edit.
 * @throws {KinoraError} `validation_failed` when the times turn in a circle, when the timeline has no length or is longer
 *   than 12 hours, when the range of the output has no frame, or when a length is `auto` and the file does not say how long it is.
 */
export function resolve(edit: Edit, media: MediaByUrl, dialect: Dialect): Timeline {
  const shape = outputShape(edit.output);
  const times = resolveTimes(edit, (place) => mediaLength(place, media, dialect));
  const frames = framesOf(times.duration, edit);
  const clips = stacked(edit, dialect).map((place) => ({
    place,
    span: spanOf(place, times, { frames, rate: shape.rate }),
  }));
  const shown = clips.filter(({ span }) => span.to > span.from);
  const captions = captionsOf(shown, { media, dialect, rate: shape.rate });
  const mattes = mattesOf(shown, media, dialect === 'shotstack');
  return {
    ...shape,
    frames,
    range: outputRange(edit.output, times.duration),
    background: edit.timeline.background ?? '#000000',
    seen: shown.flatMap(({ place, span }) =>
      seenClip(place, span, media, {
        length: lengthOf(span, shape.rate),
        dialect,
        cues: captions.get(place.clip)?.cues ?? [],
      }).map((clip) => masked(clip, mattes.get(place.track))),
    ),
    heard:
      edit.output.mute === true
        ? []
        : [
            ...shown.flatMap(({ place, span }) =>
              heardClip(place, { span, start: times.of(place).start, rate: shape.rate }, media, dialect),
            ),
            ...heardSoundtrack(edit.timeline.soundtrack, frames, media, shape.rate),
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
export function framesOf(duration: Seconds, edit: Edit): number {
  if (duration.gt(LONGEST_TIMELINE)) {
    throw new KinoraError(
      'validation_failed',
      `The timeline is longer than ${MOST_HOURS} hours; make it shorter.`,
    );
  }
  const frames = framesIn(duration, edit.output);
  if (frames >= 1) return frames;
  throw new KinoraError('validation_failed', tooShort(duration, edit));
}

/** Says which clip should be longer: all are too short, but only the media told it of one whose length is "auto". */
function tooShort(duration: Seconds, edit: Edit): string {
  const places = clipsOf(edit);
  const auto = places.find(({ clip }) => clip.length === 'auto');
  const place = auto ?? places.find(({ clip }) => clip.length !== 'end');
  const [field, lasts] = [place ? fieldOf(pathOf(place)) : 'timeline', Number(duration.valueOf().toFixed(3))];
  const why = `the timeline is shorter than one frame: it lasts ${lasts} s, at ${shownRate(frameRate(edit.output))} frames a second`;
  if (!auto) return `${field}.length must be more, or ${why}.`;
  return `${field}.length: "auto" is all that the trim and the speed leave of the file, and ${why}; give a number of seconds, or a smaller trim.`;
}

/** Every clip, the lowest first (contract C1 and C27). */
function stacked(edit: Edit, dialect: Dialect): ClipPlace[] {
  const places = clipsOf(edit);
  return dialect === 'interface' ? places : places.sort((a, b) => b.track - a.track || a.index - b.index);
}

/** A clip that goes to the end of the timeline has its last frame, which is only begun where the output is sound. */
function spanOf(
  place: ClipPlace,
  times: Times<Seconds>,
  { frames, rate }: { readonly frames: number; readonly rate: Rate },
): Span {
  const { start, length } = times.of(place);
  const end = start.add(length);
  const to = end.equals(times.duration) ? (frames as Span['to']) : nearestFrame(end, rate);
  return { from: nearestFrame(start, rate), to };
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
  if (left.lte(0)) {
    const { name, text } = nothingLeft(asset, shownUrl(asset.src), lasts);
    throw new KinoraError('validation_failed', `${field}.asset.${name}: ${text}.`);
  }
  return left;
}

/** The track of its file that an asset is as long as; none for the words of another clip, which stand in the time of that. */
function trackOf(asset: LastingAsset, media: MediaByUrl): { readonly duration?: Seconds } | undefined {
  const { type, src } = asset;
  if (voiceIn(asset) !== undefined) return undefined;
  const file = media.get(src);
  if (file?.kind === 'subtitles') return { duration: endOf(file.cues) };
  if (file?.kind !== 'av' && file?.kind !== 'animation') return undefined;
  return type === 'audio' || type === 'rich-caption' ? file.audio : file.video;
}

function lengthOf(span: Span, rate: Rate): number {
  return frameTime(span.to - span.from, rate).valueOf();
}
