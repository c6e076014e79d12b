import { describe, expect, it } from 'vitest';
import { buildSubtitles } from './build-subtitles.ts';
import type { TranscribedWord } from '../../base/transcribed-word.ts';

/** Splits a text into words of 0.3 s with a short pause after each. */
function speechWordsOf(text: string, from = 0): TranscribedWord[] {
  const exact = (time: number) => Number(time.toFixed(3));
  return text.split(' ').map((word, index) => ({
    text: word,
    from: exact(from + index * 0.4),
    to: exact(from + index * 0.4 + 0.3),
  }));
}

const textsOf = (words: readonly TranscribedWord[]): string[] =>
  buildSubtitles({ words }).cues.map(({ text }) => text);

describe('the cues of a transcript', () => {
  it('are sentences, with the time of each word', () => {
    const words = speechWordsOf('The first sentence is here. The second one follows it.');
    const { kind, cues } = buildSubtitles({ words });
    expect(kind).toBe('subtitles');
    expect(cues.map(({ text }) => text)).toEqual([
      'The first sentence is here.',
      'The second one follows it.',
    ]);
    expect(cues[0]?.words.map(({ text, from, to }) => [text, from.valueOf(), to.valueOf()])).toEqual([
      ['The', 0, 0.3],
      ['first', 0.4, 0.7],
      ['sentence', 0.8, 1.1],
      ['is', 1.2, 1.5],
      ['here.', 1.6, 1.9],
    ]);
    expect([cues[1]?.from.valueOf(), cues[1]?.to.valueOf()]).toEqual([2, 3.9]);
  });

  it('end when the speaker pauses', () => {
    expect(textsOf([...speechWordsOf('and then there was'), ...speechWordsOf('nothing at all', 3)])).toEqual([
      'and then there was',
      'nothing at all',
    ]);
  });

  it('merge a short sentence with the next one', () => {
    expect(textsOf(speechWordsOf('Yes. I do think so.'))).toEqual(['Yes. I do think so.']);
  });

  it('last at least a second unless the next one begins', () => {
    const { cues } = buildSubtitles({
      words: [...speechWordsOf('Stop!'), ...speechWordsOf('Now we wait.', 1.2)],
    });
    expect(cues.map(({ from, to }) => [from.valueOf(), to.valueOf()])).toEqual([
      [0, 1],
      [1.2, 2.3],
    ]);
  });

  it('split a long sentence evenly, at the end of a clause', () => {
    const long =
      'When the long summer was over and the last boats had come home to the harbour, nobody in the whole town wanted to think of the winter.';
    const texts = textsOf(speechWordsOf(long));
    expect(texts.join(' ')).toBe(long);
    expect(texts[1]?.endsWith('harbour,')).toBe(true);
    for (const text of texts) expect(text.length).toBeGreaterThan(20);
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(84);
  });

  it('join words of languages without spaces', () => {
    const words: TranscribedWord[] = [
      { text: '我们', from: 0, to: 0.4 },
      { text: '走。', from: 0.4, to: 0.9, joined: true },
    ];
    expect(textsOf(words)).toEqual(['我们走。']);
  });

  it('are an empty list if the transcript has no words', () => {
    expect(buildSubtitles({ words: [] }).cues).toEqual([]);
  });
});
