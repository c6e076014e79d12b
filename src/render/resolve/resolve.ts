import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { timeAtFrame, nearestFrame, type Rate, type Seconds, roundRate } from '../../base/time.ts';
import {
  type ClipLocation,
  listClips,
  type Dialect,
  type Edit,
  formatPath,
  frameRateOf,
  countFrames,
  MAX_TIMELINE_LENGTH,
  MAX_TIMELINE_HOURS,
  clipPathOf,
  resolveTimes,
  STILL_LENGTH,
  type EditTimes,
  speechAliasOf,
  findWarnings,
  outputShape,
} from '../../edit/model.ts';
import type { Media } from '../media/media.ts';
import { attachDucks } from './attach-ducks.ts';
import { resolveCaptions } from './captions.ts';
import { endOfCues } from './cue-timing.ts';
import { toAudioClips, soundtrackClips } from './audio-clips.ts';
import { attachMattes, collectMattes } from './mattes.ts';
import { normalizeEdit } from './dialect.ts';
import { describeNothingLeft, describeSeconds, lengthWarnings } from './length-warnings.ts';
import { toOutputRange } from './output-range.ts';
import { type Playback, playedLength } from './playback.ts';
import { isTimed, type TimedAsset } from './timed-asset.ts';
import { toVisualClips } from './visual-clips.ts';
import type { Span, ResolvedTimeline } from './timeline.ts';

/**
 * The probed file behind each source URL of an edit. For an `alias://` URL, the transcript of the clip with
 * that alias.
 */
export type MediaByUrl = ReadonlyMap<string, Media>;

/**
 * Resolves an edit and its media to a timeline of exact frames. Pure.
 *
 * @param media A suitable file for every source of the edit.
 * @throws {KinoraError} `validation_failed` if times depend on each other in a circle, if the timeline is
 * shorter than one frame or longer than 12 hours, if the range of the output contains no frame, or if a
 * length is `auto` and the file does not specify its duration.
 */
export function resolve(edit: Edit, media: MediaByUrl, dialect: Dialect): ResolvedTimeline {
  const { stack, hasInvertedMattes, playbackOf } = normalizeEdit(edit, dialect);
  const shape = outputShape(edit.output);
  const times = resolveTimes(edit, (location) => mediaLength(location, media, playbackOf(location.clip)));
  const frameCount = requireFrameCount(times.duration, edit);
  const clips = stack.map((location) => ({
    location,
    span: spanOf(location, times, { frameCount, rate: shape.rate }),
  }));
  const shown = clips.filter(({ span }) => span.to > span.from);
  const captions = resolveCaptions(shown, { media, playbackOf, rate: shape.rate });
  const mattes = collectMattes(shown, media, hasInvertedMattes);
  return {
    ...shape,
    frameCount,
    range: toOutputRange(edit.output, times.duration),
    background: edit.timeline.background ?? '#000000',
    visualClips: shown.flatMap(({ location, span }) =>
      toVisualClips(location, span, media, {
        length: secondsOf(span, shape.rate),
        playback: playbackOf(location.clip),
        cues: captions.get(location.clip)?.cues ?? [],
      }).map((clip) => attachMattes(clip, mattes.get(location.track))),
    ),
    audioClips:
      edit.output.mute === true
        ? []
        : attachDucks(
            [
              ...shown.flatMap(({ location, span }) =>
                toAudioClips(
                  location,
                  {
                    span,
                    start: times.of(location).start,
                    rate: shape.rate,
                    playback: playbackOf(location.clip),
                  },
                  media,
                ),
              ),
              ...soundtrackClips(edit.timeline.soundtrack, frameCount, media, shape.rate),
            ],
            edit,
          ),
    warnings: [
      ...shown.flatMap(({ location }) => {
        const { asset } = location.clip;
        const track = isTimed(asset) ? trackOf(asset, media) : undefined;
        const { length } = times.of(location);
        if (!track) return [];
        const playback = playbackOf(location.clip);
        return lengthWarnings({ location, length, fileLength: track.duration, playback }, shape.rate);
      }),
      ...[...captions.values()].flatMap(({ warnings }) => warnings),
      ...findWarnings(edit, times, dialect, (src) => findAlpha(media.get(src))),
    ],
  };
}

