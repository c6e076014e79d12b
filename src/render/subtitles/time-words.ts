import type { Seconds } from '../../base/time.ts';
import { countGraphemes, splitWords } from '../text-layout/text-ranges.ts';
import type { SpokenWord } from '../media/media.ts';
import type { CueFragment } from './parsed-cue.ts';

/** A word and its start. The start is absent if the file does not specify it. */
interface TimedWord {
  readonly text: string;
  /** The index of the character after it in the text of the cue. */
  readonly end: number;
  readonly from?: Seconds | undefined;
}

/**
 * A time at a position in a text. The position does not count spaces, because trimming the lines has removed
 * some spaces.
 */
interface TimeMark {
  /** Number of characters before the position, without spaces. */
  readonly characters: number;
  readonly time: Seconds;
}

/**
 * Returns the words of a cue with their times. If the file specifies no times for some words, these words and
 * the word before them divide the time until the next specified time. The shares are proportional to the
 * numbers of characters.
 *
 * @param text Text of the cue.
 * @param fragments The same text as it is written in the file.
 * @param times The times of the cue. The first `carried` characters of the text were said before, so that they take no
 *   time.
 */
export function timeWords(
  text: string,
  fragments: readonly CueFragment[],
  { from, to, carried = 0 }: { readonly from: Seconds; readonly to: Seconds; readonly carried?: number },
): SpokenWord[] {
  const words = timedWords(text, marksOf(fragments, from, to));
  const said = words.filter(({ end }) => end <= carried);
  const spoken: SpokenWord[] = said.map((word) => ({ text: word.text, from, to: from }));
  for (let first = said.length; first < words.length;) {
    let next = first + 1;
    while (next < words.length && words[next]?.from === undefined) next += 1;
    spoken.push(...shareTime(words.slice(first, next), words[first]?.from ?? from, words[next]?.from ?? to));
    first = next;
  }
  return spoken;
}

/**
 * Returns the time marks of a text. Each time is limited to the range from the previous mark to the end of
 * the cue.
 */
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

/**
 * Returns the words of a text. A word has the time of the last mark since the previous word. Without such a
 * mark, the word has no time. A mark within a word counts for the next word.
 */
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
    return [{ text: word, end: from + text.slice(from, to).trimEnd().length, from: time }];
  });
}

/** Divides the time from `from` to `to` among words, in proportion to the lengths of the words. */
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
