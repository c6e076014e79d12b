import { timeAtFrame, toSeconds } from '../../base/time.ts';
import { isStill } from '../output/output-format.ts';
import type { ClipLocation } from '../clips/clip-location.ts';
import type { Edit } from '../schema/edit.ts';
import { MAX_GIF_FRAME_RATE, frameRateOf } from '../output/frame-rate.ts';
import type { MaybeSeconds } from '../times/resolve-times.ts';
import { formatNumber, type Warning } from './warning.ts';

/** What of the output is hardly meant. @param duration of the timeline. */
export function warnAboutOutput(
  edit: Edit,
  clips: readonly ClipLocation[],
  duration: MaybeSeconds,
): Warning[] {
  return [
    ...warnAboutSilence(edit, clips),
    ...warnAboutRate(edit),
    ...warnAboutRangeEnd(edit, duration),
    ...warnAboutDestinations(edit),
  ];
}

/** A file of sound, of an edit in which there can be none. */
function warnAboutSilence({ timeline, output }: Edit, clips: readonly ClipLocation[]): Warning[] {
  if (output.format !== 'mp3' || timeline.soundtrack) return [];
  if (clips.some(({ clip }) => TYPES_WITH_SOUND.has(clip.asset.type))) return [];
  const field = 'output.format';
  const text = `${field} is "mp3", but nothing in the edit has a sound; add a soundtrack, an audio or a video.`;
  return [{ field, text }];
}

/** The types of assets that may have a sound. */
const TYPES_WITH_SOUND: ReadonlySet<string> = new Set(['video', 'audio', 'text-to-speech', 'image-to-video']);

function warnAboutRate({ output: { format, fps } }: Edit): Warning[] {
  if (format !== 'gif' || fps === undefined || fps <= MAX_GIF_FRAME_RATE) return [];
  const field = 'output.fps';
  const text = `${field} is ${fps}, but a gif has ${MAX_GIF_FRAME_RATE} frames a second at the most, because browsers slow down what is faster; it is made with ${MAX_GIF_FRAME_RATE}.`;
  return [{ field, text }];
}

/** A range that ends long after the timeline; what a rounded time misses the end by is no slip. */
function warnAboutRangeEnd({ output }: Edit, duration: MaybeSeconds): Warning[] {
  const { start = 0, length } = output.range ?? {};
  if (length === undefined || !duration || isStill(output)) return [];
  const end = toSeconds(start).add(toSeconds(length));
  if (end.lte(duration.add(timeAtFrame(1, frameRateOf(output))))) return [];
  const field = 'output.range.length';
  const text = `${field} goes to ${formatNumber(end.valueOf())} s, but the timeline ends at ${formatNumber(duration.valueOf())} s; the output ends there.`;
  return [{ field, text }];
}

/** The destinations that take nothing but videos (contract 8). */
const VIDEO_ONLY_PROVIDERS: ReadonlySet<string> = new Set(['mux', 'vimeo', 'tiktok']);

/** What is sent nowhere although a place is named for it. */
function warnAboutDestinations({ output: { format, destinations = [] } }: Edit): Warning[] {
  if (format === 'mp4') return [];
  return destinations.flatMap(({ provider, exclude }, index) => {
    if (exclude === true || !VIDEO_ONLY_PROVIDERS.has(provider)) return [];
    const field = `output.destinations[${index}]`;
    const text = `${field} is ${provider}, which takes videos only, but output.format is "${format}"; nothing is sent there.`;
    return [{ field, text }];
  });
}
