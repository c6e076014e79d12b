import { describe, expect, it } from 'vitest';
import type { SpeechWord } from './speech-text.ts';
import type { WordSpan } from './synthesis.ts';
import { timeSpeech } from './word-times.ts';

function word(text: string, spoken = text): SpeechWord {
  return { text, spoken, joined: false, endsParagraph: false };
}

function time(words: readonly SpeechWord[], spans: readonly (WordSpan | undefined)[]): (readonly number[])[] {
  return timeSpeech(words, spans, 10).map(({ from, to }) =>
    [from, to].map((value) => Number(value.toFixed(3))),
  );
}

describe('the times of words', () => {
  it('are those of the sound', () => {
    expect(
      time(
        [word('a'), word('b')],
        [
          [1, 2],
          [3, 4],
        ],
      ),
    ).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('reach to the next word unless there is a pause', () => {
    const spans: WordSpan[] = [
      [1, 1.95],
      [2, 2.9],
      [3, 4],
    ];
    expect(time([word('pop'), word('art'), word('shop')], spans)).toEqual([
      [1, 2],
      [2, 2.9],
      [3, 4],
    ]);
  });

  it('are shared by words that were spoken together', () => {
    expect(time([word('aaa'), word('b'), word('c')], [[1, 2], undefined, [3, 4]])).toEqual([
      [1, 1.75],
      [1.75, 2],
      [3, 4],
    ]);
    expect(time([word('a'), word('b')], [undefined, [1, 2]])).toEqual([
      [1, 1.5],
      [1.5, 2],
    ]);
  });

  it('of silent words are the pauses around them', () => {
    const silent = word('—', '');
    expect(
      time([silent, word('a'), silent, word('b'), silent], [undefined, [1, 2], undefined, [3, 4]]),
    ).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 10],
    ]);
  });

  it('of silent words without a pause are taken from the previous word', () => {
    expect(time([word('a'), word('—', ''), word('b')], [[1, 2], undefined, [2, 3]])).toEqual([
      [1, 1.8],
      [1.8, 2],
      [2, 3],
    ]);
  });
});
