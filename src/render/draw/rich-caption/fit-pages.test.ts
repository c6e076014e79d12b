import { describe, expect, it } from 'vitest';
import { fitPages, type FittedPage, joinWords, maxLinesOf, type MeasureWords } from './fit-pages.ts';
import type { CaptionWord } from './caption-words.ts';

/** Every letter is 20 wide, half the font size of 40. */
const measure = createMeasure(20);
const ROOM = { width: 400, height: 100, size: 40, advance: 48 };

function createMeasure(letter: number): MeasureWords {
  return (some) => {
    const width = letter * joinWords(some).length;
    return { width, grownWidth: width };
  };
}

function splitText(text: string, hasSpaceBefore = true): CaptionWord[] {
  return text.split(' ').map((word, index) => ({ text: word, from: index, to: index + 1, hasSpaceBefore }));
}

function summarize(pages: readonly FittedPage[]): [number, string[]][] {
  return pages.map(({ scale, lines }) => [scale, lines.map(({ text }) => text)]);
}

describe('pages', () => {
  it('have as many lines as fit, from 1 to 10', () => {
    expect([10, 47, 96, 143, 5000].map((height) => maxLinesOf({ ...ROOM, height }))).toEqual([
      1, 1, 2, 2, 10,
    ]);
    expect(maxLinesOf({ ...ROOM, advance: 0 })).toBe(10);
  });

  it('have as few lines as fit, all of about equal length', () => {
    // A line has room for 20 letters. Unbalanced, "it" would be alone on its line.
    expect(summarize(fitPages(splitText('the quick brown jumps it'), ROOM, measure))).toEqual([
      [1, ['the quick', 'brown jumps it']],
    ]);
  });

  it('shrink to the largest whole font size that fits', () => {
    // At full size, this takes 3 lines of 20 letters. At 34, two lines of 23 letters fit into 384 pixels.
    const pages = fitPages(splitText('aaaaaaa bbbbbbb ccccccc ddddddd eeeeeee fffffff'), ROOM, measure);
    expect(summarize(pages)).toEqual([[384 / 460, ['aaaaaaa bbbbbbb ccccccc', 'ddddddd eeeeeee fffffff']]]);
  });

  it('are several if 0.7 of the font size is still too large', () => {
    const long = Array.from({ length: 10 }, () => 'aaaaaaaaaa').join(' ');
    const pages = fitPages(splitText(long), ROOM, measure);
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
    // 21 letters of 5. A line has room for 25 letters at 8 pixels, and for 28 at 7.
    const small = createMeasure(5);
    expect(summarize(fitPages(splitText('aaaaaaaaaa bbbbbbbbbb'), room, small))).toEqual([
      [0.9, ['aaaaaaaaaa bbbbbbbbbb']],
    ]);
    expect(fitPages(splitText('aaaaaaaaaaaaa bbbbbbbbbbbbb'), room, small)).toHaveLength(2);
  });

  it('have no line wider than 96 % of the room, and lines of equal size', () => {
    const [page] = fitPages(splitText('aaaaa bbbbb cccccccc ddd eeeeeeeeeeeeee'), ROOM, measure);
    // 20 letters are 400 pixels, which shrink to 384.
    expect(page?.lines.map(({ scale, text }) => [scale, text.length])).toEqual([
      [0.96, 20],
      [0.96, 18],
    ]);
    const [lone] = fitPages(splitText('a'.repeat(40)), ROOM, measure);
    expect(lone?.lines.map(({ scale }) => scale)).toEqual([0.48]);
    // A single word that is too long does not shrink other lines.
    const [two] = fitPages(splitText(`aa ${'b'.repeat(40)}`), ROOM, measure);
    expect(two?.lines.map(({ scale }) => scale)).toEqual([1, 0.48]);
  });

  it('leave room for the words at their ends to grow', () => {
    const grown: MeasureWords = (some) => ({
      width: measure(some).width,
      grownWidth: measure(some).width + 100,
    });
    // 19 letters are 380 pixels, or 480 when grown.
    expect(fitPages(splitText('the quick brown fox'), ROOM, grown)[0]?.scale).toBeCloseTo(400 / 480);
  });

  it('are at most as tall as their room', () => {
    expect(fitPages(splitText('high'), { ...ROOM, height: 30 }, measure)[0]?.scale).toBe(0.75);
  });

  it('break at the line break opportunities of Unicode', () => {
    const chinese: CaptionWord[] = ['你好', '，世', '界和', '平！'].map((text, index) => ({
      text,
      from: index,
      to: index + 1,
      hasSpaceBefore: false,
    }));
    // Four letters per line. No line begins with the comma.
    const lines = fitPages(chinese, { ...ROOM, width: 40 }, measure).flatMap((page) => page.lines);
    expect(lines.map(({ text }) => text)).toEqual(['你好，世', '界和', '平！']);
  });
});
