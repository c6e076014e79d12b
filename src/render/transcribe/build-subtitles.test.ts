import { describe, expect, it } from 'vitest';
import { buildSubtitles } from './build-subtitles.ts';
import type { TranscribedWord } from './transcript.ts';

/** Words of a third of a second with a short pause after each. */
function said(text: string, from = 0): TranscribedWord[] {
  const exact = (time: number) => Number(time.toFixed(3));
  return text.split(' ').map((word, index) => ({
    text: word,
    from: exact(from + index * 0.4),
    to: exact(from + index * 0.4 + 0.3),
  }));
}

const textsOf = (words: readonly TranscribedWord[]): string[] =>
  buildSubtitles({ words }).cues.map(({ text }) => text);

describe('cues of what was said', () => {
  it('are sentences, with the time of each word', () => {
    const words = said('The first sentence is here. The second one follows it.');
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

  it('end where the voice pauses', () => {
    expect(textsOf([...said('and then there was'), ...said('nothing at all', 3)])).toEqual([
      'and then there was',
      'nothing at all',
    ]);
  });

  it('take a short sentence together with the next', () => {
    expect(textsOf(said('Yes. I do think so.'))).toEqual(['Yes. I do think so.']);
  });

  it('stay a second where there is nothing else', () => {
    const { cues } = buildSubtitles({ words: [...said('Stop!'), ...said('Now we wait.', 1.2)] });
    expect(cues.map(({ from, to }) => [from.valueOf(), to.valueOf()])).toEqual([
      [0, 1],
      [1.2, 2.3],
    ]);
  });

  it('part a long sentence evenly, where it pauses', () => {
    const long =
      'When the long summer was over and the last boats had come home to the harbour, nobody in the whole town wanted to think of the winter.';
    const texts = textsOf(said(long));
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

  it('are none where nothing was said', () => {
    expect(buildSubtitles({ words: [] }).cues).toEqual([]);
  });
});
