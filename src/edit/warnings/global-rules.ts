import { completeOutput } from '../output/complete-output.ts';
import { mayHaveSound } from '../../base/vocabulary/may-have-sound.ts';
import { nearestFrame, timeAtFrame, toSeconds } from '../../base/time.ts';
import { frameRateOf } from '../output/frame-rate.ts';
import { MAX_GIF_FRAME_RATE } from '../output/nominal-rate.ts';
import { canHaveSound, codecOf, hasPictures, isStill, needsPictures } from '../output/output-format.ts';
import { isVideoFormat } from '../output/formats.ts';
import type { Edit } from '../schema/edit.ts';
import { becauseWithout, explainReplacedFade, findUnusedEasing, isVisual } from './clip-rules.ts';
import type { Facts, Rule } from './rule.ts';
import { findSilentSounds } from './silent-sounds.ts';
import { findWrongStacking } from './stacking.ts';
import { formatNumber } from './warning.ts';

/** The destinations that accept only videos (contract 8). */
const VIDEO_ONLY_PROVIDERS: ReadonlySet<string> = new Set(['mux', 'vimeo', 'tiktok']);

/**
 * The rules of the edit, its output and its soundtrack. A setting that repeats its default is not reported. Nor is
 * `resolution`, which clients of the public service send with every output. `fps` always has an effect, because the
 * edges of clips lie on frames in every format.
 */
export const GLOBAL_RULES: readonly Rule<Edit>[] = [
  {
    at: 'disk',
    when: ({ disk }) => disk !== undefined,
    say: 'This field is deprecated and has no effect.',
  },
  {
    at: 'instance',
    when: ({ instance, output }) => instance === 'a1' && codecOf(output) !== 'h264',
    say: ({ output }) => {
      const unable = isVideoFormat(output.format) ? 'codec' : 'format';
      return `No hardware encodes the ${unable} "${codecOf(output) ?? output.format}", so "a1" works like "s2".`;
    },
  },
  {
    at: 'timeline.soundtrack',
    when: ({ timeline, output }) => timeline.soundtrack !== undefined && !canHaveSound(output),
    say: (edit) => `The soundtrack is not heard, ${becauseWithout('sound', edit)}`,
  },
  {
    at: 'output.aspectRatio',
    say: (edit) => {
      const { aspectRatio = '16:9', size } = edit.output;
      if (aspectRatio === '16:9') return undefined;
      if (size) return 'The aspect ratio has no effect, because "size" has its own. Remove "aspectRatio".';
      return explainUndrawn('aspect ratio', aspectRatio, edit);
    },
  },
  { at: 'output.size', say: (edit) => explainUndrawn('size', edit.output.size, edit) },
  { at: 'output.scaleTo', say: (edit) => explainUndrawn('scaling', edit.output.scaleTo, edit) },
  {
    at: 'output.quality',
    when: ({ output }) => {
      const { quality, format, images, poster, thumbnail } = completeOutput(output);
      const isLossless = format === 'png' || format === 'bmp' || (format === 'zip' && images === 'png');
      return quality !== 'medium' && isLossless && !poster && !thumbnail;
    },
    say: ({ output: { format } }) =>
      format === 'zip'
        ? 'The quality has no effect on images of the format "png", which lose nothing.'
        : `The quality has no effect on the format "${format}", which loses nothing.`,
  },
  {
    at: 'output.captions',
    when: ({ output }, { clips }) =>
      output.captions !== undefined &&
      !clips.some(({ clip: { asset } }) => asset.type === 'caption' || asset.type === 'rich-caption'),
    say: 'The file has no captions, because the edit has none. Add a clip with a "caption" or a "rich-caption".',
  },
  {
    at: 'output.repeat',
    when: ({ output: { repeat, format } }) => repeat === false && format !== 'gif',
    say: ({ output: { format } }) =>
      `The field "repeat" has no effect on the format "${format}". Only a gif repeats.`,
  },
  {
    at: 'output.mute',
    when: ({ output }) => output.mute === true && !(hasPictures(output) && canHaveSound(output)),
    say: (edit) =>
      hasPictures(edit.output)
        ? `The field "mute" has no effect, ${becauseWithout('sound', edit)}`
        : `The ${edit.output.format} is silent for its whole length, because "mute" is true. Remove "mute" to hear its sound.`,
  },
  {
    at: 'output.audio',
    when: ({ output }) => output.audio === 'always' && !(hasPictures(output) && canHaveSound(output)),
    say: (edit) =>
      hasPictures(edit.output)
        ? `The field "audio" has no effect, ${becauseWithout('sound', edit)}`
        : `The field "audio" has no effect on the format "${edit.output.format}", which always has sound.`,
  },
  {
    at: 'output.loudness',
    when: ({ output }) => output.loudness !== undefined && (!canHaveSound(output) || output.mute === true),
    say: (edit) =>
      canHaveSound(edit.output)
        ? 'The loudness has no effect, because "mute" is true.'
        : `The loudness has no effect, ${becauseWithout('sound', edit)}`,
  },
  {
    at: 'output.range.length',
    when: ({ output }) => output.range?.length !== undefined && isStill(output),
    say: ({ output: { format } }) =>
      `The length of the range has no effect, because the format "${format}" shows only its first frame.`,
  },
  {
    at: 'output.format',
    when: ({ timeline, output }, { clips }) =>
      !hasPictures(output) &&
      !timeline.soundtrack &&
      !clips.some(({ clip }) => mayHaveSound(clip.asset.type)),
    say: ({ output: { format } }) =>
      `The format is "${format}", but nothing in the edit has sound. Add a soundtrack, an audio clip or a video clip.`,
  },
  {
    at: 'output.fps',
    when: ({ output: { format, fps = 0 } }) => format === 'gif' && fps > MAX_GIF_FRAME_RATE,
    say: ({ output: { fps = 0 } }) =>
      `The frame rate is ${fps}, but a gif can have at most ${MAX_GIF_FRAME_RATE} frames per second, because browsers slow down faster ones. It is rendered at ${MAX_GIF_FRAME_RATE}.`,
  },
  { at: 'output.range.length', say: explainLateEnd },
  {
    at: 'output.destinations',
    // An hls is not allowed there at all.
    when: ({ output: { format } }) => !isVideoFormat(format) && format !== 'hls',
    say: ({ output: { format, destinations = [] } }) =>
      destinations.flatMap(({ provider, exclude }, index) => {
        if (exclude === true || !VIDEO_ONLY_PROVIDERS.has(provider)) return [];
        const text = `${provider} accepts only videos, but output.format is "${format}". Nothing is sent there.`;
        return [{ field: `[${index}]`, text }];
      }),
  },
  {
    at: 'timeline.soundtrack.start',
    say: ({ timeline: { soundtrack: { start = 0 } = {} } }, { times: { duration } }) =>
      duration && start > 0 && start >= duration.valueOf()
        ? `The soundtrack starts at ${formatNumber(start)} s, but the timeline ends at ${formatNumber(duration)} s, so it is not heard.`
        : undefined,
  },
  {
    at: 'timeline.soundtrack.effect',
    say: ({ timeline: { soundtrack } }) => explainReplacedFade(soundtrack?.volume, soundtrack?.effect),
  },
  {
    at: 'timeline.soundtrack.volume',
    say: ({ timeline: { soundtrack } }) => findUnusedEasing(soundtrack?.volume),
  },
  {
    at: 'output.poster.capture',
    say: ({ output: { poster } }, facts) => explainLateStill(poster?.capture, facts),
  },
  {
    at: 'output.thumbnail.capture',
    say: ({ output: { thumbnail } }, facts) => explainLateStill(thumbnail?.capture, facts),
  },
  {
    at: 'output.thumbnail.scale',
    when: ({ output: { thumbnail } }) => thumbnail?.scale === 0,
    say: 'A scale of 0 makes an image of one pixel. Set it to a fraction of the output size, such as 0.25.',
  },
  { say: findWrongStacking },
  { say: findSilentSounds },
  { at: 'output.range', say: explainEmptyRange },
];

