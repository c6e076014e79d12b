import {
  earlierOf,
  fromRatio,
  laterOf,
  SAMPLE_RATE,
  type Rate,
  type Seconds,
  type Span,
  timeAtFrame,
} from '../../../base/time.ts';
import type { OutputRange } from '../../../edit/model.ts';
import type { Cue } from '../../media/media.ts';

/** A caption of an output, in seconds from the start of the output. */
export type OutputCaption = Pick<Cue, 'from' | 'to' | 'text'>;

/** A clip with captions, at its exact time. */
export interface CaptionedClip {
  /** All cues of the clip, in seconds of the clip. */
  readonly cues: readonly Cue[];
  /** The clip whose times the cues follow: the one with the speech, or the clip itself. */
  readonly timing: { readonly span: Span; readonly start: Seconds };
  readonly span: Span;
  readonly start: Seconds;
  readonly length: Seconds;
}

/**
 * Returns the captions of an output, ordered by their start: those of all clips, cut at the edges of their clip and
 * of the range. Equal cues of several clips at the same time are listed once.
 *
 * The times are those of the edit, not of the nearest frames.
 */
export function listOutputCaptions(
  clips: readonly CaptionedClip[],
  { samples }: OutputRange,
  rate: Rate,
): OutputCaption[] {
  const [begin, end] = [fromRatio(samples.from, SAMPLE_RATE), fromRatio(samples.to, SAMPLE_RATE)];
  const captions = clips.flatMap((clip) => {
    // The cues count from the first frame of their clip, and those of speech are shifted by whole frames.
    const shift = clip.timing.start.sub(timeAtFrame(clip.timing.span.from - clip.span.from, rate));
    const [first, last] = [laterOf(clip.start, begin), earlierOf(clip.start.add(clip.length), end)];
    return clip.cues.flatMap(({ from, to, text }) => {
      const cut = { from: laterOf(from.add(shift), first), to: earlierOf(to.add(shift), last) };
      if (text.trim() === '' || cut.to.lte(cut.from)) return [];
      return [{ from: cut.from.sub(begin), to: cut.to.sub(begin), text }];
    });
  });
  const sorted = captions.toSorted((one, other) => one.from.compare(other.from) || one.to.compare(other.to));
  const seen = new Set<string>();
  return sorted.filter(({ from, to, text }) => {
    const key = `${from.toFraction()} ${to.toFraction()} ${text}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
