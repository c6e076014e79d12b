import {
  earlierOf,
  laterOf,
  NATURAL_SPEED,
  type Rate,
  type Seconds,
  type Span,
  timeAtFrame,
  ZERO,
} from '../../../base/time.ts';
import type { Cue } from '../../media/media.ts';
import type { Playback } from '../playback.ts';
import { moveCuesToTimeline } from '../speech-playback.ts';

/** A clip whose speech is captioned. */
export interface SpeechClip {
  readonly span: Span;
  readonly playback: Playback;
}

/**
 * Converts the cues of a file to seconds of a clip. At clip second t, the clip shows file second `trim` +
 * `speed` * t. At speed 0, the clip shows the cues at `trim` for its whole length.
 *
 * @param clipLength Length of the clip in seconds.
 */
export function playCues(cues: readonly Cue[], playback: Playback, clipLength: Seconds): Cue[] {
  const { trim, speed } = playback;
  if (speed.gt(0)) return cues.map((cue) => shiftCue(cue, playback));
  return cues
    .filter(({ from, to }) => from.lte(trim) && trim.lt(to))
    .map((cue) => ({ ...cue, from: ZERO, to: clipLength }));
}

/**
 * Returns the cues for the words of another clip, at the times at which these words are heard (contract C41).
 *
 * @param speech The other clip.
 * @param span Frames of the clip with captions.
 * @returns The cues in seconds of the clip with captions.
 */
export function cuesOfSpeech(cues: readonly Cue[], speech: SpeechClip, span: Span, rate: Rate): Cue[] {
  const begins = timeAtFrame(speech.span.from - span.from, rate);
  const ends = timeAtFrame(speech.span.to - span.from, rate);
  const moved = moveCuesToTimeline(cues, { ...speech.playback, start: begins });
  return moved.flatMap((cue) => clipCue(cue, begins, ends));
}

/** Returns the cues that are visible on at least one frame. The frame at the end of a cue does not count. */
export function visibleCues(cues: readonly Cue[], span: Span, rate: Rate): Cue[] {
  const frames = span.to - span.from;
  return cues.filter(({ from, to }) => {
    const first = Math.max(0, from.mul(rate).ceil().valueOf());
    return first < frames && timeAtFrame(first, rate).lt(to);
  });
}

/** Converts a cue from file seconds to clip seconds. @param playback Its speed must be above 0. */
function shiftCue(cue: Cue, { trim, speed }: Playback): Cue {
  if (trim.equals(ZERO) && speed.equals(NATURAL_SPEED)) return cue;
  const at = (second: Seconds): Seconds => second.sub(trim).div(speed);
  return {
    ...cue,
    from: at(cue.from),
    to: at(cue.to),
    words: cue.words.map(({ text, from, to }) => ({ text, from: at(from), to: at(to) })),
  };
}

/**
 * Cuts a cue to the words that begin in an interval. Returns an empty array if no word begins in the
 * interval.
 */
function clipCue(cue: Cue, begins: Seconds, ends: Seconds): Cue[] {
  const first = cue.words.findIndex(({ from }) => from.gte(begins));
  const last = cue.words.findLastIndex(({ from }) => from.lt(ends));
  if (first < 0 || last < first) return [];
  const whole = first === 0 && last === cue.words.length - 1;
  const words = cue.words.slice(first, last + 1).map((word) => ({ ...word, to: earlierOf(word.to, ends) }));
  const from = first === 0 ? cue.from : (words[0]?.from ?? cue.from);
  const text = whole ? cue.text : textOf(cue, first, last);
  return [{ ...cue, from: laterOf(from, begins), to: earlierOf(cue.to, ends), text, words }];
}

/** Returns the part of a cue's text from one of its words to another, both included. */
function textOf({ text, words }: Cue, first: number, last: number): string {
  let [begin, end] = [0, 0];
  for (const [index, word] of words.slice(0, last + 1).entries()) {
    const position = Math.max(end, text.indexOf(word.text, end));
    if (index === first) begin = position;
    end = position + word.text.length;
  }
  return text.slice(begin, end);
}

/** Returns the second at which the last cue ends, or 0 if there are no cues. */
export function endOfCues(cues: readonly Cue[]): Seconds {
  return cues.reduce<Seconds>((end, { to }) => laterOf(end, to), ZERO);
}
