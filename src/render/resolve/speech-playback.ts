import type { Seconds } from '../../base/time.ts';
import type { Cue } from '../media/media.ts';
import type { Playback } from './playback.ts';

/** The playback of a clip whose speech is captioned. */
export interface SpeechPlayback extends Playback {
  /** Second at which the clip begins to play, on the timeline or in another clip. */
  readonly start: Seconds;
}

/**
 * Moves the cues of speech to the times at which they are heard: source second s is heard at second `start` +
 * (s - `trim`) / `speed`. At speed 0, nothing is heard.
 *
 * @param cues Cues in seconds of the file with the speech.
 * @returns The cues in seconds on the time scale of `start`.
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
