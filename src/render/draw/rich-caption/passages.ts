import type { RichCaptionAsset } from '../../../edit/model.ts';
import type { Cue } from '../../media/media.ts';
import { type CaptionWord, splitCueWords } from './caption-words.ts';

/** What is spoken in one go: it makes one page, or several where it is too long for one. */
export interface Passage {
  /** At least one, in the order of reading. */
  readonly words: readonly CaptionWord[];
  /** From the start of its first word to the end of its last, in seconds of the clip. */
  readonly from: number;
  readonly to: number;
}

/** A pause of so many seconds parts passages, and passages that together are no longer than that are one (contract 2.16). */
const MIN_PAUSE = 0.5;
const MAX_MERGED = 1.2;
/** Times that differ by less are the same: those of files are of milliseconds. */
const TIME_TOLERANCE = 0.0005;
const SENTENCE_END = /[.!?\u2026\u3002\uff01\uff1f\u061f\u0964]["'\p{Pf}\p{Pe}]*$/u;

/**
 * The passages of cues: a new one begins with each cue, after a sentence and after a pause; short ones that follow each other are
 * merged. Cues that begin together, as of two who speak at once, are read together.
 *
 * @param cues in the order of their start.
 */
export function splitPassages(cues: readonly Cue[], transform?: Transform): Passage[] {
  const merged: Passage[] = [];
  for (const group of groupWords(cues, transform)) {
    const last = merged.at(-1);
    const to = endOfWords(group);
    if (last && to - last.from <= MAX_MERGED + TIME_TOLERANCE) {
      merged[merged.length - 1] = { ...last, words: [...last.words, ...group], to: Math.max(last.to, to) };
    } else merged.push({ words: group, from: startOfWords(group), to });
  }
  // Words that files give times of their own need not begin with their cue.
  return merged.sort((one, other) => one.from - other.from);
}

type Transform = NonNullable<RichCaptionAsset['style']>['textTransform'];

function groupWords(cues: readonly Cue[], transform: Transform): CaptionWord[][] {
  return groupSimultaneous(cues).flatMap((simultaneous) => {
    const words = simultaneous.flatMap((cue) => splitCueWords(cue, transform));
    const groups: CaptionWord[][] = [];
    for (const word of words) {
      const group = groups.at(-1);
      const last = group?.at(-1);
      const goesOn = last && simultaneous.length === 1 ? !startsPassage(last, word) : group !== undefined;
      if (group && goesOn) group.push(word);
      else groups.push([word]);
    }
    return groups;
  });
}

/** Cues by the time they begin. */
function groupSimultaneous(cues: readonly Cue[]): Cue[][] {
  const all: Cue[][] = [];
  for (const cue of cues) {
    const last = all.at(-1);
    const begins = last?.[0]?.from.valueOf() ?? -Infinity;
    if (last && cue.from.valueOf() - begins < TIME_TOLERANCE) last.push(cue);
    else all.push([cue]);
  }
  return all;
}

function startsPassage(before: CaptionWord, after: CaptionWord): boolean {
  return after.from - before.to >= MIN_PAUSE - TIME_TOLERANCE || SENTENCE_END.test(before.text);
}

/** The second in which the first of some words begins. */
export function startOfWords(words: readonly CaptionWord[]): number {
  return Math.min(...words.map(({ from }) => from));
}

/** The second in which the last of some words ends. */
export function endOfWords(words: readonly CaptionWord[]): number {
  return Math.max(...words.map(({ to }) => to));
}
