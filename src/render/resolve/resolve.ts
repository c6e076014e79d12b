import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { nearestFrame, type Rate, type Seconds, roundRate } from '../../base/time.ts';
import {
  type Clip,
  type ClipLocation,
  type OutputRange,
  findCanvasExcess,
  indexByAlias,
  listClips,
  needsPictures,
  type Dialect,
  type Edit,
  formatNumber,
  formatPath,
  frameRateOf,
  countFrames,
  MAX_TIMELINE_LENGTH,
  MAX_TIMELINE_HOURS,
  clipPathOf,
  resolveTimes,
  STILL_LENGTH,
  type EditTimes,
  type MaybeSeconds,
  speechAliasOf,
  findWarnings,
  outputShape,
  type OutputShape,
  trackKeyOf,
  type Warning,
} from '../../edit/model.ts';
import type { AvMedia, Cue, Media, SubtitlesMedia, VectorMedia } from '../media/media.ts';
import { attachDucks } from './attach-ducks.ts';
import { heardFieldsOf, unheardWarnings } from './sound/heard-clips.ts';
import { attachBuses } from './sound/sound-buses.ts';
import { type CaptionedClip, listOutputCaptions, type OutputCaption } from './captions/caption-file.ts';
import { type ClipCaptions, isDrawn, resolveCaptions, type SpannedClip } from './captions/captions.ts';
import { applySharedTransitions, findSharedTransitions } from './shared-transitions.ts';
import { endOfCues } from './captions/cue-timing.ts';
import { audioTrackOf, secondsOf, toAudioClips, soundtrackClips } from './audio-clips.ts';
import { attachMattes, collectMattes } from './mattes.ts';
import { normalizeEdit } from './dialect.ts';
import { filterWarnings } from './filters.ts';
import { describeNothingLeft, lengthWarnings, noteWarnings, soundtrackNotes } from './length-warnings.ts';
import { toOutputRange } from './output-range.ts';
import { type Playback, playedLength } from './playback.ts';
import { type FileWithSilences, type FindFile, playWithCuts } from './cuts/silence-cuts.ts';
import { findWordsOfClips } from './cuts/words-of-clips.ts';
import type { FoundWords } from './cuts/word-spans.ts';
import { cutWarnings } from './cuts/word-warnings.ts';
import { chosenSound, isTimed, type TimedAsset, type FileLengths, longestOf } from './timed-asset.ts';
import {
  cameraOf,
  cutoutWarnings,
  followedPictureOf,
  type FollowedPicture,
  followWarnings,
} from './follow/follow.ts';
import { fillWithBlur } from './shape/blurred-fill.ts';
import { groupOf, toVisualClips } from './visual-clips.ts';
import type { AudioClip, ResolvedTimeline, Span, VisualClip } from './timeline.ts';

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
  const { stack, hasInvertedMattes, playbackOf: wholePlaybackOf } = normalizeEdit(edit, dialect);
  const shape = outputShape(edit.output);
  const { rate } = shape;
  const wordsOfClip = findWordsOfClips(edit, (key) => cuesOfTranscript(media.get(key)));
  const fileOf: FindFile = (clip) => describeFile(clip.asset, media, wordsOfClip(clip));
  const playbackOf = playWithCuts(wholePlaybackOf, fileOf, rate);
  const times = resolveTimes(edit, (location) => mediaLength(location, media, playbackOf(location.clip)));
  const frameCount = requireFrameCount(times.duration, edit);
  requireCanvasRoom(edit, times);
  const shown = stack
    .map((location) => ({ location, span: spanOf(location, times, { frameCount, rate }) }))
    .filter(({ span }) => span.to > span.from);
  const drawn = groupDrawn(shown, edit);
  const captions = resolveCaptions(shown, { media, playbackOf, rate });
  const range = toOutputRange(edit.output, times.duration);
  const mattes = collectMattes(shown, media, hasInvertedMattes);
  const shared = findSharedTransitions(shown, rate);
  const byAlias = indexByAlias(listClips(edit));
  const visualClipsIn = (group: Clip | undefined): VisualClip[] =>
    (drawn.get(group) ?? []).flatMap(({ location, span }) => {
      const { clip } = location;
      const played = { length: secondsOf(span, rate), playback: playbackOf(clip) };
      const camera = cameraOf(location, pictureOf(clip, media), shape, played);
      const inside = groupOf(location, shape, () => visualClipsIn(clip));
      const heard = heardFieldsOf(location, byAlias);
      const known = { ...played, ...captions.get(clip), heard, ...inside, camera };
      return toVisualClips(location, span, media, known)
        .map((visual) => fillWithBlur(visual, location, shape))
        .map((visual) => applySharedTransitions(visual, shared.get(clip), played.length))
        .map((visual) => attachMattes(visual, mattes.get(trackKeyOf(location))));
    });
  const facts = { times, media, shape, playbackOf, fileOf, wordsOfClip };
  const sounds = edit.output.mute === true ? [] : listSounds(edit, shown, frameCount, facts);
  const audioClips = attachDucks(sounds, edit);
  return {
    ...shape,
    frameCount,
    range,
    ...(edit.output.captions && { captions: listCaptions(shown, captions, range, rate, times) }),
    background: edit.timeline.background ?? '#000000',
    visualClips: visualClipsIn(undefined),
    ...attachBuses(audioClips, edit, times, rate),
    warnings: [
      ...warnAboutClips(shown, facts),
      ...shown.flatMap((clip) => unheardWarnings(clip, audioClips, byAlias)),
      ...[...captions.values()].flatMap(({ warnings }) => warnings),
      ...soundtrackNotes(edit.timeline.soundtrack, notesOf(media.get(edit.timeline.soundtrack?.src ?? ''))),
      ...findWarnings(edit, times, dialect, (src) => findAlpha(media.get(src))),
    ],
  };
}

