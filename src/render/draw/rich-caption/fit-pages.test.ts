import { describe, expect, it } from 'vitest';
import { type CaptionWord, joinWords } from './caption-words.ts';
import type { MeasureWords } from './fill-lines.ts';
import { type FittedPage, maxLinesOf, PageFitter, type PageLimits } from './fit-pages.ts';
import { findWordBreaks } from './word-breaks.ts';

/** Every letter is 20 wide, half the font size of 40. A line has room for 20 letters. */
const measure = createMeasure(20);
const ROOM = { width: 417, height: 100, size: 40, advance: 48 };

function createMeasure(letter: number): MeasureWords {
  return (some) => letter * joinWords(some).length;
}

/** Returns words that are each spoken for a second. */
function splitText(text: string, hasSpaceBefore = true): CaptionWord[] {
  const words = text
    .split(' ')
    .map((word, index) => ({ text: word, from: index, to: index + 1, hasSpaceBefore }));
  const breaks = findWordBreaks(words);
  return words.map((word, index) => ({ ...word, breakBefore: breaks[index] ?? 'word' }));
}

/** Returns the pages of a passage that is alone in its caption. */
function fitPages(words: readonly CaptionWord[], limits: PageLimits, measureWords = measure): FittedPage[] {
  const fitter = new PageFitter(limits, measureWords);
  return fitter.fitPages(words, fitter.findScale([words]));
}

function summarize(pages: readonly FittedPage[]): [number, string[]][] {
  return pages.map(({ scale, lines }) => [scale, lines.map(({ text }) => text)]);
}

function textsOf(pages: readonly FittedPage[]): string[] {
  return pages.map(({ lines }) => lines.map(({ text }) => text).join(' / '));
}

describe('pages', () => {
  it('have as many lines as fit, from 1 to 10', () => {
    expect([10, 47, 96, 143, 5000].map((height) => maxLinesOf({ ...ROOM, height }))).toEqual([
      1, 1, 2, 2, 10,
    ]);
    expect(maxLinesOf({ ...ROOM, advance: 0 })).toBe(10);
    expect(textsOf(fitPages(splitText('aaaaaaaaaa bbbbbbbbbb cccccccccc'), { ...ROOM, advance: 0 }))).toEqual(
      ['aaaaaaaaaa / bbbbbbbbbb / cccccccccc'],
    );
  });

  it('have as few lines as fit, all of about equal length', () => {
    // Unbalanced, "it" would be alone on its line.
    expect(summarize(fitPages(splitText('the quick brown jumps it'), ROOM))).toEqual([
      [1, ['the quick', 'brown jumps it']],
    ]);
  });

  it('shrink to the largest whole font size that fits', () => {
    // At full size, this takes 3 lines of 20 letters. At 34 pixels, a line has room for 23 letters.
    const pages = fitPages(splitText('aaaaaaa bbbbbbb ccccccc ddddddd eeeeeee fffffff'), ROOM);
    expect(summarize(pages)).toEqual([[34 / 40, ['aaaaaaa bbbbbbb ccccccc', 'ddddddd eeeeeee fffffff']]]);
  });

  it('are several if 0.7 of the font size is still too large', () => {
    const long = Array.from({ length: 10 }, () => 'aaaaaaaaaa').join(' ');
    const pages = fitPages(splitText(long), ROOM);
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
    // Letters of 5 pixels. A line has room for 21 letters at 9 pixels, for 24 at 8, and for 27 at 7.
    const small = createMeasure(5);
    expect(summarize(fitPages(splitText('aaaaaaaaaa bbbbbbbbbb'), room, small))).toEqual([
      [0.9, ['aaaaaaaaaa bbbbbbbbbb']],
    ]);
    expect(fitPages(splitText('aaaaaaaaaaaaa bbbbbbbbbbb'), room, small)).toHaveLength(2);
  });

  it('have no line wider than 96 % of the room', () => {
    const [page] = fitPages(splitText('aaaaa bbbbb cccccccc ddd eeeeeeeeeeeeee'), { ...ROOM, width: 400 });
    // 20 letters are 400 pixels. At 38 pixels, they are 380.
    expect(page?.lines.map(({ scale, text }) => [scale, text.length])).toEqual([
      [38 / 40, 20],
      [38 / 40, 18],
    ]);
  });

  it('are at most as tall as their room', () => {
    expect(fitPages(splitText('high'), { ...ROOM, height: 30 })[0]?.scale).toBe(0.75);
    // Three lines that overlap are 40 + 2 * 20 pixels tall.
    const room = { ...ROOM, height: 70, advance: 20 };
    expect(summarize(fitPages(splitText('aaaaaaaaaaaaa bbbbbbbbbbbbb ccccccccccccc'), room))).toEqual([
      [35 / 40, ['aaaaaaaaaaaaa', 'bbbbbbbbbbbbb', 'ccccccccccccc']],
    ]);
  });

  it('break at the line break opportunities of Unicode', () => {
    const chinese = ['你好', '，世', '界和', '平！'].map((text, index) => ({
      text,
      from: index,
      to: index + 1,
      hasSpaceBefore: false,
      breakBefore: 'word' as const,
    }));
    // Four letters per line. No line begins with the comma.
    const lines = fitPages(chinese, { ...ROOM, width: 84 }).flatMap((page) => page.lines);
    expect(lines.map(({ text }) => text)).toEqual(['你好，世', '界和平！']);
  });
});

