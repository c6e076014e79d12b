import { describe, expect, it, test } from 'vitest';
import { placeLines, placeUnits, textBoxOf, type BlockStyle } from './placed-lines.ts';
import type { Ruler } from './ruler.ts';

/** Letters that are 10 wide and extend 14 above and 4 below the baseline. */
const RULER: Ruler = {
  width: (text) => text.length * 10,
  textInk: () => undefined,
  lineInk: ({ text }) =>
    text.trim() === '' ? undefined : { ascent: 14, descent: 4, overhang: { left: 0, right: 0 } },
};
const BOX = { width: 200, height: 100 };
const STYLE: BlockStyle = {
  size: 20,
  advance: 24,
  spacing: { letter: 0, word: 0 },
  padding: { top: 0, right: 0, bottom: 0, left: 0 },
  horizontal: 'center',
  vertical: 'middle',
  strokeReach: 0,
  keepsInside: false,
};

function placesOf(text: string, style: Partial<BlockStyle> = {}): number[][] {
  return placeLines(text, BOX, { ...STYLE, ...style }, RULER).lines.map(({ x, baseline }) => [x, baseline]);
}

describe('lines', () => {
  // Two lines of 30 and 50 in 200 x 100; the second baseline is 24 below the first.
  it.each<[string, Partial<BlockStyle>, number[][]]>([
    // (100 - 24) / 2 + 0.35 * 20 = 45.
    ['in the centre', {}, [[85, 45], [75, 69]]], // oxfmt-ignore
    ['at the top left', { vertical: 'top', horizontal: 'left' }, [[0, 20], [0, 44]]], // oxfmt-ignore
    ['at the bottom right', { vertical: 'bottom', horizontal: 'right' }, [[170, 76], [150, 100]]], // oxfmt-ignore
    [
      'within a padding',
      { padding: { top: 10, right: 40, bottom: 30, left: 20 } },
      // In 140 x 60: 20 + (140 - 30) / 2, 10 + (60 - 24) / 2 + 7.
      [[75, 35], [65, 59]], // oxfmt-ignore
    ],
    // Without the space after its last letter.
    ['spaced', { spacing: { letter: 5, word: 0 } }, [[80, 45], [65, 69]]], // oxfmt-ignore
  ])('are placed %s', (_, style, expected) => {
    expect(placesOf('one\nthree', style)).toEqual(expected);
  });

  test('break at the width that the padding leaves', () => {
    expect(placesOf('one two six')).toHaveLength(1);
    expect(placesOf('one two six', { padding: { ...STYLE.padding, left: 50, right: 50 } })).toHaveLength(2);
  });

  test('extend beyond the box if there are too many', () => {
    const lines = placesOf('a\nb\nc\nd\ne\nf');
    expect([lines[0]?.[1], lines[5]?.[1]]).toEqual([-3, 117]);
  });
});

test('the box of the letters surrounds their ink', () => {
  // Baselines at 33 and 81.
  expect(boxOf('one\n\nthree')).toEqual({ x: 75, y: 19, width: 50, height: 66 });
  expect(boxOf(' \n ')).toBeUndefined();
});

test('the box of the letters surrounds all of them even if they run backwards', () => {
  // The letters of "abc" begin at 0, -5 and -10, so together they are 20 wide and start at -10.
  const box = boxOf('abc', { spacing: { letter: -15, word: 0 }, horizontal: 'left' });
  expect(box).toMatchObject({ x: -10, width: 20 });
});

function boxOf(text: string, given: Partial<BlockStyle> = {}): ReturnType<typeof textBoxOf> {
  const style = { ...STYLE, ...given };
  return textBoxOf(placeUnits(placeLines(text, BOX, style, RULER).lines, 'line', style, RULER), RULER);
}

test('words know their line and their position in the box', () => {
  const { lines } = placeLines('one two\nsix', BOX, STYLE, RULER);
  const words = placeUnits(lines, 'word', STYLE, RULER).map(({ line, runs }) => [
    lines.indexOf(line),
    runs[0]?.text,
    runs[0]?.x,
  ]);
  expect(words).toEqual([
    [0, 'one ', 65],
    [0, 'two', 105],
    [1, 'six', 85],
  ]);
});
