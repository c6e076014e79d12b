import { describe, expect, it } from 'vitest';
import { distributeWords, normalizeWords } from './normalize-words.ts';
import { restorePunctuation } from './restore-punctuation.ts';

const timed = (...words: [string, number, number][]) => words.map(([text, from, to]) => ({ text, from, to }));

describe('the words of a recogniser', () => {
  it('are sorted by their times and do not overlap', () => {
    expect(normalizeWords(timed(['two', 1, 2], ['one', 0, 1.2], ['three', 2, 2]), 5)).toEqual(
      timed(['one', 0, 1], ['two', 1, 2], ['three', 2, 2.02]),
    );
  });

  it('end with the sound', () => {
    expect(normalizeWords(timed(['in', 3, 9], ['beyond', 4.5, 6]), 4)).toEqual(timed(['in', 3, 4]));
  });

  it('begin with the sound', () => {
    expect(normalizeWords(timed(['early', -0.5, 0.3]), 4)).toEqual(timed(['early', 0, 0.3]));
  });

  it('get the punctuation of the text', () => {
    const words = timed(['yes', 0, 1], ['I', 1, 2], ['do', 2, 3], ['dont', 3, 4], ['really', 4, 5]);
    expect(restorePunctuation(words, ' “Yes, I do ... (really)!').map(({ text }) => text)).toEqual([
      '“Yes,',
      'I',
      'do',
      'dont',
      '(really)!',
    ]);
  });

  it.each([
    ['The umbrella.', ['um', 'the', 'umbrella'], ['um', 'The', 'umbrella.']],
    ['Tomorrow go.', ['to', 'go'], ['to', 'go.']],
    ['Cats: a man.', ['a', 'man'], ['a', 'man.']],
    ['Сто, три. 50% sure', ['т', 'три', '50', 'sure'], ['т', 'три.', '50%', 'sure']],
    ['Tomorrow, I do.', ['tom', 'orrow', 'i', 'do'], ['Tom', '+orrow,', 'I', 'do.']],
  ])('are matched with whole words of %j', (text, words, written) => {
    const found = restorePunctuation(
      timed(...words.map((word): [string, number, number] => [word, 0, 1])),
      text,
    );
    expect(found.map((word) => (word.joined ? '+' : '') + word.text)).toEqual(written);
  });

  it('are joined if the text has no space between them', () => {
    expect(
      restorePunctuation(timed(['你好', 0, 1], ['世界', 1, 2], ['再见', 2, 3]), '你好，世界。 再见'),
    ).toEqual([
      { text: '你好，', from: 0, to: 1 },
      { text: '世界。', from: 1, to: 2, joined: true },
      { text: '再见', from: 2, to: 3 },
    ]);
  });
});

describe('a text without times for its words', () => {
  it('divides its time by the lengths of the words', () => {
    expect(distributeWords(' ab  abcdef ', 1, 5)).toEqual(timed(['ab', 1, 2], ['abcdef', 2, 5]));
  });

  it('splits languages without spaces by their own rules', () => {
    const words = distributeWords('今天天气很好。', 0, 7);
    expect(words.map(({ text }) => text).join('')).toBe('今天天气很好。');
    expect(words.length).toBeGreaterThan(2);
    expect(words.slice(1).every(({ joined }) => joined === true)).toBe(true);
    expect(words.at(-1)?.to).toBe(7);
  });

  it('has no words if it is blank', () => {
    expect(distributeWords('  ', 0, 1)).toEqual([]);
  });
});
