import { expect, test } from 'vitest';
import { cueOf } from './cue.fixture.ts';
import { splitCueWords } from './caption-words.ts';

test('words are those of the cue, with the spaces of its text', () => {
  const cue = cueOf(
    [
      ['Well,', 1, 1.5],
      ['hello', 1.5, 2],
    ],
    'Well,\nhello',
  );
  expect(splitCueWords(cue)).toEqual([
    { text: 'Well,', from: 1, to: 1.5, hasSpaceBefore: false },
    { text: 'hello', from: 1.5, to: 2, hasSpaceBefore: true },
  ]);
});

test('a dictionary splits text without spaces, and its time is divided by the number of letters', () => {
  const words = splitCueWords(cueOf([['早上好，世界', 0, 6]]));
  expect(words).toEqual([
    { text: '早上', from: 0, to: 2, hasSpaceBefore: false },
    { text: '好，', from: 2, to: 4, hasSpaceBefore: false },
    { text: '世界', from: 4, to: 6, hasSpaceBefore: false },
  ]);
});

test('opening punctuation stays with the following word', () => {
  expect(splitCueWords(cueOf([['他说「你好」', 0, 6]])).map(({ text }) => text)).toEqual([
    '他',
    '说',
    '「你好」',
  ]);
});

test('words of a transcript whose text has no spaces get spaces according to their scripts', () => {
  const cue = cueOf(
    [
      ['世界', 0, 1],
      ['你好', 1, 2],
      ['Kinora', 2, 3],
    ],
    'as it was heard',
  );
  expect(splitCueWords(cue).map(({ hasSpaceBefore }) => hasSpaceBefore)).toEqual([true, false, true]);
});

test('a word without a duration lasts until the next one', () => {
  const cue = cueOf([
    ['so', 1, 1],
    ['it', 1.25, 1.5],
    ['goes', 1.5, 1.5],
  ]);
  const last = { ...cue, to: cue.to.add(1) };
  expect(splitCueWords(last).map(({ from, to }) => [from, to])).toEqual([
    [1, 1.25],
    [1.25, 1.5],
    [1.5, 2.5],
  ]);
});

test('soft hyphens are removed', () => {
  const cue = cueOf([['well\u00adness', 0, 1]]);
  expect(splitCueWords(cue).map(({ text }) => text)).toEqual(['wellness']);
});
