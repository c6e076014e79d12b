import type { Seconds } from '../../base/time.ts';
import type { Cue } from '../media/media.ts';
import type { Playback } from './playback.ts';

/** A clip whose voice captions follow. */
export interface SpeechPlayback extends Playback {
  /** Second of the timeline, or of a clip, at which it begins to play. */
  readonly start: Seconds;
}

/**
 * The words of a voice where they are heard: source second s is timeline second `start` + (s - `trim`) / `speed`. What stands still
 * says nothing.
 *
 * @param cues in seconds of the file that the voice is in.
 * @returns the cues in seconds of what its start is told in.
 */
export function moveCuesToTimeline(cues: readonly Cue[], { start, trim, speed }: SpeechPlayback): Cue[] {
  if (!speed.gt(0)) return [];
  const at = (time: Seconds): Seconds => time.sub(trim).div(speed).add(start);
  return cues.map(({ from, to, text, words }) => ({
    from: at(from),
    to: at(to),
    text,
    words: words.map((word) => ({ ...word, from: at(word.from), to: at(word.to) })),
  }));
}
