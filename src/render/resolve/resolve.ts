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
} from '../../edit/model.ts';
import type { Media } from '../media/media.ts';
import { resolveCaptions } from './captions.ts';
import { endOfCues } from './cue-timing.ts';
import { toAudioClips, soundtrackClips } from './audio-clips.ts';
import { attachMattes, collectMattes } from './mattes.ts';
import { normalizeEdit } from './dialect.ts';
import { describeNothingLeft, describeSeconds, lengthWarnings } from './length-warnings.ts';
import { toOutputRange } from './output-range.ts';
import { outputShape } from './output-shape.ts';
import { type Playback, playedLength } from './playback.ts';
import { isTimed, type TimedAsset } from './timed-asset.ts';
import { toVisualClips } from './visual-clips.ts';
import type { Span, ResolvedTimeline } from './timeline.ts';

/** The probed file behind each source URL of the edit, and by `alias://` what is said in a clip that captions follow. */
export type MediaByUrl = ReadonlyMap<string, Media>;

/**
 * An edit and what is known of its media, as a timeline of exact frames. Pure.
 *
 * @param media a suitable file for every source of the edit.
 * @throws {KinoraError} `validation_failed` when the times turn in a circle, when the timeline has no length or is longer
 *   than 12 hours, when the range of the output has no frame, or when a length is `auto` and the file does not say how long it is.
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
        : [
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
      ...findWarnings(edit, times),
    ],
  };
}

/**
 * The length of a timeline in output frames.
 *
 * @throws {KinoraError} `validation_failed` when that is none, or more than 12 hours of them.
 */
export function requireFrameCount(duration: Seconds, edit: Edit): number {
  if (duration.gt(MAX_TIMELINE_LENGTH)) {
    throw new KinoraError(
      'validation_failed',
      `The timeline is longer than ${MAX_TIMELINE_HOURS} hours; make it shorter.`,
    );
  }
  const frames = countFrames(duration, edit.output);
  if (frames >= 1) return frames;
  throw new KinoraError('validation_failed', describeTooShort(duration, edit));
}

/** Says which clip should be longer: all are too short, but only the media told it of one whose length is "auto". */
function describeTooShort(duration: Seconds, edit: Edit): string {
  const locations = listClips(edit);
  const auto = locations.find(({ clip }) => clip.length === 'auto');
  const location = auto ?? locations.find(({ clip }) => clip.length !== 'end');
  const [field, length] = [
    location ? formatPath(clipPathOf(location)) : 'timeline',
    describeSeconds(duration),
  ];
  const why = `the timeline is shorter than one frame: it lasts ${length} s, at ${roundRate(frameRateOf(edit.output))} frames a second`;
  if (!auto) return `${field}.length must be more, or ${why}.`;
  return `${field}.length: "auto" is all that the trim and the speed leave of the file, and ${why}; give a number of seconds, or a smaller trim.`;
}

/** A clip that goes to the end of the timeline has its last frame, which is only begun where the output is sound. */
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

/** What `length: auto` is for a clip: the media's own length after the trim, at its speed. */
function mediaLength({ clip, ...at }: ClipLocation, media: MediaByUrl, playback: Playback): Seconds {
  const { asset } = clip;
  if (!isTimed(asset)) return STILL_LENGTH;
  if (asset.type === 'luma' && media.get(asset.src)?.kind === 'still') return STILL_LENGTH;
  const fileLength = trackOf(asset, media)?.duration;
  const field = formatPath(clipPathOf({ clip, ...at }));
  if (!fileLength)
    throw new KinoraError(
      'validation_failed',
      `${field}.length: cannot be "auto", because ${redactUrl(asset.src)} does not say how long it is; give a number of seconds.`,
    );
  const left = playedLength(fileLength, playback);
  if (left === 'endless')
    throw new KinoraError(
      'validation_failed',
      `${field}.asset.speed: cannot be 0 where the length is "auto".`,
    );
  if (left.lte(0)) {
    const { name, text } = describeNothingLeft(asset, redactUrl(asset.src), fileLength);
    throw new KinoraError('validation_failed', `${field}.asset.${name}: ${text}.`);
  }
  return left;
}

/** The track of its file that an asset is as long as; none for the words of another clip, which stand in the time of that. */
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
