import type { Seconds } from '../../base/time.ts';
import { countGraphemes, splitWords } from '../text-layout/text-ranges.ts';
import type { SpokenWord } from '../media/media.ts';
import type { CueFragment } from './parsed-cue.ts';

/** A word, and when it begins where the file tells that. */
interface TimedWord {
  readonly text: string;
  readonly from?: Seconds | undefined;
}

/** A time in a text, by how many letters without spaces stand before it: the same however the lines are trimmed. */
interface TimeMark {
  readonly characters: number;
  readonly time: Seconds;
}

/**
 * The words of a cue, each in the time that its file tells; where that tells none, its share of the time until the next told
 * one, in proportion to its letters.
 *
 * @param text of the cue.
 * @param pieces the same text as the file has it.
 */
export function timeWords(
  text: string,
  fragments: readonly CueFragment[],
  { from, to }: { readonly from: Seconds; readonly to: Seconds },
): SpokenWord[] {
  const words = timedWords(text, marksOf(fragments, from, to));
  const spoken: SpokenWord[] = [];
  for (let first = 0; first < words.length;) {
    let next = first + 1;
    while (next < words.length && words[next]?.from === undefined) next += 1;
    spoken.push(...shareTime(words.slice(first, next), words[first]?.from ?? from, words[next]?.from ?? to));
    first = next;
  }
  return spoken;
}

/** The times in a text, each between that before it and the end of the cue. */
function marksOf(fragments: readonly CueFragment[], begins: Seconds, ends: Seconds): TimeMark[] {
  const marks: TimeMark[] = [];
  let [characters, latest] = [0, begins];
  for (const fragment of fragments) {
    const mark = (time: Seconds | undefined): void => {
      if (!time) return;
      latest = time.lt(latest) ? latest : time.gt(ends) ? ends : time;
      marks.push({ characters, time: latest });
    };
    mark(fragment.from);
    characters += removeSpaces(fragment.text).length;
    mark(fragment.to);
  }
  return marks;
}

/** The words of a text; of the times before or in a word the last before it counts, and for the first word that stands after it. */
function timedWords(text: string, marks: readonly TimeMark[]): TimedWord[] {
  let next = 0;
  let characters = 0;
  return splitWords(text).flatMap(([from, to]) => {
    const word = text.slice(from, to).trim();
    if (word === '') return [];
    let time: Seconds | undefined;
    for (let mark = marks[next]; mark && mark.characters <= characters; mark = marks[++next])
      time = mark.time;
    characters += removeSpaces(word).length;
    return [{ text: word, from: time }];
  });
}

/** Words in shares of a time as long as the words. */
function shareTime(words: readonly TimedWord[], from: Seconds, to: Seconds): SpokenWord[] {
  const lengths = words.map(({ text }) => countGraphemes(text));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const time = to.sub(from);
  let [begin, before] = [from, 0];
  return words.map(({ text }, index) => {
    before += lengths[index] ?? 0;
    const end = before === total ? to : from.add(time.mul(before).div(total));
    const word = { text, from: begin, to: end };
    begin = end;
    return word;
  });
}

function removeSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}