/** Facts about the clips of an edit. */
interface ClipFacts {
  readonly times: EditTimes<Seconds>;
  readonly media: MediaByUrl;
  readonly shape: OutputShape;
  readonly playbackOf: (clip: Clip) => Playback;
  readonly fileOf: FindFile;
  readonly wordsOfClip: (clip: Clip) => FoundWords | undefined;
}

/** Lists the sounds of the clips that are shown, and of the soundtrack. */
function listSounds(
  edit: Edit,
  shown: readonly SpannedClip[],
  frameCount: number,
  { times, media, shape: { rate }, playbackOf, wordsOfClip }: ClipFacts,
): AudioClip[] {
  const ofClips = shown.flatMap(({ location, span }) => {
    const { clip } = location;
    const { start } = times.of(location);
    const placement = { span, start, rate, playback: playbackOf(clip), words: wordsOfClip(clip) };
    return toAudioClips(location, placement, media);
  });
  return [...ofClips, ...soundtrackClips(edit.timeline.soundtrack, frameCount, media, rate)];
}

function warnAboutClips(
  shown: readonly SpannedClip[],
  { times, media, shape, playbackOf, fileOf }: ClipFacts,
): Warning[] {
  return [
    ...shown.flatMap(({ location }) =>
      warnAboutClip(location, times.of(location).length, playbackOf(location.clip), media, shape),
    ),
    ...shown.flatMap(({ location }) =>
      cutWarnings(location, playbackOf(location.clip), fileOf(location.clip)),
    ),
  ];
}

/** Returns the clips that are drawn, by the group that they are in. */
function groupDrawn(
  clips: readonly SpannedClip[],
  { output }: Edit,
): ReadonlyMap<Clip | undefined, readonly SpannedClip[]> {
  const drawn = clips.filter(({ location }) => isDrawn(location, output));
  return Map.groupBy(drawn, ({ location }) => location.group?.clip);
}

/**
 * Checks that the groups have room in memory. The check of the edit cannot do so if times depend on the media.
 *
 * @throws {KinoraError} `validation_failed`.
 */
function requireCanvasRoom(edit: Edit, times: EditTimes<Seconds>): void {
  const excess = needsPictures(edit.output)
    ? findCanvasExcess(listClips(edit), times, outputShape(edit.output))
    : undefined;
  if (excess) throw new KinoraError('validation_failed', `${formatPath(excess.path)} ${excess.phrase}.`);
}

/** Lists the captions of the range that an output shows. */
function listCaptions(
  clips: readonly SpannedClip[],
  captions: ReadonlyMap<Clip, ClipCaptions>,
  range: OutputRange,
  rate: Rate,
  times: EditTimes<Seconds>,
): OutputCaption[] {
  const captioned = clips.flatMap(({ location, span }): CaptionedClip[] => {
    const found = captions.get(location.clip);
    if (!found) return [];
    const { all, timing } = found;
    const timed = { span: timing.span, start: times.of(timing.location).start };
    return [{ cues: all, timing: timed, span, ...times.of(location) }];
  });
  return listOutputCaptions(captioned, range, rate);
}