/** Explains a setting of the picture of an output that has none. */
function explainUndrawn(name: string, value: unknown, edit: Edit): string | undefined {
  if (value === undefined || needsPictures(edit.output)) return undefined;
  return `The ${name} has no effect, ${becauseWithout('picture', edit)}`;
}

/** Explains a range that ends more than one frame after the timeline. Less may come from rounding. */
function explainLateEnd({ output }: Edit, { times: { duration } }: Facts): string | undefined {
  const { start = 0, length } = output.range ?? {};
  if (length === undefined || !duration || isStill(output)) return undefined;
  const end = toSeconds(start).add(toSeconds(length));
  if (end.lte(duration.add(timeAtFrame(1, frameRateOf(output))))) return undefined;
  return `The range extends to ${formatNumber(end)} s, but the timeline ends at ${formatNumber(duration)} s. The output ends there, too.`;
}

function explainLateStill(capture: number | undefined, { times: { duration } }: Facts): string | undefined {
  if (capture === undefined || !duration || duration.gte(capture)) return undefined;
  const end = formatNumber(duration);
  return `The moment ${formatNumber(capture)} s is after the timeline, which ends at ${end} s. The last frame is shown.`;
}

/** Explains a range in which no clip is visible, although the timeline has visible clips. */
function explainEmptyRange({ output }: Edit, { clips, times }: Facts): string | undefined {
  const { range } = output;
  const { duration } = times;
  const drawn = clips.filter(isVisual);
  if (!range || !duration || drawn.length === 0 || !needsPictures(output) || isStill(output))
    return undefined;
  const rate = frameRateOf(output);
  const start = toSeconds(range.start ?? 0);
  const end = range.length === undefined ? duration : start.add(toSeconds(range.length));
  const shownEnd = end.lt(duration) ? end : duration;
  const [from, to] = [nearestFrame(start, rate), nearestFrame(shownEnd, rate)];
  if (to <= from) return undefined;
  const isOutside = drawn.every((location) => {
    const { start: begin, length } = times.of(location);
    if (!begin || !length) return false;
    return nearestFrame(begin, rate) >= to || nearestFrame(begin.add(length), rate) <= from;
  });
  return isOutside
    ? `No clip is visible in this range, from ${formatNumber(start)} to ${formatNumber(shownEnd)} s, so the output shows only the background.`
    : undefined;
}