describe('the size of a caption', () => {
  const fitter = new PageFitter(ROOM, measure);
  const short = splitText('Short.');
  const longer = splitText('aaaaaaa bbbbbbb ccccccc ddddddd eeeeeee fffffff');
  const long = splitText(Array.from({ length: 10 }, () => 'aaaaaaaaaa').join(' '));

  it('is the largest at which every passage fits', () => {
    expect(fitter.findScale([short, longer, short])).toBe(34 / 40);
    expect(fitter.findScale([long, short])).toBe(1);
    expect(fitter.findScale([])).toBe(1);
  });

  it('is that of the longest word if a passage becomes several pages', () => {
    expect(fitter.findScale([[...long, ...splitText('a'.repeat(23))]])).toBe(34 / 40);
  });

  it('is that of every page and every line', () => {
    const scale = fitter.findScale([short, longer, long]);
    const pages = [short, longer, long].flatMap((words) => fitter.fitPages(words, scale));
    const scales = pages.flatMap((page) => [page.scale, ...page.lines.map((line) => line.scale)]);
    expect(new Set(scales)).toEqual(new Set([34 / 40]));
  });
});

describe('the room for words that grow', () => {
  // Every word becomes a quarter wider.
  const growing = new PageFitter(ROOM, measure, ({ text }) => 5 * text.length);
  const pagesOf = (text: string): FittedPage[] => {
    const words = splitText(text);
    return growing.fitPages(words, growing.findScale([words]));
  };

  it('is that of the word of a line that grows most', () => {
    // 18 letters are 360 pixels wide, and the longest word grows by 75. At 36 pixels, they need 392 of 400.
    const text = 'aaaaaaaaaaaaaaa bb';
    expect(summarize(fitPages(splitText(text), { ...ROOM, height: 50 }))).toEqual([[1, [text]]]);
    const low = new PageFitter({ ...ROOM, height: 50 }, measure, ({ text: word }) => 5 * word.length);
    expect(summarize(low.fitPages(splitText(text), low.findScale([splitText(text)])))).toEqual([
      [36 / 40, [text]],
    ]);
    expect(textsOf(pagesOf(text))).toEqual(['aaaaaaaaaaaaaaa / bb']);
  });

  it('neither breaks a word nor makes it smaller than it must be', () => {
    // 27 letters fit at 0.7 of the size, but not while they grow.
    const [page] = pagesOf('a'.repeat(27));
    expect(page?.lines.map(({ text }) => text)).toEqual(['a'.repeat(27)]);
    expect(page?.scale).toBeGreaterThanOrEqual(0.7);
    expect(growing.isBroken(splitText('a'.repeat(27))[0]!)).toBe(false);
  });
});

describe('words that are too long at every size', () => {
  it('are broken, and their time is divided', () => {
    const [page] = fitPages([{ ...splitText('a'.repeat(32))[0]!, to: 8 }, ...splitText('bb')], ROOM);
    expect(page?.scale).toBe(1);
    expect(page?.lines.map(({ text }) => text)).toEqual(['a'.repeat(20), `${'a'.repeat(12)} bb`]);
    expect(page?.lines[1]?.words[0]).toMatchObject({ from: 5, to: 8 });
  });

  it('become smaller if not even a letter fits', () => {
    const [page] = fitPages(splitText('aa'), { ...ROOM, width: 10 });
    expect(page?.lines[0]).toMatchObject({ text: 'a', scale: 0.48 });
  });
});

describe('the pages of a long passage', () => {
  const narrow = { ...ROOM, height: 50 };

  it('end with sentences', () => {
    expect(textsOf(fitPages(splitText('Go on. I will wait here. You see it.'), narrow))).toEqual([
      'Go on.',
      'I will wait here.',
      'You see it.',
    ]);
  });

  it('end with clauses rather than in the middle of one', () => {
    expect(textsOf(fitPages(splitText('if you are here, I go on and see it'), narrow))).toEqual([
      'if you are here,',
      'I go on and see it',
    ]);
  });

  it('begin with neither a dash nor closing punctuation', () => {
    // Without the rule, the second page would begin with the dash.
    expect(textsOf(fitPages(splitText('abcdefg hi jklmnopqr – stuvw xyz ab cd ef'), narrow))).toEqual([
      'abcdefg',
      'hi jklmnopqr –',
      'stuvw xyz ab cd ef',
    ]);
  });

  it('are about equally long', () => {
    expect(textsOf(fitPages(splitText('aaaa bbbb cccc dddd eeee ffff'), narrow))).toEqual([
      'aaaa bbbb cccc',
      'dddd eeee ffff',
    ]);
  });

  it('have all words once, in their order', () => {
    const text = Array.from(
      { length: 400 },
      (_, index) => `${'abcdefgh'.slice(index % 7)}${index % 5 ? '' : ','}`,
    );
    expect(textsOf(fitPages(splitText(text.join(' ')), narrow)).join(' ')).toBe(text.join(' '));
  });
});