function warnAboutClip(
  location: ClipLocation,
  length: Seconds,
  playback: Playback,
  media: MediaByUrl,
  shape: OutputShape,
): Warning[] {
  const { asset } = location.clip;
  const notes = noteWarnings(location, 'src' in asset ? notesOf(media.get(asset.src)) : undefined);
  const file = isTimed(asset) ? lengthsOf(asset, media) : undefined;
  return [
    ...notes,
    ...(file ? lengthWarnings({ location, length, file, playback }, shape.rate) : []),
    ...cutoutWarnings(location, media),
    ...followWarnings(location, pictureOf(location.clip, media), shape),
    ...filterWarnings(location),
  ];
}

/** Returns what is known about the picture of a clip. */
function pictureOf({ asset }: Clip, media: MediaByUrl): FollowedPicture | undefined {
  return followedPictureOf('src' in asset ? media.get(asset.src) : undefined);
}

/** Returns a file that can have notes. */
function notesOf(file: Media | undefined): AvMedia | SubtitlesMedia | VectorMedia | undefined {
  return file?.kind === 'av' || file?.kind === 'subtitles' || file?.kind === 'vector' ? file : undefined;
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
  const [field, length] = [location ? formatPath(clipPathOf(location)) : 'timeline', formatNumber(duration)];
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

/** True if a file can be transparent. Undefined if that is unknown. */
function findAlpha(media: Media | undefined): boolean | undefined {
  if (media?.kind === 'still') return media.alpha;
  return media?.kind === 'av' || media?.kind === 'animation' ? media.video?.alpha : undefined;
}

/** Returns the length of a clip with `length: auto`: that of its media after the trim, at its speed. */
function mediaLength({ clip, ...at }: ClipLocation, media: MediaByUrl, playback: Playback): Seconds {
  const { asset } = clip;
  if (!isTimed(asset)) return STILL_LENGTH;
  if (asset.type === 'luma' && media.get(asset.src)?.kind === 'still') return STILL_LENGTH;
  const field = formatPath(clipPathOf({ clip, ...at }));
  // A track that the file does not have is the first thing to say.
  if (asset.type === 'video' || asset.type === 'audio') audioTrackOf(media, asset, `${field}.asset`);
  const fileLength = longestLength(asset, media);
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
 * Returns the lengths that determine the length of an asset. Captions of another clip's speech have none,
 * because the cues follow the times of that clip.
 */
function lengthsOf(asset: TimedAsset, media: MediaByUrl): FileLengths | undefined {
  const { type, src } = asset;
  if (speechAliasOf(asset) !== undefined) return undefined;
  const file = media.get(src);
  if (file?.kind === 'lottie') return { own: file.duration };
  if (file?.kind === 'subtitles') return { own: endOfCues(file.cues) };
  if (file?.kind === 'animation')
    return type === 'audio' || type === 'rich-caption' ? undefined : { own: file.video.duration };
  return file?.kind === 'av' ? streamLengths(asset, file) : undefined;
}

function streamLengths(asset: TimedAsset, file: AvMedia): FileLengths | undefined {
  const { type } = asset;
  const sound = chosenSound(file, 'audioTrack' in asset ? asset.audioTrack : undefined);
  const track = type === 'audio' || type === 'rich-caption' ? sound : file.video;
  return track && { own: track.duration, ...(type === 'video' && { sound: sound?.duration }) };
}

function longestLength(asset: TimedAsset, media: MediaByUrl): MaybeSeconds {
  const lengths = lengthsOf(asset, media);
  return lengths && longestOf(lengths);
}

/** Describes the file of an asset for cutting out its silences. Undefined if it has no file. */
function describeFile(
  asset: Clip['asset'],
  media: MediaByUrl,
  words: FoundWords | undefined,
): FileWithSilences | undefined {
  if (!isTimed(asset)) return undefined;
  const file = media.get(asset.src);
  if (file?.kind !== 'av' && file?.kind !== 'animation') return undefined;
  const silences = file.kind === 'av' ? file.silences : undefined;
  return { duration: longestLength(asset, media), hasSound: file.audio !== undefined, silences, words };
}

/** Returns the cues of a transcript. Undefined if there is none. */
function cuesOfTranscript(file: Media | undefined): readonly Cue[] | undefined {
  return file?.kind === 'subtitles' ? file.cues : undefined;
}
