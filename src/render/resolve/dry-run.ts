import { redactUrl } from '../../base/redact-url.ts';
import { parseSeconds, type Seconds, roundSeconds, toSeconds } from '../../base/time.ts';
import {
  type Clip,
  type ClipLocation,
  type ClipTime,
  combineWarnings,
  cutSilenceOf,
  listClips,
  listOutputs,
  type Dialect,
  type Edit,
  formatPath,
  followedAssetOf,
  frameRateOf,
  generatedTypeOf,
  type MaybeSeconds,
  type SpeechSource,
  type OutputRange,
  outputShape,
  clipPathOf,
  resolveTimes,
  type Source,
  listSources,
  STILL_LENGTH,
  listSpeechSources,
  toSentence,
  type Track,
  type Warning,
  findWarnings,
  speechWordsOf,
} from '../../edit/model.ts';
import type { MeasuredMedia, MeasuredTrack, MeasureFailure } from '../media/measured-media.ts';
import { explainMismatch } from '../media/explain-mismatch.ts';
import { soundlessWarnings } from './sound/heard-clips.ts';
import { limitWarnings } from './limit-warnings.ts';
import { normalizeEdit } from './dialect.ts';
import { lengthWarnings, noteWarnings, soundtrackNotes } from './length-warnings.ts';
import { describeOutput, type OutputFacts } from './output-facts.ts';
import { toOutputRange } from './output-range.ts';
import { type Playback, playedLength } from './playback.ts';
import { requireFrameCount } from './resolve.ts';
import { type CutSilenceReport, reportCuts } from './cuts/report-cuts.ts';
import { type FollowReport, type FollowedPicture, followWarnings, reportFollow } from './follow/follow.ts';
import { reportWords, type WordsReport } from './cuts/report-words.ts';
import { findWordsOfClips } from './cuts/words-of-clips.ts';
import { cutWarnings } from './cuts/word-warnings.ts';
import { areCutsKnown, type FileWithSilences, type FindFile, playWithCuts } from './cuts/silence-cuts.ts';
import {
  chosenSound,
  isTimed,
  type TimedAsset,
  type FileLengths,
  longestOf,
  requireSound,
} from './timed-asset.ts';

/** The times of the clips of a track. */
interface DryRunTrack {
  readonly clips: readonly DryRunClip[];
}

/** The times of a clip on the timeline, and those of the clips in its group. */
interface DryRunClip {
  readonly start: number | null;
  readonly length: number | null;
  readonly tracks?: readonly DryRunTrack[];
  /** The parts of the file that are left if silences are cut out of it. `null` if they are unknown. */
  readonly cutSilence?: CutSilenceReport | null;
  /** The subject that its camera follows. `null` if it is unknown. */
  readonly follow?: FollowReport | null;
  /** The words that are cut, kept, muted or bleeped. `null` if they are unknown. */
  readonly words?: WordsReport | null;
}

/**
 * The predicted result of a render. `null` stands for values that are unknown before the render. Times in
 * seconds.
 */
export interface DryRun {
  readonly timeline: {
    readonly duration: number | null;
    readonly tracks: readonly DryRunTrack[];
  };
  /** The output file, or the first one. */
  readonly output: OutputFacts;
  /** All output files, if the edit has a list of them. */
  readonly outputs?: readonly OutputFacts[];
  readonly warnings: readonly Warning[];
}

/**
 * The result of measuring the file behind each source URL. Files that were not measured in time are absent.
 */
export type MeasuredByUrl = Readonly<Record<string, MeasuredMedia | MeasureFailure>>;

const NOT_INSPECTED: MeasureFailure = {
  phrase: 'was not inspected, because there are too many files or they load too slowly',
};

/**
 * Works out what a render of an edit would make, as far as its media is known. Pure.
 *
 * @param warnings further warnings to return.
 * @throws {KinoraError} `validation_failed` if the timeline is shorter than one frame or longer than 12
 * hours, if the range contains no frame, or if a file does not have the chosen sound track.
 */
export function dryRun(
  edit: Edit,
  measured: MeasuredByUrl,
  dialect: Dialect,
  warnings: readonly Warning[] = [],
): DryRun {
  requireSounds(edit, measured);
  const [first, ...others] = listOutputs(edit).map((each) => runForOutput(each, measured, dialect));
  if (!first) throw new Error('An edit has an output.');
  const perOutput = [first, ...others].map((run) => run.warnings);
  return {
    ...first,
    ...(edit.others && { outputs: [first, ...others].map(({ output }) => output) }),
    warnings: limitWarnings([...combineWarnings(edit, perOutput), ...warnings]),
  };
}

/**
 * Works out one output of an edit.
 *
 * @param edit the edit for one of its outputs.
 */
