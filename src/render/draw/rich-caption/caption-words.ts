import { countGraphemes, splitWords } from '../../text-layout/text-ranges.ts';
import type { Cue, CuePlace, SpokenWord } from '../../media/media.ts';
import type { WordBreak } from './word-breaks.ts';

/** A word of a caption and the time at which it is spoken, in seconds of the clip. */
export interface CaptionWord {
  /** The text as it is drawn. */
  readonly text: string;
  readonly from: number;
  /** At least `from`. */
  readonly to: number;
  /** True if a space separates this word from the previous word. */
  readonly hasSpaceBefore: boolean;
  /** The place between this word and the previous word. */
  readonly breakBefore: WordBreak;
  /** The place of its cue, if the subtitle file gives it one. */
  readonly place?: CuePlace | undefined;
}

/** A word of a cue, as it is written in the subtitles. */
export type CueWord = Omit<CaptionWord, 'breakBefore'>;

/** Matches characters of scripts that do not separate words with spaces, and their punctuation. */
const UNSPACED_SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff65]/u;
/** Matches opening punctuation at the end of a text, such as brackets and quotes. */
const OPENING_SIGNS = /(?<![\p{Ps}\p{Pi}])[\p{Ps}\p{Pi}]+$/u;

/**
 * Splits a cue into words. In scripts that do not use spaces, a dictionary finds the words, and
 * the time of the whole text is divided among the words in proportion to their lengths. A word without a
 * duration lasts until the next word begins.
 */
export function splitCueWords(cue: Cue): CueWord[] {
  const hasSpace = findSpaces(cue);
  const words = cue.words.flatMap((word, index) => splitWord(word, hasSpace[index] ?? true));
  return words
    .filter(({ text }) => text !== '')
    .map((word, index, all) => ({
      ...word,
      ...(cue.place && { place: cue.place }),
      text: word.text.replaceAll('\u00ad', ''),
      to: word.to > word.from ? word.to : Math.max(word.from, all[index + 1]?.from ?? cue.to.valueOf()),
    }));
}

/** Joins words into one text, with the spaces between them. */
export function joinWords(words: readonly CaptionWord[]): string {
  return words
    .map(({ text, hasSpaceBefore }, index) => (index > 0 && hasSpaceBefore ? ` ${text}` : text))
    .join('');
}

/** True if a space belongs between two words of different cues. */
export function isSpacedFrom(before: CueWord, after: CueWord): boolean {
  return needsSpace(before.text, after.text);
}

function needsSpace(before: string, after: string): boolean {
  return !(UNSPACED_SCRIPTS.test(before.at(-1) ?? '') && UNSPACED_SCRIPTS.test(after[0] ?? ''));
}

/**
 * Returns one boolean per word, true if a space precedes the word in the text of the cue. If the text does
 * not contain the words in this order, the scripts of neighbouring words decide whether a space belongs
 * between them.
 */
function findSpaces({ text, words }: Cue): boolean[] {
  let offset = 0;
  return words.map((word, index) => {
    const start = text.indexOf(word.text, offset);
    const between = text.slice(offset, Math.max(offset, start));
    if (start >= 0 && between.trim() === '') {
      offset = start + word.text.length;
      return between !== '';
    }
    return needsSpace(words[index - 1]?.text ?? '', word.text);
  });
}

function splitWord({ text, from, to }: SpokenWord, hasSpaceBefore: boolean): CueWord[] {
  const word = text.trim();
  const parts = moveOpeningSigns(splitWords(word).map(([begin, end]) => word.slice(begin, end)));
  const [begin, duration] = [from.valueOf(), to.valueOf() - from.valueOf()];
  const all = Math.max(1, countGraphemes(word));
  let passed = 0;
  return parts.map((part, index) => {
    const start = begin + (duration * passed) / all;
    passed += countGraphemes(part);
    const isSpaced = index === 0 ? hasSpaceBefore : /\s$/u.test(parts[index - 1] ?? '');
    return {
      text: part.trim(),
      from: start,
      to: begin + (duration * passed) / all,
      hasSpaceBefore: isSpaced,
    };
  });
}

/** Moves opening punctuation from the end of a string to the beginning of the next string. */
function moveOpeningSigns(parts: readonly string[]): string[] {
  const moved: string[] = [];
  let opening = '';
  for (const [index, part] of parts.entries()) {
    const sign = index < parts.length - 1 ? (OPENING_SIGNS.exec(part)?.[0] ?? '') : '';
    moved.push(opening + part.slice(0, part.length - sign.length));
    opening = sign;
  }
  return moved;
}
