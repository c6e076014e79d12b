import type { RichCaptionAsset } from '../../../edit/model.ts';
import type { Cue } from '../../media/media.ts';
import { type CaptionWord, splitCueWords } from './caption-words.ts';

/**
 * Words that are spoken in one go. A passage becomes one page, or several pages if it is too long for one
 * page.
 */
export interface Passage {
  /** At least one, in reading order. */
  readonly words: readonly CaptionWord[];
  /** Start of the first word and end of the last word, in seconds of the clip. */
  readonly from: number;
  readonly to: number;
}

/** A pause of at least this many seconds separates passages (contract 2.16). */
const MIN_PAUSE = 0.5;
/** Passages are merged if together they last at most this many seconds (contract 2.16). */
const MAX_MERGED = 1.2;
/**
 * Times that differ by less than this many seconds count as equal. Caption files are accurate to a
 * millisecond.
 */
const TIME_TOLERANCE = 0.0005;
const SENTENCE_END = /[.!?\u2026\u3002\uff01\uff1f\u061f\u0964]["'\p{Pf}\p{Pe}]*$/u;

/**
 * Splits cues into passages. A new passage begins with each cue, after each sentence and after each
 * pause. Short passages that follow each other are merged. Cues that begin at the same time, for example
 * of two speakers, form one passage.
 *
 * @param cues sorted by their start.
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
  // Sort by the words, because words with their own times may begin at another time than their cue.
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
      const continues = last && simultaneous.length === 1 ? !startsPassage(last, word) : group !== undefined;
      if (group && continues) group.push(word);
      else groups.push([word]);
    }
    return groups;
  });
}

/** Groups cues that begin at the same time. */
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

/** Returns the time at which the first of the words begins, in seconds of the clip. */
export function startOfWords(words: readonly CaptionWord[]): number {
  return Math.min(...words.map(({ from }) => from));
}

/** Returns the time at which the last of the words ends, in seconds of the clip. */
export function endOfWords(words: readonly CaptionWord[]): number {
  return Math.max(...words.map(({ to }) => to));
}
