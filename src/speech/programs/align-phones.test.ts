import { describe, expect, it } from 'vitest';
import { alignPhones } from './align-phones.ts';

function align(expected: readonly string[], spoken: string): (readonly [number, number] | undefined)[] {
  const phones = spoken.split(' ').map((name, index) => ({ name, to: index + 1 }));
  return alignPhones(
    expected.map((names) => names.split(' ').filter((name) => name !== '')),
    phones,
  );
}

describe('the alignment of phones', () => {
  it('finds the words between pauses', () => {
    expect(align(['hh ax l ow', 's m ih th'], 'pau hh ax l ow pau s m ih th pau')).toEqual([
      [1, 4],
      [6, 9],
    ]);
  });

  it('finds the neighbours of a word that is spoken differently', () => {
    const words = ['hh ax l ow', 'd r ay v', 's m ih th'];
    expect(align(words, 'pau hh ax l ow d aa k t er s m ih th pau')).toEqual([
      [1, 4],
      [5, 9],
      [10, 13],
    ]);
  });

  it('gives no phones to a silent word', () => {
    expect(align(['t uw', '', 't uw'], 'pau t uw t uw pau')).toEqual([[1, 2], undefined, [3, 4]]);
  });
});
