import { describe, expect, it } from 'vitest';
import { type FittedPage, mostLines, pagesFor } from './fitting.ts';
import type { CaptionWord } from './words.ts';

/** Every letter is half as wide as the size of 40, so 20. */
const measure = (text: string): number => 20 * text.length;
const ROOM = { width: 400, height: 100, size: 40, advance: 48 };

function words(text: string, apart = true): CaptionWord[] {
  return text.split(' ').map((word, index) => ({ text: word, from: index, to: index + 1, apart }));
}

function shown(pages: readonly FittedPage[]): [number, string[]][] {
  return pages.map(({ scale, lines }) => [scale, lines.map(({ text }) => text)]);
}

describe('pages', () => {
  it('have as many lines as fit, from 1 to 10', () => {
    expect([10, 47, 96, 143, 5000].map((height) => mostLines({ ...ROOM, height }))).toEqual([1, 1, 2, 2, 10]);
    expect(mostLines({ ...ROOM, advance: 0 })).toBe(10);
  });

  it('fill line after line', () => {
    // 20 letters in a line.
    expect(shown(pagesFor(words('the quick brown fox jumps over it'), ROOM, measure))).toEqual([
      [1, ['the quick brown fox', 'jumps over it']],
    ]);
  });

  it('are smaller where that makes them fit, in the largest whole size', () => {
    // 3 lines of 20 letters; the 23 of the first line are 20 / 23 of 40 = 34.78 wide letters.
    const pages = pagesFor(words('aaaaaaa bbbbbbb ccccccc ddddddd eeeeeee fffffff'), ROOM, measure);
    expect(shown(pages)).toEqual([[34 / 40, ['aaaaaaa bbbbbbb ccccccc', 'ddddddd eeeeeee fffffff']]]);
  });

  it('are several where 0.7 of the size is still too large', () => {
    const long = Array.from({ length: 10 }, () => 'aaaaaaaaaa').join(' ');
    const pages = pagesFor(words(long), ROOM, measure);
    expect(pages.map(({ scale, lines }) => [scale, lines.length])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(pages.flatMap(({ lines }) => lines.flatMap((line) => line.words)).map(({ from }) => from)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
  });

  it('never shrink below 8 pixels', () => {
    const room = { width: 100, height: 10, size: 10, advance: 10 };
    // 21 letters of 5: at 8 pixels a line has room for 25, at 7 for 28.
    const small = (text: string): number => 5 * text.length;
    expect(shown(pagesFor(words('aaaaaaaaaa bbbbbbbbbb'), room, small))).toEqual([
      [0.9, ['aaaaaaaaaa bbbbbbbbbb']],
    ]);
    expect(pagesFor(words('aaaaaaaaaaaaa bbbbbbbbbbbbb'), room, small)).toHaveLength(2);
  });

  it('have no line that is wider than 96 % of the room', () => {
    const [page] = pagesFor(words('the quick brown foxy and me'), ROOM, measure);
    // 20 letters are 400 pixels, which become 384.
    expect(page?.lines.map(({ scale }) => scale)).toEqual([0.96, 1]);
    const [lone] = pagesFor(words('a'.repeat(40)), ROOM, measure);
    expect(lone?.lines.map(({ scale }) => scale)).toEqual([0.48]);
  });

  it('are no higher than their room', () => {
    expect(pagesFor(words('high'), { ...ROOM, height: 30 }, measure)[0]?.scale).toBe(0.75);
  });

  it('break where Unicode lets lines end', () => {
    const chinese: CaptionWord[] = ['你好', '，世', '界和', '平！'].map((text, index) => ({
      ...{ text, from: index, to: index + 1 },
      apart: false,
    }));
    // Four letters in a line; none begins with the comma.
    const lines = pagesFor(chinese, { ...ROOM, width: 40 }, measure).flatMap((page) => page.lines);
    expect(lines.map(({ text }) => text)).toEqual(['你好，世', '界和', '平！']);
  });
});