/**
 * Returns the length of a timeline in output frames.
 *
 * @throws {KinoraError} `validation_failed` if the timeline is shorter than one frame or longer than 12
 * hours.
 */
export function requireFrameCount(duration: Seconds, edit: Edit): number {
  if (duration.gt(MAX_TIMELINE_LENGTH)) {
    throw new KinoraError(
      'validation_failed',
      `The timeline is longer than ${MAX_TIMELINE_HOURS} hours. Make it shorter.`,
    );
  }
  const frames = countFrames(duration, edit.output);
  if (frames >= 1) return frames;
  throw new KinoraError('validation_failed', describeTooShort(duration, edit));
}

/**
 * Describes a timeline that is shorter than one frame, and names a clip to make longer. All clips are too
 * short. Prefers a clip with the length "auto", because the author of the edit could not see there that the
 * clip is too short.
 */
function describeTooShort(duration: Seconds, edit: Edit): string {
  const locations = listClips(edit);
  const auto = locations.find(({ clip }) => clip.length === 'auto');
  const location = auto ?? locations.find(({ clip }) => clip.length !== 'end');
  const [field, length] = [
    location ? formatPath(clipPathOf(location)) : 'timeline',
    describeSeconds(duration),
  ];
  const why = `is too short: a timeline of ${length} s has no frame at ${roundRate(frameRateOf(edit.output))} frames per second`;
  if (!auto) return `${field}.length ${why}.`;
  return `${field}.length: the rest of the file after the trim, at its speed, ${why}. Give the clip a length in seconds or a smaller trim.`;
}

/**
 * Returns the frames of a clip. A clip that extends to the end of the timeline includes the last frame. If
 * the output is only sound, the timeline may end within that frame.
 */
function spanOf(
  location: ClipLocation,
  times: EditTimes<Seconds>,
  { frameCount, rate }: { readonly frameCount: number; readonly rate: Rate },
): Span {
  const { start, length } = times.of(location);
  const end = start.add(length);
  const to = end.equals(times.duration) ? (frameCount as Span['to']) : nearestFrame(end, rate);
  return { from: nearestFrame(start, rate), to };
}

/** Returns the length of a clip with `length: auto`: that of its media after the trim, at its speed. */
/** True if a file can be transparent. Undefined if that is unknown. */
function findAlpha(media: Media | undefined): boolean | undefined {
  if (media?.kind === 'still') return media.alpha;
  return media?.kind === 'av' || media?.kind === 'animation' ? media.video?.alpha : undefined;
}

function mediaLength({ clip, ...at }: ClipLocation, media: MediaByUrl, playback: Playback): Seconds {
  const { asset } = clip;
  if (!isTimed(asset)) return STILL_LENGTH;
  if (asset.type === 'luma' && media.get(asset.src)?.kind === 'still') return STILL_LENGTH;
  const fileLength = trackOf(asset, media)?.duration;
  const field = formatPath(clipPathOf({ clip, ...at }));
  if (!fileLength)
    throw new KinoraError(
      'validation_failed',
      `${field}.length: cannot be "auto", because ${redactUrl(asset.src)} does not specify its duration. Give the clip a length in seconds.`,
    );
  const left = playedLength(fileLength, playback);
  if (left === 'endless')
    throw new KinoraError(
      'validation_failed',
      `${field}.asset.speed: cannot be 0 in a clip with the length "auto". Give the clip a length in seconds.`,
    );
  if (left.lte(0)) {
    const { name, text } = describeNothingLeft(asset, redactUrl(asset.src), fileLength);
    throw new KinoraError('validation_failed', `${field}.asset.${name}: ${text}.`);
  }
  return left;
}

/**
 * Returns the track of the file that determines the length of an asset. Captions of another clip's speech
 * have no such track, because the cues follow the times of that clip.
 */
function trackOf(asset: TimedAsset, media: MediaByUrl): { readonly duration?: Seconds } | undefined {
  const { type, src } = asset;
  if (speechAliasOf(asset) !== undefined) return undefined;
  const file = media.get(src);
  if (file?.kind === 'subtitles') return { duration: endOfCues(file.cues) };
  if (file?.kind !== 'av' && file?.kind !== 'animation') return undefined;
  return type === 'audio' || type === 'rich-caption' ? file.audio : file.video;
}

function secondsOf(span: Span, rate: Rate): number {
  return timeAtFrame(span.to - span.from, rate).valueOf();
}
