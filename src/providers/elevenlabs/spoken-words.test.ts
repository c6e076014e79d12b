import { expect, test } from 'vitest';
import { type Alignment, toSpokenWords } from './spoken-words.ts';

/** Creates an alignment in which each character takes 0.1 s. */
function align(text: string, starts = 0): Alignment {
  const characters = Array.from(text);
  return {
    characters,
    character_start_times_seconds: characters.map((_, index) => starts + index / 10),
    character_end_times_seconds: characters.map((_, index) => starts + (index + 1) / 10),
  };
}

/** Returns words as `text from-to`. */
function wordsOf(text: string, ...alignments: (Alignment | null | undefined)[]): string[] | undefined {
  return toSpokenWords(text, alignments)?.map(
    ({ text: word, from, to, joined }) => `${joined ? '+' : ''}${word} ${from}-${to}`,
  );
}

test('keeps words as they are written, without the pauses at their signs', () => {
  const text = '  “Hello,”  you –\ntwo!';
  expect(wordsOf(text, align(text))).toEqual([
    '“Hello,” 0.3-0.8',
    'you 1.2-1.5',
    '– 1.6-1.7',
    'two! 1.8-2.1',
  ]);
});

test('does not depend on the spaces of the alignment', () => {
  expect(wordsOf('one\n\ntwo ', align(' one two'))).toEqual(['one 0.1-0.4', 'two 0.5-0.8']);
  expect(wordsOf('one two', align('onetwo'))).toEqual(['one 0-0.3', 'two 0.3-0.6']);
});

test('accepts entries of several characters, and characters of two code units', () => {
  const alignment = {
    characters: ['fl', 'y', ' ', '😀'],
    character_start_times_seconds: [0, 0.2, 0.3, 0.4],
    character_end_times_seconds: [0.2, 0.3, 0.4, 0.5],
  };
  expect(wordsOf('fly 😀', alignment)).toEqual(['fly 0-0.3', '😀 0.4-0.5']);
});

test('prefers the alignment that has the text', () => {
  const text = 'It costs $5';
  expect(wordsOf(text, align('It costs five dollars', 9), align(text))).toEqual([
    'It 0-0.2',
    'costs 0.3-0.8',
    // A sign before a number is no sound.
    '$5 1-1.1',
  ]);
});

test('gives a word the time of what is spoken for it', () => {
  expect(wordsOf('It costs $5 today.', null, align('It costs five dollars today.'))).toEqual([
    'It 0-0.2',
    'costs 0.3-0.8',
    '$5 1.5-2.1',
    'today. 2.2-2.7',
  ]);
  expect(wordsOf('In 2 - 3 days', align('In two to three days'))).toEqual([
    'In 0-0.2',
    '2 0.3-0.7',
    '- 0.7-1.1',
    '3 1.1-1.5',
    'days 1.6-2',
  ]);
});

test('gives words that are missing in the alignment the gap between their neighbours', () => {
  expect(wordsOf('one two three', align('one three'))).toEqual(['one 0-0.3', 'two 0.3-0.4', 'three 0.4-0.9']);
  expect(wordsOf('one two three', align('one'))).toEqual(['one 0-0.3', 'two 0.3-0.32', 'three 0.32-0.34']);
  expect(wordsOf('one two', align('two', 1))).toEqual(['one 0-1', 'two 1-1.3']);
});

test('survives arrays of different lengths, nulls and wrong times', () => {
  const alignment = {
    characters: Array.from('one two six'),
    character_start_times_seconds: [0, 0.1, 0.2, 0.3, null, 0.5, 0.6, 0.7, -1],
    character_end_times_seconds: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
  };
  const words = toSpokenWords('one two six', [alignment])!;
  expect(words.map(({ text }) => text)).toEqual(['one', 'two', 'six']);
  expect(words[0]).toEqual({ text: 'one', from: 0, to: 0.3 });
  for (const [index, { from, to }] of words.entries()) {
    expect(to).toBeGreaterThan(from);
    expect(from).toBeGreaterThanOrEqual(words[index - 1]?.to ?? 0);
  }
});

test('splits scripts without spaces into words', () => {
  const text = '今日は天気がいい。';
  const words = toSpokenWords(text, [align(text)])!;
  expect(words.map((word) => word.text).join('')).toBe(text);
  expect(words.length).toBeGreaterThan(2);
  expect(words.slice(1).every(({ joined }) => joined)).toBe(true);
  expect([words[0]?.from, words.at(-1)?.to]).toEqual([0, 0.8]);
});

test('returns nothing if there are no times', () => {
  const empty = { characters: [], character_start_times_seconds: [], character_end_times_seconds: [] };
  expect(toSpokenWords('one', [null, undefined, empty, align(' ')])).toBeUndefined();
});

test('handles long texts that differ everywhere', () => {
  const written = Array.from({ length: 3000 }, (_, index) => `${index}`).join(' ');
  const spoken = Array.from({ length: 3000 }, (_, index) => `n${index}`).join(' ');
  const words = toSpokenWords(written, [align(spoken)])!;
  expect(words).toHaveLength(3000);
  expect(words.at(-1)!.to).toBeCloseTo(spoken.length / 10, 1);
});
