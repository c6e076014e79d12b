import { describe, expect, it, test } from 'vitest';
import { breakLines, truncateLines } from './break-lines.ts';

/** Every letter is 1 wide. */
function count(run: string): number {
  return Array.from(run).length;
}

function breakText(text: string, width: number): string[] {
  return breakLines(text, width, count).map((line) => line.text);
}

describe('lines', () => {
  it.each<[string, string, number, string[]]>([
    ['are one if the text fits', 'one two', 7, ['one two']],
    ['break between words', 'one two three', 7, ['one two', 'three']],
    ['can be filled completely', 'one two', 3, ['one', 'two']],
    ['do not count the space at their end', 'one two', 3.5, ['one', 'two']],
    ['end at the line breaks of the text', 'a\nb\r\nc\rd', 9, ['a', 'b', 'c', 'd']],
    ['can be empty', 'a\n\nb\n', 9, ['a', '', 'b', '']],
    ['are one empty line for an empty text', '', 9, ['']],
    ['are one empty line for spaces', '   ', 2, ['']],
    ['keep the spaces they begin with', '  a', 9, ['  a']],
    ['keep the spaces between their words', 'a   b', 9, ['a   b']],
    ['lose the spaces at a break', 'one   two', 4, ['one', 'two']],
    ['keep punctuation with its word', 'one, two!', 5, ['one,', 'two!']],
    ['break before an opening bracket', 'see (this) now', 6, ['see', '(this)', 'now']],
    ['break before a quotation', 'say "yes" now', 5, ['say', '"yes"', 'now']],
    ['break before a currency sign', 'save $50 now', 5, ['save', '$50', 'now']],
    ['break after a separate dash', 'one - two', 5, ['one -', 'two']],
    ['break before an emoji', 'party 🎉 now', 6, ['party', '🎉 now']],
    ['do not break at a no-break space', 'at 10\u00a0km now', 6, ['at', '10\u00a0km', 'now']],
    ['do not break at a narrow no-break space', 'a 1\u202f000 b', 5, ['a', '1\u202f000', 'b']],
    ['do not break in a number', 'about 1,000.50', 10, ['about', '1,000.50']],
    ['do not break at an apostrophe', "we don't", 6, ['we', "don't"]],
  ])('%s', (_, text, width, expected) => {
    expect(breakText(text, width)).toEqual(expected);
  });
});

describe('a word that is too wide', () => {
  it.each<[string, string, number, string[]]>([
    ['is cut between letters', 'abcdefgh', 3, ['abc', 'def', 'gh']],
    ['has lines of its own', 'a abcdefgh b', 3, ['a', 'abc', 'def', 'gh', 'b']],
    ['shares its last line with the following text', 'abcde fg', 4, ['abcd', 'e fg']],
    ['is cut into single letters at most', 'abc', 0.5, ['a', 'b', 'c']],
    ['is cut if there is no width at all', 'ab', -5, ['a', 'b']],
  ])('%s', (_, text, width, expected) => {
    expect(breakText(text, width)).toEqual(expected);
  });

  test('is not cut inside a grapheme', () => {
    const family = '👨‍👩‍👧';
    const found = breakLines(`e\u0301${family}`.repeat(2), 1, () => 2).map(({ text }) => text);
    expect(found).toEqual(['e\u0301', family, 'e\u0301', family]);
  });
});

describe('a soft hyphen', () => {
  it.each<[string, string, number, string[]]>([
    ['is a hyphen at the end of a line', 'ex\u00adam\u00adple', 5, ['exam-', 'ple']],
    ['needs the room of a hyphen', 'ex\u00adam\u00adple', 4, ['ex-', 'am-', 'ple']],
    ['is invisible elsewhere', 'ex\u00adam\u00adple a\u00ad', 20, ['example a']],
    ['is invisible before a space', 'one\u00ad two', 4, ['one', 'two']],
    ['is invisible if there is no room for a hyphen', 'abc\u00addef', 3, ['abc', 'def']],
  ])('%s', (_, text, width, expected) => {
    expect(breakText(text, width)).toEqual(expected);
  });
});

describe('scripts without spaces', () => {
  it.each<[string, string, number, string[]]>([
    ['Chinese breaks between letters', '我喜欢音乐。', 3, ['我喜欢', '音乐。']],
    ['Japanese keeps a full stop with its letter', '東京です。', 4, ['東京で', 'す。']],
    ['Korean breaks at spaces', '오늘은 날씨가 좋습니다.', 6, ['오늘은', '날씨가', '좋습니다.']],
    ['Korean keeps numbers and hanja in the word', '제15회 大韓民國은', 5, ['제15회', '大韓民國은']],
    ['a Korean word wider than the line breaks, with its full stop', '좋습니다.', 4, ['좋습니', '다.']],
    ['Thai breaks between words', 'สวัสดีครับ', 7, ['สวัสดี', 'ครับ']],
  ])('%s', (_, text, width, expected) => {
    expect(breakText(text, width)).toEqual(expected);
  });
});

describe('lines from right to left', () => {
  it.each<[string, boolean[]]>([
    ['Hello שלום', [false]],
    ['שלום Hello', [true]],
    ['123 مرحبا', [true]],
    ['abc\nשלום\n123', [false, true, false]],
  ])('%j', (text, expected) => {
    expect(breakLines(text, 99, count).map(({ rightToLeft }) => rightToLeft)).toEqual(expected);
  });
});

describe('excess lines', () => {
  const cut = (text: string, width: number, most: number): string[] =>
    truncateLines(breakLines(text, width, count), most, '...', width, count).map((line) => line.text);

  it.each<[string, string, number, number, string[]]>([
    ['stay if there are not too many', 'one two', 3, 2, ['one', 'two']],
    ['end with an ellipsis', 'one two three', 7, 1, ['one...']],
    ['lose only the letters that do not fit', 'a b c d e f', 7, 1, ['a b...']],
    ['leave at least one line', 'one two', 6, 0, ['one...']],
    ['leave only the dots if there is no more room', 'abcdef', 2, 1, ['...']],
  ])('%s', (_, text, width, most, expected) => {
    expect(cut(text, width, most)).toEqual(expected);
  });
});
