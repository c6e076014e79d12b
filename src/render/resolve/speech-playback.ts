import type { Seconds } from '../../base/time.ts';
import type { Cue } from '../media/media.ts';
import { clipSecondOf, type Playback } from './playback.ts';

/** The playback of a clip whose speech is captioned. */
export interface SpeechPlayback extends Playback {
  /** Second at which the clip begins to play, on the timeline or in another clip. */
  readonly start: Seconds;
}

/**
 * Moves the cues of speech to the times at which they are heard: source second s is heard at second `start` +
 * (s - `trim`) / `speed`, or earlier if something is cut out. At speed 0, nothing is heard.
 *
 * @param cues Cues in seconds of the file with the speech.
 * @returns The cues in seconds on the time scale of `start`.
 */
export function moveCuesToTimeline(cues: readonly Cue[], { start, ...playback }: SpeechPlayback): Cue[] {
  if (!playback.speed.gt(0)) return [];
  const at = (time: Seconds): Seconds => clipSecondOf(time, playback).add(start);
  const heard = playback.parts ? cues.map((cue) => dropUnheard(cue, playback)) : cues;
  const moved = heard.map(({ from, to, text, words }) => ({
    from: at(from),
    to: at(to),
    text,
    words: words.map((word) => ({ ...word, from: at(word.from), to: at(word.to) })),
  }));
  // A cue that lies inside a silence that is cut out is never heard.
  return moved.filter(({ from, to, text }) => from.lt(to) && text !== '');
}

/** Returns a cue without the words of which more than half is cut out. */
function dropUnheard(cue: Cue, playback: Playback): Cue {
  const isHeard = ({ from, to }: Cue['words'][number]): boolean => {
    const left = clipSecondOf(to, playback).sub(clipSecondOf(from, playback)).mul(playback.speed);
    return left.mul(2).gte(to.sub(from));
  };
  const words = cue.words.filter(isHeard);
  if (words.length === cue.words.length || cue.words.every(({ from }) => from.lt(playback.trim))) return cue;
  let [text, at, end] = ['', 0, 0];
  for (const word of cue.words) {
    const begin = Math.max(end, cue.text.indexOf(word.text, end));
    // The space before a word belongs to it.
    if (isHeard(word)) text += cue.text.slice(at, begin + word.text.length);
    end = begin + word.text.length;
    at = end;
  }
  return { ...cue, text: text.trim(), words };
}
