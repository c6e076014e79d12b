import { expect, test } from 'vitest';
import { cueOf } from './cue.fixture.ts';
import { splitCueWords } from './caption-words.ts';

test('words are those of the cue, with spaces where its text has them', () => {
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

test('what has no spaces between its words is parted by a dictionary, its time by the letters', () => {
  const words = splitCueWords(cueOf([['早上好，世界', 0, 6]]));
  expect(words).toEqual([
    { text: '早上', from: 0, to: 2, hasSpaceBefore: false },
    { text: '好，', from: 2, to: 4, hasSpaceBefore: false },
    { text: '世界', from: 4, to: 6, hasSpaceBefore: false },
  ]);
});

test('a sign that opens stays with what it opens', () => {
  expect(splitCueWords(cueOf([['他说「你好」', 0, 6]])).map(({ text }) => text)).toEqual([
    '他',
    '说',
    '「你好」',
  ]);
});

test('words of a transcript without spaces in its text have none where their scripts have none', () => {
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

test('a word that takes no time has that until the next one', () => {
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

test('letters are changed as asked, and soft hyphens are gone', () => {
  const cue = cueOf([['well\u00adness', 0, 1]]);
  expect(splitCueWords(cue, 'uppercase').map(({ text }) => text)).toEqual(['WELLNESS']);
  expect(splitCueWords(cue, 'capitalize').map(({ text }) => text)).toEqual(['Wellness']);
});
