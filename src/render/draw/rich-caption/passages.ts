import type { RichCaptionAsset } from '../../../edit/edit.ts';
import type { Cue } from '../../media/media.ts';
import { type CaptionWord, wordsIn } from './words.ts';

/** What is spoken in one go: it makes one page, or several where it is too long for one. */
export interface Passage {
  /** At least one, in the order of reading. */
  readonly words: readonly CaptionWord[];
  /** From the start of its first word to the end of its last, in seconds of the clip. */
  readonly from: number;
  readonly to: number;
}

/** A pause of so many seconds parts passages, and passages that together are no longer than that are one (contract 2.16). */
const PAUSE = 0.5;
const MERGED = 1.2;
/** Times that differ by less are the same: those of files are of milliseconds. */
const SAME = 0.0005;
const SENTENCE_END = /[.!?\u2026\u3002\uff01\uff1f\u061f\u0964]["'\p{Pf}\p{Pe}]*$/u;

/**
 * The passages of cues: a new one begins with each cue, after a sentence and after a pause; short ones that follow each other are
 * merged. Cues that begin together, as of two who speak at once, are read together.
 *
 * @param cues in the order of their start.
 */
export function passagesOf(cues: readonly Cue[], transform?: Transform): Passage[] {
  const merged: Passage[] = [];
  for (const group of groupsOf(cues, transform)) {
    const last = merged.at(-1);
    const to = endOf(group);
    if (last && to - last.from <= MERGED + SAME) {
      merged[merged.length - 1] = { ...last, words: [...last.words, ...group], to: Math.max(last.to, to) };
    } else merged.push({ words: group, from: startOf(group), to });
  }
  // Words that files give times of their own need not begin with their cue.
  return merged.sort((one, other) => one.from - other.from);
}

type Transform = NonNullable<RichCaptionAsset['style']>['textTransform'];

function groupsOf(cues: readonly Cue[], transform: Transform): CaptionWord[][] {
  return cuesTogether(cues).flatMap((together) => {
    const words = together.flatMap((cue) => wordsIn(cue, transform));
    const groups: CaptionWord[][] = [];
    for (const word of words) {
      const group = groups.at(-1);
      const last = group?.at(-1);
      const goesOn = last && together.length === 1 ? !isApart(last, word) : group !== undefined;
      if (group && goesOn) group.push(word);
      else groups.push([word]);
    }
    return groups;
  });
}

/** Cues by the time they begin. */
function cuesTogether(cues: readonly Cue[]): Cue[][] {
  const all: Cue[][] = [];
  for (const cue of cues) {
    const last = all.at(-1);
    const begins = last?.[0]?.from.valueOf() ?? -Infinity;
    if (last && cue.from.valueOf() - begins < SAME) last.push(cue);
    else all.push([cue]);
  }
  return all;
}

function isApart(before: CaptionWord, after: CaptionWord): boolean {
  return after.from - before.to >= PAUSE - SAME || SENTENCE_END.test(before.text);
}

/** The second in which the first of some words begins. */
export function startOf(words: readonly CaptionWord[]): number {
  return Math.min(...words.map(({ from }) => from));
}

/** The second in which the last of some words ends. */
export function endOf(words: readonly CaptionWord[]): number {
  return Math.max(...words.map(({ to }) => to));
}
