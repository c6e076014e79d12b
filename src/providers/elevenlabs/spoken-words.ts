import type { TranscribedWord } from '../../base/transcribed-word.ts';
import { distributeWords } from '../../render/transcribe/normalize-words.ts';
import { matchSequences } from './match-sequences.ts';

/** The times of the characters of a speech. The arrays belong together, but may differ in length. */
export interface Alignment {
  readonly characters: readonly string[];
  /** Seconds. */
  readonly character_start_times_seconds: readonly (number | null)[];
  /** Seconds. */
  readonly character_end_times_seconds: readonly (number | null)[];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface TimedCharacter extends Span {
  readonly character: string;
}

/** Minimum duration of a word in seconds. */
const MIN_WORD_SECONDS = 0.02;

/**
 * Returns the words of a text as they are written there, with the times at which they are spoken. Punctuation
 * stays on its word, but the pause at a comma or a full stop does not count.
 *
 * @param alignments the alignment with the text, and the one with the text as it was normalised for speaking,
 *   such as with "five dollars" for "$5". Either may be missing, or leave out characters.
 * @returns undefined if no alignment has times.
 */
export function toSpokenWords(
  text: string,
  alignments: readonly (Alignment | null | undefined)[],
): TranscribedWord[] | undefined {
  const written = Array.from(text).filter(isVisible);
  const spoken = alignments.map(toTimedCharacters).filter((characters) => characters.some(isSpoken));
  const exact = spoken.map((characters) => characters.filter(isSpoken)).find((each) => isSame(each, written));
  const [first] = spoken;
  if (!first) return undefined;
  return toWords(text, exact ?? matchRuns(text, splitIntoRuns(first)));
}

/** Returns the characters that have times, spaces included. An entry may hold several characters. */
function toTimedCharacters(alignment: Alignment | null | undefined): TimedCharacter[] {
  if (!alignment) return [];
  return alignment.characters.flatMap((entry, index) => {
    const from = alignment.character_start_times_seconds[index];
    const to = alignment.character_end_times_seconds[index];
    if (typeof from !== 'number' || typeof to !== 'number' || !(from >= 0 && to >= from)) return [];
    return Array.from(entry, (character) => ({ character, from, to }));
  });
}

function isVisible(character: string): boolean {
  return !/\s/u.test(character);
}

function isSpoken({ character }: TimedCharacter): boolean {
  return isVisible(character);
}

function isSame(spoken: readonly TimedCharacter[], written: readonly string[]): boolean {
  return (
    spoken.length === written.length && spoken.every(({ character }, index) => character === written[index])
  );
}

/** A run of characters between spaces. */
type Run = readonly TimedCharacter[];

function splitIntoRuns(characters: readonly TimedCharacter[]): Run[] {
  const runs: TimedCharacter[][] = [[]];
  for (const character of characters) {
    if (isSpoken(character)) runs.at(-1)?.push(character);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/**
 * Returns the times of the visible characters of a text whose alignment belongs to a different text. Words that
 * both have keep their times. The words between two of these share the time of what is spoken there.
 */
function matchRuns(text: string, spoken: readonly Run[]): Span[] {
  const written = text.split(/\s+/).filter((run) => run !== '');
  const pairs = matchSequences(
    written.map(toKey),
    spoken.map((run) => toKey(run.map(({ character }) => character).join(''))),
  );
  const spans: Span[] = [];
  let [nextWritten, nextSpoken] = [0, 0];
  for (const [writtenIndex, spokenIndex] of [...pairs, [written.length, spoken.length] as const]) {
    const between = written.slice(nextWritten, writtenIndex).join('');
    spans.push(...spread(between, spanBetween(spoken, nextSpoken, spokenIndex)));
    const run = spoken[spokenIndex];
    if (run) spans.push(...timesOfMatch(written[writtenIndex] ?? '', run));
    [nextWritten, nextSpoken] = [writtenIndex + 1, spokenIndex + 1];
  }
  return spans;
}

/** Two words match if their letters and digits do. Signs never match. */
function toKey(run: string): string {
  return run
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function timesOfMatch(written: string, run: Run): readonly Span[] {
  return Array.from(written).length === run.length ? run : spread(written, spanOf(run));
}

/** Returns the time of the runs from index `begin` to before `end`, or of the gap if there are none. */
function spanBetween(runs: readonly Run[], begin: number, end: number): Span {
  const between = runs.slice(begin, end).flat();
  if (between.length > 0) return spanOf(between);
  const from = runs[begin - 1]?.at(-1)?.to ?? 0;
  return { from, to: Math.max(from, runs[end]?.[0]?.from ?? from) };
}

function spanOf(run: Run): Span {
  return { from: run[0]?.from ?? 0, to: run.at(-1)?.to ?? 0 };
}

/** Divides a time evenly among the characters of a text. */
function spread(text: string, { from, to }: Span): Span[] {
  const characters = Array.from(text);
  const step = (to - from) / characters.length;
  return characters.map((_, index) => ({ from: from + index * step, to: from + (index + 1) * step }));
}

/**
 * Returns the words of a text.
 *
 * @param spans the times of the visible characters of the text.
 */
function toWords(text: string, spans: readonly Span[]): TranscribedWord[] {
  const words: TranscribedWord[] = [];
  let next = 0;
  for (const word of distributeWords(text, 0, 1)) {
    const characters = Array.from(word.text);
    const times = spans.slice(next, next + characters.length);
    next += characters.length;
    const sounding = times.filter((_, index) => /[\p{L}\p{N}]/u.test(characters[index] ?? ''));
    const { from, to } = spanOfAll(sounding.length > 0 ? sounding : times);
    addInOrder(words, { ...word, from, to });
  }
  return words;
}

function spanOfAll(spans: readonly Span[]): Span {
  return { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 };
}

/** Adds a word after the others. Shortens the word before it if both overlap. Rounds to milliseconds. */
function addInOrder(words: TranscribedWord[], word: TranscribedWord): void {
  const before = words.at(-1);
  const from = toMilliseconds(Math.max(word.from, before ? before.from + MIN_WORD_SECONDS : 0));
  if (before && before.to > from) words[words.length - 1] = { ...before, to: from };
  words.push({ ...word, from, to: toMilliseconds(Math.max(word.to, from + MIN_WORD_SECONDS)) });
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
