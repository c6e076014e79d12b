import { isPrompted } from '../generated/generated-source.ts';
import { type Seconds, toSeconds } from '../../base/time.ts';
import { type ClipLocation, listClips } from '../clips/clip-location.ts';
import type { Asset } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';
import { NonNegativeSeconds } from '../schema/fields.ts';
import { resolveTimes, STILL_LENGTH } from '../times/resolve-times.ts';

/**
 * Guessed length in seconds of a file that is not read yet: a usual length of a video or a recording in an
 * edit. Subtitles and transcripts are as long as their media.
 */
const MEDIA_SECONDS = 15;
/** Length in seconds of a generated video, as most services make it. */
const GENERATED_VIDEO_SECONDS = 5;
/** Characters of a text that a voice speaks in a second. */
const SPOKEN_CHARACTERS = 15;

/** A clip with its guessed start and length in seconds. */
export interface GuessedClip {
  readonly location: ClipLocation;
  readonly start: number;
  readonly length: number;
}

/** The clips of an edit with their guessed times, and the guessed length of the timeline in seconds. */
export interface GuessedTimes {
  readonly clips: readonly GuessedClip[];
  readonly duration: number;
}

/** Guesses the times of an edit without its media. */
export function guessTimes(edit: Edit): GuessedTimes {
  const times = resolveTimes(edit, ({ clip: { asset } }) => guessMediaLength(asset));
  const clips = listClips(edit).map((location) => {
    const { start, length } = times.of(location);
    return { location, start: start.valueOf(), length: length.valueOf() };
  });
  return { clips, duration: times.duration.valueOf() };
}

/** Guesses the seconds that `auto` stands for. */
function guessMediaLength(asset: Asset): Seconds {
  if (asset.type === 'audio' && isPrompted(asset)) return guessSpokenLength(asset.prompt);
  if (asset.type === 'video' || asset.type === 'audio') {
    const { trim = 0 } = asset;
    const speed = typeof asset.speed === 'number' ? asset.speed : 1;
    // Settled, because sums of exact quotients have ever longer denominators.
    return toSeconds(NonNegativeSeconds.parse(Math.max(1, MEDIA_SECONDS - trim) / Math.max(0.1, speed)));
  }
  if (asset.type === 'image-to-video') return toSeconds(GENERATED_VIDEO_SECONDS);
  if (asset.type === 'text-to-speech') return guessSpokenLength(asset.text);
  return LAST_WITH_MEDIA.includes(asset.type) ? toSeconds(MEDIA_SECONDS) : STILL_LENGTH;
}

function guessSpokenLength(text: string): Seconds {
  return toSeconds(Math.max(SPOKEN_CHARACTERS, text.length)).div(SPOKEN_CHARACTERS);
}

/** The types of assets that last as long as the media that they belong to. */
const LAST_WITH_MEDIA: readonly Asset['type'][] = ['luma', 'caption', 'rich-caption'];
