import { frameTime, NATURAL, type Rate, type Seconds, ZERO } from '../../base/time.ts';
import type { Cue } from '../media/media.ts';
import type { Playback } from './playback.ts';
import type { Span } from './timeline.ts';
import { heardOnTimeline } from './voice.ts';

/** A clip whose voice captions follow. */
export interface VoiceClip {
  readonly span: Span;
  readonly playback: Playback;
}

/**
 * The cues of a file as they play: clip second t shows second `trim` + `speed` t of the file. What stands still shows those of
 * `trim` for ever.
 *
 * @param lasts seconds of the clip.
 */
export function playedCues(cues: readonly Cue[], playback: Playback, lasts: Seconds): Cue[] {
  const { trim, speed } = playback;
  if (speed.gt(0)) return cues.map((cue) => shifted(cue, playback));
  return cues
    .filter(({ from, to }) => from.lte(trim) && trim.lt(to))
    .map((cue) => ({ ...cue, from: ZERO, to: lasts }));
}

/**
 * The cues of a voice where it is heard (contract C41), in seconds of a clip with captions: the words that the other clip plays.
 *
 * @param span frames of the clip with captions.
 */
export function heardCues(cues: readonly Cue[], voice: VoiceClip, span: Span, rate: Rate): Cue[] {
  const begins = frameTime(voice.span.from - span.from, rate);
  const ends = frameTime(voice.span.to - span.from, rate);
  const heard = heardOnTimeline(cues, { ...voice.playback, start: begins });
  return heard.flatMap((cue) => within(cue, begins, ends));
}

/** Those of which something is seen: on frames from their start to before their end. */
export function seenCues(cues: readonly Cue[], span: Span, rate: Rate): Cue[] {
  const frames = span.to - span.from;
  return cues.filter(({ from, to }) => {
    const first = Math.max(0, from.mul(rate).ceil().valueOf());
    return first < frames && frameTime(first, rate).lt(to);
  });
}

/** Where a cue lies under a clip. @param playback of a speed above 0. */
function shifted(cue: Cue, { trim, speed }: Playback): Cue {
  if (trim.equals(ZERO) && speed.equals(NATURAL)) return cue;
  const at = (second: Seconds): Seconds => second.sub(trim).div(speed);
  return {
    ...cue,
    from: at(cue.from),
    to: at(cue.to),
    words: cue.words.map(({ text, from, to }) => ({ text, from: at(from), to: at(to) })),
  };
}

/** What of a cue is said in a time: the words that begin in it. */
function within(cue: Cue, begins: Seconds, ends: Seconds): Cue[] {
  const first = cue.words.findIndex(({ from }) => from.gte(begins));
  const last = cue.words.findLastIndex(({ from }) => from.lt(ends));
  if (first < 0 || last < first) return [];
  const whole = first === 0 && last === cue.words.length - 1;
  const words = cue.words.slice(first, last + 1).map((word) => ({ ...word, to: earlier(word.to, ends) }));
  const from = first === 0 ? cue.from : (words[0]?.from ?? cue.from);
  const text = whole ? cue.text : textOf(cue, first, last);
  return [{ from: later(from, begins), to: earlier(cue.to, ends), text, words }];
}

/** The part of a cue's text from one of its words to another. */
function textOf({ text, words }: Cue, first: number, last: number): string {
  let [begin, end] = [0, 0];
  for (const [index, word] of words.slice(0, last + 1).entries()) {
    const place = Math.max(end, text.indexOf(word.text, end));
    if (index === first) begin = place;
    end = place + word.text.length;
  }
  return text.slice(begin, end);
}

function earlier(one: Seconds, other: Seconds): Seconds {
  return one.lt(other) ? one : other;
}

function later(one: Seconds, other: Seconds): Seconds {
  return one.gt(other) ? one : other;
}

/** The second at which the last of some cues ends; 0 without any. */
export function endOf(cues: readonly Cue[]): Seconds {
  return cues.reduce<Seconds>((end, { to }) => later(end, to), ZERO);
}
