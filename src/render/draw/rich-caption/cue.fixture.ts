import { toSeconds } from '../../../base/time.ts';
import type { Cue } from '../../media/media.ts';

/** A spoken word in tests: its text, and the seconds at which it begins and ends. */
type Spoken = readonly [text: string, from: number, to: number];

/**
 * Returns a cue with the given words and times.
 *
 * @param text with line breaks. If absent: the words, separated by spaces.
 */
export function cueOf(words: readonly Spoken[], text = words.map(([word]) => word).join(' ')): Cue {
  return {
    text,
    from: toSeconds(Math.min(...words.map(([, from]) => from))),
    to: toSeconds(Math.max(...words.map(([, , to]) => to))),
    words: words.map(([word, from, to]) => ({ text: word, from: toSeconds(from), to: toSeconds(to) })),
  };
}

/** Returns a cue whose words all have the same duration. */
export function evenCue(text: string, from: number, to: number): Cue {
  const words = text.split(/\s+/u);
  const one = (to - from) / words.length;
  const at = (index: number): number => Math.round((from + index * one) * 1000) / 1000;
  return cueOf(
    words.map((word, index) => [word, at(index), at(index + 1)]),
    text,
  );
}
