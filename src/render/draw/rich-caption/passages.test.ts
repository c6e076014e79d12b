import { expect, test } from 'vitest';
import { cueOf, evenCue } from './cue.fixture.ts';
import { splitPassages } from './passages.ts';

/** Returns the texts of passages. */
function textsOf(...cues: Parameters<typeof splitPassages>[0]): string[] {
  return splitPassages(cues).map(({ words }) => words.map(({ text }) => text).join(' '));
}

test('a passage ends with its cue, even if the next one follows immediately', () => {
  expect(textsOf(evenCue('one two', 0, 2), evenCue('three', 2, 4))).toEqual(['one two', 'three']);
});

test('a pause of half a second separates passages, a shorter one does not', () => {
  const words = (pause: number): ReturnType<typeof cueOf> =>
    cueOf([
      ['before', 0, 1],
      ['after', 1 + pause, 2 + pause],
    ]);
  expect(textsOf(words(0.5))).toEqual(['before', 'after']);
  expect(textsOf(words(0.49))).toEqual(['before after']);
});

test('the end of a sentence ends a passage, also in quotes and in other scripts', () => {
  expect(textsOf(evenCue('He left. “Why?” she asked', 0, 10))).toEqual(['He left.', '“Why?”', 'she asked']);
  expect(textsOf(evenCue('你好。 世界', 0, 6))).toEqual(['你好。', '世界']);
});

test('short passages are merged up to 1.2 s in total', () => {
  const cues = [0, 0.4, 0.8, 1.2].map((from, index) => evenCue(`w${index}`, from, from + 0.4));
  expect(textsOf(...cues)).toEqual(['w0 w1 w2', 'w3']);
  expect(splitPassages(cues).map(({ from, to }) => [from, to])).toEqual([
    [0, 1.2],
    [1.2, 1.6],
  ]);
});

test('cues that begin together are read together', () => {
  expect(textsOf(evenCue('- Where?', 1, 4), evenCue('- Here.', 1, 4), evenCue('Oh', 4, 6))).toEqual([
    '- Where? - Here.',
    'Oh',
  ]);
});

test('cues without words make no passages', () => {
  expect(splitPassages([{ ...evenCue('x', 0, 1), words: [] }])).toEqual([]);
});
