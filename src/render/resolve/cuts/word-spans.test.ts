import { describe, expect, it, test } from 'vitest';
import { roundSeconds, toSeconds } from '../../../base/time.ts';
import type { Words } from '../../../edit/index.ts';
import type { SpokenWord } from '../../media/media.ts';
import { findWords } from './word-spans.ts';

/** Returns words of 0.4 s with a pause of `gap` seconds after each. */
function speech(text: string, gap = 0.6): SpokenWord[] {
  return text.split(' ').map((word, index) => {
    const from = index * (0.4 + gap);
    return {
      text: word,
      from: toSeconds(Number(from.toFixed(6))),
      to: toSeconds(Number((from + 0.4).toFixed(6))),
    };
  });
}

function find(text: string, wanted: Words, gap?: number): [phrase: string, from: number, to: number][] {
  return findWords(speech(text, gap), wanted).said.map(({ phrase, from, to }) => [
    phrase,
    roundSeconds(from),
    roundSeconds(to),
  ]);
}

describe('words are found', () => {
  test.each<[string, string, string, number]>([
    ['without case and punctuation', 'Um, yes. UM!', 'um', 2],
    ['in phrases', 'You know, well, you know it', 'YOU KNOW', 2],
    ['in phrases with punctuation', 'a well-known fact', 'well known', 1],
    ['if the speech divides them', 'ice cream', 'icecream', 1],
    ['with accents', 'Voilà, c’est l’été', 'été', 0],
    ['with an apostrophe', 'I don’t', "don't", 1],
    ['in other scripts', 'Ну, ЭТО правда', 'это', 1],
    ['in scripts without spaces', '我 喜欢 这里', '喜欢这里', 1],
    ['in either form of Unicode', 'cafe\u0301', 'CAFÉ', 1],
    ['only as whole words', 'umbrella museum', 'um', 0],
  ])('%s', (_name, said, phrase, count) => {
    expect(find(said, { mute: [phrase] })).toHaveLength(count);
  });
});

it('has a margin, which ends in the middle between two words', () => {
  expect(find('a b c', { mute: ['b'] })).toEqual([['b', 0.95, 1.45]]);
  expect(find('a b c', { mute: ['b'], margin: 0.2 })).toEqual([['b', 0.8, 1.6]]);
  expect(find('a b c', { mute: ['b'], margin: 0.2 }, 0.1)).toEqual([['b', 0.45, 0.95]]);
  expect(find('a b c', { cut: ['b'], margin: 0.2 }, 0)).toEqual([['b', 0.4, 0.8]]);
  expect(find('a b c', { cut: ['a', 'c'], margin: 0 })).toEqual([
    ['a', 0, 0.4],
    ['c', 2, 2.4],
  ]);
});

it('has room for fades outside of what is muted or bleeped', () => {
  expect(find('a b c', { mute: ['b'] }, 0)).toEqual([['b', 0.392, 0.808]]);
  expect(find('a b c', { bleep: ['a'], margin: 0 })).toEqual([['a', 0, 0.408]]);
});

it('lists those that are never said', () => {
  const { missing } = findWords(speech('one two'), { cut: ['one', 'three'], bleep: ['four'] });
  expect(missing).toEqual([
    { list: 'cut', index: 1, phrase: 'three' },
    { list: 'bleep', index: 0, phrase: 'four' },
  ]);
});
