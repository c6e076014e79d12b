import { describe, expect, it } from 'vitest';
import { ENGLISH_READING, readingOf } from './reading.ts';
import { readSpeechText } from './speech-text.ts';
import { splitPieces } from './split-pieces.ts';

describe('the spoken form of a text', () => {
  it.each([
    ['£3 — €20.50', ['3 pounds,', '', '20.50 euros']],
    ['“it’s” naïve Straße', ["it's", 'naive', 'Strasse']],
    ['<b>R&D</b> [[x]]', ['b R and D /b', 'x']],
    ['½ x² №5', ['1/2', 'x2', 'No5']],
    ['😀 ... -', ['', '', '']],
  ])('of English is plain: %s', (text, spoken) => {
    expect(readSpeechText(text, ENGLISH_READING).words.map((word) => word.spoken)).toEqual(spoken);
  });

  it('of other languages holds no markup, no entity and no phonemes', () => {
    const { words } = readSpeechText('<b>&amp; [[x]] Käse', readingOf('de-DE'));
    expect(words.map(({ spoken }) => spoken.replaceAll(/ +/g, ' '))).toEqual(['b & amp;', 'x', 'Käse']);
  });

  it.each([
    ['en', 'a Привет 世界 😀 é', ['Привет', '世界', '😀']],
    ['ja-JP', 'カタカナー東京 abc', ['東京']],
    ['cmn-CN', '世界 abc あ', ['あ']],
    ['ar-AE', 'مرحبا ١٢ Привет', ['Привет']],
    ['hi-IN', 'नमस्ते दुनिया', []],
    ['ko-KR', '하나 漢', ['漢']],
  ])('in %s tells what cannot be read', (language, text, unreadable) => {
    const reading = language === 'en' ? ENGLISH_READING : readingOf(language);
    expect(readSpeechText(text, reading).unreadable).toEqual(unreadable);
  });
});

describe('the pieces of a text', () => {
  function split(text: string): string[] {
    const { words } = readSpeechText(text, ENGLISH_READING);
    return splitPieces(words).map((piece) => piece.words.map((index) => words[index]?.text).join(' '));
  }

  it.each([
    [
      'Dr. Smith left at 5 p.m. yesterday. He is gone!',
      ['Dr. Smith left at 5 p.m. yesterday.', 'He is gone!'],
    ],
    ['One\n\ntwo\nthree', ['One', 'two three']],
    ['J. R. R. Tolkien “wrote.” Then — nothing', ['J. R. R. Tolkien “wrote.”', 'Then nothing']],
  ])('are sentences: %s', (text, pieces) => {
    expect(split(text)).toEqual(pieces);
  });

  it('divide a long sentence', () => {
    const pieces = split(`${'word '.repeat(45)}word, ${'word '.repeat(100)}`);
    expect(pieces[0]).toMatch(/^(word )+word,$/);
    expect(pieces.length).toBeGreaterThan(2);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(340);
  });
});