function runForOutput(edit: Edit, measured: MeasuredByUrl, dialect: Dialect): DryRun {
  const rate = frameRateOf(edit.output);
  const shape = outputShape(edit.output);
  const { soundtrack } = edit.timeline;
  const fileOf = measuredFiles(edit, measured);
  const playbackOf = measuredPlayback(edit, measured, dialect);
  const times = resolveTimes(edit, (location) =>
    autoLength(location, measured, playbackOf(location.clip), fileOf(location.clip)),
  );
  const shown = times.duration ? outputRangeOf(edit, times.duration) : null;
  const timesOfClips = new Map(listClips(edit).map((location) => [location.clip, times.of(location)]));
  return {
    timeline: {
      duration: toDecimal(times.duration),
      tracks: describeTracks(edit.timeline.tracks, (clip) => ({
        ...timesOfClips.get(clip),
        ...describeCuts(clip, playbackOf(clip), fileOf(clip)),
        ...(followedAssetOf(clip) && { follow: reportFollow(measuredPicture(clip, measured)) }),
      })),
    },
    output: describeOutput(edit.output, shown),
    warnings: [
      ...listSources(edit).flatMap((source) => sourceWarnings(source, measured)),
      ...listSpeechSources(edit).flatMap((voice) => speechWarnings(voice, measured)),
      ...listClips(edit).flatMap((location) => {
        const { asset } = location.clip;
        const file = isTimed(asset) ? lengthsOf(asset, measured) : undefined;
        const { length } = times.of(location);
        const notes = [
          ...noteWarnings(location, 'src' in asset ? measuredFile(asset.src, measured) : undefined),
          ...followWarnings(location, measuredPicture(location.clip, measured), shape),
        ];
        if (!file) return notes;
        const playback = playbackOf(location.clip);
        return [
          ...lengthWarnings({ location, length, file, playback }, rate),
          ...cutWarnings(location, playback, fileOf(location.clip)),
          ...notes,
        ];
      }),
      ...soundlessWarnings(edit),
      ...soundtrackNotes(soundtrack, measuredFile(soundtrack?.src ?? '', measured)),
      ...findWarnings(edit, times, dialect, (src) => measuredFile(src, measured)?.alpha),
    ],
  };
}

/** Checks that the measured files have the sound tracks that an edit chooses, as far as their tracks are known. */
function requireSounds(edit: Edit, measured: MeasuredByUrl): void {
  const check = (choice: Parameters<typeof requireSound>[1], field: string): void => {
    const file = measuredFile(choice.src, measured);
    if (file?.audioTracks) requireSound(file, choice, field);
  };
  for (const { clip, ...at } of listClips(edit)) {
    const { asset } = clip;
    if (asset.type !== 'video' && asset.type !== 'audio') continue;
    check(asset, `${formatPath(clipPathOf({ clip, ...at }))}.asset`);
  }
  if (edit.timeline.soundtrack) check(edit.timeline.soundtrack, 'timeline.soundtrack');
}

/** Returns what is cut out of a clip, and its words. */
function describeCuts(
  clip: Clip,
  playback: Playback,
  file: FileWithSilences | undefined,
): Pick<DryRunClip, 'cutSilence' | 'words'> {
  return {
    ...(cutSilenceOf(clip.asset) && { cutSilence: reportCuts(clip, playback, file) }),
    ...(speechWordsOf(clip.asset) && { words: reportWords(clip, playback, file) }),
  };
}

function describeTracks(
  tracks: readonly Track[],
  factsOf: (clip: Clip) => Partial<ClipTime> & Pick<DryRunClip, 'cutSilence' | 'words' | 'follow'>,
): DryRunTrack[] {
  return tracks.map(({ clips }) => ({
    clips: clips.map((clip) => {
      const { start, length, ...facts } = factsOf(clip);
      return {
        start: toDecimal(start),
        length: toDecimal(length),
        ...(clip.asset.type === 'group' && { tracks: describeTracks(clip.asset.tracks, factsOf) }),
        ...facts,
      };
    }),
  }));
}

/** Returns what is known about the picture of a clip. */
function measuredPicture({ asset }: Clip, measured: MeasuredByUrl): FollowedPicture | undefined {
  const file = 'src' in asset ? measuredFile(asset.src, measured) : undefined;
  return file?.picture && { ...file.picture, subjects: file.subjects };
}

function measuredFile(src: string, measured: MeasuredByUrl): MeasuredMedia | undefined {
  const file = measured[src];
  return file && 'kind' in file ? file : undefined;
}

/**
 * Returns the part of a timeline that the output of an edit renders.
 *
 * @param duration Length of the timeline.
 * @throws {KinoraError} The same errors as {@link dryRun}.
 */
export function outputRangeOf(edit: Edit, duration: Seconds): OutputRange {
  requireFrameCount(duration, edit);
  return toOutputRange(edit.output, duration);
}

function toDecimal(time: MaybeSeconds): number | null {
  return time ? roundSeconds(time) : null;
}

