import { timeAtFrame, toSeconds } from '../../base/time.ts';
import { hasPictures, isStill } from '../output/output-format.ts';
import { isVideoFormat } from '../output/video-format.ts';
import type { ClipLocation } from '../clips/clip-location.ts';
import type { Edit } from '../schema/edit.ts';
import { MAX_GIF_FRAME_RATE, frameRateOf } from '../output/frame-rate.ts';
import type { MaybeSeconds } from '../times/resolve-times.ts';
import { formatNumber, type Warning } from './warning.ts';

/** Warns about the output. @param duration length of the timeline, if known. */
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

/** Warns about a file of sound of an edit without any. */
function warnAboutSilence({ timeline, output }: Edit, clips: readonly ClipLocation[]): Warning[] {
  if (hasPictures(output) || timeline.soundtrack) return [];
  if (clips.some(({ clip }) => TYPES_WITH_SOUND.has(clip.asset.type))) return [];
  const field = 'output.format';
  const text = `The format is "${output.format}", but nothing in the edit has sound. Add a soundtrack, an audio clip or a video clip.`;
  return [{ field, text }];
}

/** The types of assets that can have sound. */
const TYPES_WITH_SOUND: ReadonlySet<string> = new Set(['video', 'audio', 'text-to-speech', 'image-to-video']);

function warnAboutRate({ output: { format, fps } }: Edit): Warning[] {
  if (format !== 'gif' || fps === undefined || fps <= MAX_GIF_FRAME_RATE) return [];
  const field = 'output.fps';
  const text = `The frame rate is ${fps}, but a gif can have at most ${MAX_GIF_FRAME_RATE} frames per second, because browsers slow down faster ones. It is rendered at ${MAX_GIF_FRAME_RATE}.`;
  return [{ field, text }];
}

/**
 * Warns about a range that ends more than one frame after the timeline. A smaller difference may come from
 * rounding.
 */
function warnAboutRangeEnd({ output }: Edit, duration: MaybeSeconds): Warning[] {
  const { start = 0, length } = output.range ?? {};
  if (length === undefined || !duration || isStill(output)) return [];
  const end = toSeconds(start).add(toSeconds(length));
  if (end.lte(duration.add(timeAtFrame(1, frameRateOf(output))))) return [];
  const field = 'output.range.length';
  const text = `The range extends to ${formatNumber(end.valueOf())} s, but the timeline ends at ${formatNumber(duration.valueOf())} s. The output ends there, too.`;
  return [{ field, text }];
}

/** The destinations that accept only videos (contract 8). */
const VIDEO_ONLY_PROVIDERS: ReadonlySet<string> = new Set(['mux', 'vimeo', 'tiktok']);

/** Warns about destinations that do not accept the format of the output. */
function warnAboutDestinations({ output: { format, destinations = [] } }: Edit): Warning[] {
  // An hls is not allowed there at all.
  if (isVideoFormat(format) || format === 'hls') return [];
  return destinations.flatMap(({ provider, exclude }, index) => {
    if (exclude === true || !VIDEO_ONLY_PROVIDERS.has(provider)) return [];
    const field = `output.destinations[${index}]`;
    const text = `${provider} accepts only videos, but output.format is "${format}". Nothing is sent there.`;
    return [{ field, text }];
  });
}
