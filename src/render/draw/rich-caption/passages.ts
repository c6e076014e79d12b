import type { RichCaptionAsset } from '../../../edit/model.ts';
import type { Cue } from '../../media/media.ts';
import { transformText } from '../rich-text/style.ts';
import { type CaptionWord, type CueWord, isSpacedFrom, splitCueWords } from './caption-words.ts';
import { joinShortParts, joinUnfinishedParts, type PassagePart } from './join-parts.ts';
import { findWordBreaks, isDash, isUnspoken } from './word-breaks.ts';

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
  /**
   * Indices of words, ascending. If the passage does not fit on one page at the requested font size, a passage
   * of its own begins with each of these words.
   */
  readonly seams: readonly number[];
}

/** A pause of at least this many seconds separates passages (contract 2.16). */
const MIN_PAUSE = 0.5;
/**
 * Times that differ by less than this many seconds count as equal. Caption files are accurate to a
 * millisecond.
 */
const TIME_TOLERANCE = 0.0005;

/**
 * Splits cues into passages. A new passage begins with each cue, after each sentence and after each
 * pause. Short passages that follow each other are merged. Cues that begin at the same time, for example
 * of two speakers, form one passage.
 *
 * Two kinds of passages are joined if the result fits on one page at the requested font size: the words of
 * two speakers in one cue, because the second page would begin with a dash, and a sentence that the cues of a
 * file cut in two although other sentences begin or end within these cues.
 *
 * @param cues sorted by their start.
 * @param source the origin of the cues: a subtitle file, or speech, whose cues were not cut on purpose.
 */
export function splitPassages(
  cues: readonly Cue[],
  transform: Transform = 'none',
  source: 'file' | 'speech' = 'file',
): Passage[] {
  const parts = joinUnfinishedParts(joinShortParts(splitParts(cues)), source);
  const passages = parts.map(({ words, seams }) => toPassage(words, seams, transform));
  // Sort by the words, because words with their own times may begin at another time than their cue.
  return passages.sort((one, other) => one.from - other.from);
}

type Transform = NonNullable<NonNullable<RichCaptionAsset['style']>['textTransform']>;

/** Splits a passage at its seams. */
export function splitAtSeams({ words, seams }: Passage): Passage[] {
  return [0, ...seams].map((from, index) => toPassage(words.slice(from, seams[index]), [], 'none'));
}

function toPassage(words: readonly CaptionWord[], seams: readonly number[], transform: Transform): Passage {
  const beginsWithDash = isDash(words[0]?.text ?? '');
  return {
    words: words.map((word, index) => ({
      ...word,
      text: transformText(word.text, transform),
      // A dash at the start of a page belongs to the word after it.
      ...(index === 1 && beginsWithDash && { breakBefore: 'glued' as const }),
    })),
    from: startOfWords(words),
    to: endOfWords(words),
    seams,
  };
}

/** The words of cues that begin at the same time, and whether the words are to stay together. */
interface Section {
  readonly words: readonly CueWord[];
  readonly isSimultaneous: boolean;
}

/** Splits cues at every place where a passage may begin. */
function splitParts(cues: readonly Cue[]): PassagePart[] {
  const sections = groupSimultaneous(cues).map((group): Section => {
    return { words: joinCues(group.map(splitCueWords)), isSimultaneous: group.length > 1 };
  });
  const written = joinCues(sections.map(({ words }) => words));
  const breaks = findWordBreaks(written);
  const parts: PassagePart[] = [];
  let index = 0;
  for (const { words, isSimultaneous } of sections) {
    let before: CaptionWord | undefined;
    for (const spoken of words) {
      const hasSpaceBefore = written[index]?.hasSpaceBefore ?? spoken.hasSpaceBefore;
      const word = timeWord({ ...spoken, hasSpaceBefore, breakBefore: breaks[index] ?? 'word' }, before);
      const last = parts.at(-1);
      if (last && before && (isSimultaneous || !startsPart(before, word))) last.words.push(word);
      else
        parts.push({ words: [word], beginsCue: !before, followsPause: followsPause(last, word), seams: [] });
      before = word;
      index++;
    }
  }
  return parts;
}

/** Puts the words of cues in a row. Within a cue, its text has the spaces. */
function joinCues(cues: readonly (readonly CueWord[])[]): CueWord[] {
  const all: CueWord[] = [];
  for (const words of cues) {
    const [before, [first, ...others]] = [all.at(-1), words];
    if (!first) continue;
    const hasSpaceBefore = first.hasSpaceBefore || (before !== undefined && isSpacedFrom(before, first));
    all.push({ ...first, hasSpaceBefore }, ...others);
  }
  return all;
}

/**
 * Returns a word with the times of the word before it if only a pause separates a dash or closing punctuation
 * from that word. These signs are not spoken, so they need not wait for the end of the pause.
 */
function timeWord(word: CaptionWord, before: CaptionWord | undefined): CaptionWord {
  const isSign = before && word.breakBefore === 'glued' && isUnspoken(word.text);
  return isSign && isPause(before, word) ? { ...word, from: before.from, to: before.to } : word;
}

function startsPart(before: CaptionWord, word: CaptionWord): boolean {
  return isPause(before, word) || word.breakBefore === 'sentence' || word.breakBefore === 'dialogue';
}

function isPause(before: CaptionWord, after: CaptionWord): boolean {
  return after.from - before.to >= MIN_PAUSE - TIME_TOLERANCE;
}

function followsPause(before: PassagePart | undefined, word: CaptionWord): boolean {
  const last = before?.words.at(-1);
  return last !== undefined && isPause(last, word);
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

/** Returns the time at which the first of the words begins, in seconds of the clip. */
export function startOfWords(words: readonly CaptionWord[]): number {
  return words.reduce((first, { from }) => Math.min(first, from), Infinity);
}

/** Returns the time at which the last of the words ends, in seconds of the clip. */
export function endOfWords(words: readonly CaptionWord[]): number {
  return words.reduce((last, { to }) => Math.max(last, to), -Infinity);
}