/** Returns a function that works out how the files of clips play, as far as their media is known. */
export function measuredPlayback(
  edit: Edit,
  measured: MeasuredByUrl,
  dialect: Dialect,
): (clip: Clip) => Playback {
  return playWithCuts(
    normalizeEdit(edit, dialect).playbackOf,
    measuredFiles(edit, measured),
    frameRateOf(edit.output),
  );
}

/** Returns a function that describes the files of clips for cuts, as far as they are measured. */
function measuredFiles(edit: Edit, measured: MeasuredByUrl): FindFile {
  const wordsOfClip = findWordsOfClips(edit, (transcript) => {
    const words = measuredFile(transcript, measured)?.words;
    return (
      words && [
        { words: words.map((word) => ({ ...word, from: toSeconds(word.from), to: toSeconds(word.to) })) },
      ]
    );
  });
  return (clip) => {
    const file = describeMeasured(clip.asset, measured);
    return file && { ...file, words: wordsOfClip(clip) };
  };
}

/** Describes the file of an asset for cutting out its silences. Undefined if it was not measured. */
function describeMeasured(asset: Clip['asset'], measured: MeasuredByUrl): FileWithSilences | undefined {
  if (!isTimed(asset)) return undefined;
  const file = measuredFile(asset.src, measured);
  if (!file || file.kind === 'still') return undefined;
  const duration = longestLength(asset, measured);
  return { duration, hasSound: file.audio !== undefined, silences: file.silences };
}

/**
 * Returns the length of a clip with `length: auto`. The result is unknown if the length of the media is
 * unknown, if the speed is 0 or if the trim leaves nothing.
 *
 * @param known what is known about cuts. By default, that of the file, without words.
 */
export function autoLength(
  { clip }: ClipLocation,
  measured: MeasuredByUrl,
  playback: Playback,
  known?: FileWithSilences,
): MaybeSeconds {
  const { asset } = clip;
  if (!isTimed(asset)) return STILL_LENGTH;
  if (asset.type === 'luma' && measuredFile(asset.src, measured)?.kind === 'still') return STILL_LENGTH;
  if (!areCutsKnown(clip, playback, known ?? describeMeasured(asset, measured))) return undefined;
  const fileLength = longestLength(asset, measured);
  const left = fileLength && playedLength(fileLength, playback);
  return left !== 'endless' && left?.gt(0) === true ? left : undefined;
}

/** Returns the lengths that determine the length of an asset, if the file was measured. */
function lengthsOf(asset: TimedAsset, measured: MeasuredByUrl): FileLengths | undefined {
  const { type, src } = asset;
  const file = measuredFile(src, measured);
  if (!file) return undefined;
  if (file.kind === 'subtitles') return file.subtitles && { own: trackLength(file.subtitles) };
  const chosen = 'audioTrack' in asset ? asset.audioTrack : undefined;
  // A file that is read over the network is measured with one track.
  const sound = file.audioTracks ? chosenSound(file, chosen) : file.audio;
  const track = type === 'audio' || type === 'rich-caption' ? sound : file.video;
  return track && { own: trackLength(track), ...(type === 'video' && { sound: trackLength(sound) }) };
}

function longestLength(asset: TimedAsset, measured: MeasuredByUrl): MaybeSeconds {
  const lengths = lengthsOf(asset, measured);
  return lengths && longestOf(lengths);
}

function trackLength(track: MeasuredTrack | undefined): MaybeSeconds {
  return track?.duration === undefined ? undefined : parseSeconds(track.duration);
}

/**
 * Warns that captions from speech are unknown, because a dry run does not transcribe. If there is no sound to
 * transcribe, warns of the missing sound instead. The words of generated speech need no transcription.
 */
function speechWarnings({ field, url, clip, isForWords }: SpeechSource, measured: MeasuredByUrl): Warning[] {
  if (isForWords || generatedTypeOf(url) !== undefined) return [];
  const file = measuredFile(url, measured);
  const isSound = clip !== undefined || file?.kind === 'av';
  if (clip && file?.kind === 'av' && !file.audio) {
    const silent = `The captions follow ${formatPath(clipPathOf(clip))}, but ${redactUrl(url)} has no sound to make captions from.`;
    return [{ field, text: silent }];
  }
  const text = 'The captions are not known yet. The sound is transcribed when the edit is rendered.';
  return isSound ? [{ field, text }] : [];
}

function sourceWarnings({ url, field, kind }: Source, measured: MeasuredByUrl): Warning[] {
  const file = measured[url] ?? NOT_INSPECTED;
  if ('sentence' in file) return [{ field, text: toSentence(file.sentence) }];
  const phrase = 'phrase' in file ? file.phrase : explainMismatch(kind, file);
  return phrase === undefined ? [] : [{ field, text: `${redactUrl(url)} ${phrase}.` }];
}
