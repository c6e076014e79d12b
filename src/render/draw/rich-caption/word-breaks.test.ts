import { describe, expect, it, test } from 'vitest';
import { findWordBreaks } from './word-breaks.ts';

/** Returns a text with a sign at each place: `|` a sentence, `/` a clause, `:` dialogue, `+` glued, else a space. */
function marked(text: string): string {
  const words = text.split(' ').map((word) => ({ text: word, hasSpaceBefore: true }));
  const signs = { sentence: ' | ', clause: ' / ', word: ' ', dialogue: ' : ', glued: '+' };
  const breaks = findWordBreaks(words);
  return words.map((word, index) => (index === 0 ? '' : signs[breaks[index] ?? 'word']) + word.text).join('');
}

describe('a sentence ends', () => {
  it.each([
    ['after its sign, with quotes and brackets', 'He left. | (Really?) | “No!” | Well… | Yes'],
    ['in other languages', '„Warum?“ | Darum. | »Ja.« | Nein'],
    ['in other scripts', 'क्या। | हाँ مرحبا؟ | نعم'],
    ['if its signs stand alone', 'Pourquoi+?+» | Il'],
  ])('%s', (_, text) => {
    expect(marked(text.replaceAll(' | ', ' ').replaceAll('+', ' '))).toBe(text);
  });

  it.each(['Dr. Smith', 'J. R. R. Tolkien', 'the U.S. Army', 'at 5 p.m. on Monday', 'No. 5', 'e.g. this'])(
    'not after an abbreviation: %s',
    (text) => {
      expect(marked(text)).not.toContain('|');
    },
  );

  it('not if a small letter follows a quote or dots', () => {
    expect(marked('“Why?” she asked')).toBe('“Why?” / she asked');
    expect(marked('well... maybe')).toBe('well... / maybe');
    expect(marked('why? because')).toBe('why? | because');
    expect(marked('No. I go')).toBe('No. | I go');
  });
});

test('clauses end after commas, colons and dashes', () => {
  expect(marked('one, two: three – four - five six')).toBe('one, / two: / three+– / four+- / five six');
});

test('dashes and closing signs belong to the word before them', () => {
  expect(marked('he —my friend— came')).toBe('he+—my friend— / came');
  expect(marked('« oui » , dit')).toBe('«+oui+»+, / dit');
  expect(marked('warm -5 degrees and .5 more')).toBe('warm -5 degrees and .5 more');
  expect(marked('in the ’90s or »so« or ”then”')).toBe('in the ’90s or »so« or ”then”');
});

test('the dash of a speaker belongs to the word after it', () => {
  expect(marked('- Where? - Here.')).toBe('-+Where? : -+Here.');
  expect(marked('– Where? – Here.')).toBe('–+Where? : –+Here.');
  expect(marked('—Hola. —Adiós')).toBe('—Hola. : —Adiós');
});
