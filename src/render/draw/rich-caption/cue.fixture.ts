import { toSeconds } from '../../../base/time.ts';
import type { Cue } from '../../media/media.ts';

/** A word as a test writes it: its text, and the seconds from which and to which it is spoken. */
type Spoken = readonly [text: string, from: number, to: number];

/** A cue of words with times of their own. @param text with its lines; absent: the words with spaces between them. */
export function cueOf(words: readonly Spoken[], text = words.map(([word]) => word).join(' ')): Cue {
  return {
    text,
    from: toSeconds(Math.min(...words.map(([, from]) => from))),
    to: toSeconds(Math.max(...words.map(([, , to]) => to))),
    words: words.map(([word, from, to]) => ({ text: word, from: toSeconds(from), to: toSeconds(to) })),
  };
}

/** A cue of words that take equally long each. */
export function evenCue(text: string, from: number, to: number): Cue {
  const words = text.split(/\s+/u);
  const one = (to - from) / words.length;
  const at = (index: number): number => Math.round((from + index * one) * 1000) / 1000;
  return cueOf(
    words.map((word, index) => [word, at(index), at(index + 1)]),
    text,
  );
}
