import { frameTime, seconds } from '../../base/time.ts';
import { isStill } from '../formats.ts';
import type { ClipPlace } from '../places.ts';
import type { Edit } from '../schema/edit.ts';
import { FASTEST_GIF, frameRate } from '../times/frame-rate.ts';
import type { MaybeSeconds } from '../times/times.ts';
import { shownNumber, type Warning } from './warning.ts';

/** What of the output is hardly meant. @param duration of the timeline. */
export function outputWarnings(edit: Edit, places: readonly ClipPlace[], duration: MaybeSeconds): Warning[] {
  return [
    ...silenceWarning(edit, places),
    ...rateWarning(edit),
    ...endWarning(edit, duration),
    ...destinationWarnings(edit),
  ];
}

/** A file of sound, of an edit in which there can be none. */
function silenceWarning({ timeline, output }: Edit, places: readonly ClipPlace[]): Warning[] {
  if (output.format !== 'mp3' || timeline.soundtrack) return [];
  if (places.some(({ clip }) => SOUNDING.has(clip.asset.type))) return [];
  const field = 'output.format';
  const text = `${field} is "mp3", but nothing in the edit has a sound; add a soundtrack, an audio or a video.`;
  return [{ field, text }];
}

/** The types of assets that may have a sound. */
const SOUNDING: ReadonlySet<string> = new Set(['video', 'audio', 'text-to-speech', 'image-to-video']);

function rateWarning({ output: { format, fps } }: Edit): Warning[] {
  if (format !== 'gif' || fps === undefined || fps <= FASTEST_GIF) return [];
  const field = 'output.fps';
  const text = `${field} is ${fps}, but a gif has ${FASTEST_GIF} frames a second at the most, because browsers slow down what is faster; it is made with ${FASTEST_GIF}.`;
  return [{ field, text }];
}

/** A range that ends long after the timeline; what a rounded time misses the end by is no slip. */
function endWarning({ output }: Edit, duration: MaybeSeconds): Warning[] {
  const { start = 0, length } = output.range ?? {};
  if (length === undefined || !duration || isStill(output)) return [];
  const end = seconds(start).add(seconds(length));
  if (end.lte(duration.add(frameTime(1, frameRate(output))))) return [];
  const field = 'output.range.length';
  const text = `${field} goes to ${shownNumber(end.valueOf())} s, but the timeline ends at ${shownNumber(duration.valueOf())} s; the output ends there.`;
  return [{ field, text }];
}

/** The destinations that take nothing but videos (contract 8). */
const VIDEO_ONLY: ReadonlySet<string> = new Set(['mux', 'vimeo', 'tiktok']);

/** What is sent nowhere although a place is named for it. */
function destinationWarnings({ output: { format, destinations = [] } }: Edit): Warning[] {
  if (format === 'mp4') return [];
  return destinations.flatMap(({ provider, exclude }, index) => {
    if (exclude === true || !VIDEO_ONLY.has(provider)) return [];
    const field = `output.destinations[${index}]`;
    const text = `${field} is ${provider}, which takes videos only, but output.format is "${format}"; nothing is sent there.`;
    return [{ field, text }];
  });
}
