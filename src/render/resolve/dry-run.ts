import { shownUrl } from '../../base/shown-url.ts';
import { fromFraction, type Seconds, shownSeconds } from '../../base/time.ts';
import {
  type ClipPlace,
  clipsOf,
  type Edit,
  fieldOf,
  frameRate,
  type MaybeSeconds,
  type NamedVoice,
  type OutputRange,
  pathOf,
  resolveTimes,
  type Source,
  sourcesOf,
  STILL_LENGTH,
  voicesOf,
  type Warning,
  warningsOf,
} from '../../edit/edit.ts';
import type { Measured, MeasuredTrack, Unmeasured } from '../media/measured.ts';
import { unsuitable } from '../media/unsuitable.ts';
import { firstWarnings } from './first-warnings.ts';
import { isLasting, type LastingAsset, lastingPlayback, lengthWarning } from './length-warning.ts';
import { factsOf, type OutputFacts } from './output-facts.ts';
import { outputRange } from './output-range.ts';
import { type Dialect, playedLength } from './playback.ts';
import { framesOf } from './resolve.ts';

/** What a render of an edit would make. `null` stands for what cannot be known before it. Times in seconds. */
export interface DryRun {
  readonly timeline: {
    readonly duration: number | null;
    readonly tracks: readonly {
      readonly clips: readonly { readonly start: number | null; readonly length: number | null }[];
    }[];
  };
  /** The file. */
  readonly output: OutputFacts;
  readonly warnings: readonly Warning[];
}

/** What was found of the file behind each source URL; nothing where it was not looked at, for want of time. */
export type MeasuredByUrl = Readonly<Record<string, Measured | Unmeasured>>;

const NOT_LOOKED_AT: Unmeasured = {
  phrase: 'was not looked at: there are too many files, or they come too slowly',
};

/**
 * Works out what a render of an edit would make, as far as its media is known. Pure.
 *
 * @throws {KinoraError} `validation_failed` when the timeline has no length, or is longer than 12 hours, or the range no frame.
 */
export function dryRun(edit: Edit, measured: MeasuredByUrl, dialect: Dialect): DryRun {
  const rate = frameRate(edit.output);
  const times = resolveTimes(edit, (place) => autoLength(place, measured, dialect));
  const shown = times.duration ? shownOf(edit, times.duration) : null;
  const places = new Map(clipsOf(edit).map((place) => [place.clip, times.of(place)]));
  return {
    timeline: {
      duration: decimal(times.duration),
      tracks: edit.timeline.tracks.map(({ clips }) => ({
        clips: clips.map((clip) => ({
          start: decimal(places.get(clip)?.start),
          length: decimal(places.get(clip)?.length),
        })),
      })),
    },
    output: factsOf(edit.output, shown),
    warnings: firstWarnings([
      ...sourcesOf(edit).flatMap((source) => sourceWarning(source, measured)),
      ...voicesOf(edit).flatMap((voice) => voiceWarning(voice, measured)),
      ...clipsOf(edit).flatMap((place) => {
        const { asset } = place.clip;
        const track = isLasting(asset) ? trackOf(asset, measured) : undefined;
        const { length } = times.of(place);
        return track ? lengthWarning({ place, length, lasts: lengthOf(track) }, dialect, rate) : [];
      }),
      ...warningsOf(edit, times),
    ]),
  };
}

/**
 * What an output shows of a timeline of a length.
 *
 * @throws {KinoraError} as {@link dryRun}.
 */
export function shownOf(edit: Edit, duration: Seconds): OutputRange {
  framesOf(duration, edit);
  return outputRange(edit.output, duration);
}

function decimal(time: MaybeSeconds): number | null {
  return time ? shownSeconds(time) : null;
}

/** What `length: auto` is for a clip; unknown where its media is, and where its trim leaves nothing. */
export function autoLength(
  { clip: { asset } }: ClipPlace,
  measured: MeasuredByUrl,
  dialect: Dialect,
): MaybeSeconds {
  if (!isLasting(asset)) return STILL_LENGTH;
  const file = measured[asset.src];
  if (asset.type === 'luma' && file && 'kind' in file && file.kind === 'still') return STILL_LENGTH;
  const lasts = lengthOf(trackOf(asset, measured));
  const left = lasts && playedLength(lasts, lastingPlayback(asset, dialect));
  return left !== 'endless' && left?.gt(0) === true ? left : undefined;
}

/** The track of its file that an asset is as long as, where the file was looked at. */
function trackOf({ type, src }: LastingAsset, measured: MeasuredByUrl): MeasuredTrack | undefined {
  const file = measured[src];
  if (!file || !('kind' in file)) return undefined;
  if (file.kind === 'subtitles') return file.subtitles;
  return type === 'audio' || type === 'rich-caption' ? file.audio : file.video;
}

function lengthOf(track: MeasuredTrack | undefined): MaybeSeconds {
  return track?.duration === undefined ? undefined : fromFraction(track.duration);
}

/** A dry run does not listen. */
function voiceWarning({ field, url, clip }: NamedVoice, measured: MeasuredByUrl): Warning[] {
  const file = measured[url];
  const isSound = clip !== undefined || (file && 'kind' in file && file.kind === 'av');
  if (clip && file && 'kind' in file && file.kind === 'av' && !file.audio) {
    const silent = `${field}: names ${fieldOf(pathOf(clip))}, and ${shownUrl(url)} has no sound to make captions of.`;
    return [{ field, text: silent }];
  }
  const text = `${field}: its words are not known yet; the sound is listened to when the edit is rendered.`;
  return isSound ? [{ field, text }] : [];
}

function sourceWarning({ url, field, kind }: Source, measured: MeasuredByUrl): Warning[] {
  const file = measured[url] ?? NOT_LOOKED_AT;
  if ('sentence' in file) return [{ field, text: `${field}: ${file.sentence}` }];
  const phrase = 'phrase' in file ? file.phrase : unsuitable(kind, file);
  return phrase === undefined ? [] : [{ field, text: `${field}: ${shownUrl(url)} ${phrase}.` }];
}
