import { expect, it, test } from 'vitest';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import { selectFonts } from '../../fonts/text-fonts.ts';
import { DIFFICULT_TEXTS } from '../rich-text/moving-ink.fixture.ts';
import { drawInk, type DrawnInk } from './drawn-ink.fixture.ts';
import { createInkRuler } from './ink-ruler.ts';

const SIZE = 64;
const PLAIN_TEXTS = ['H', 'x', '.', 'fjord', 'Hgjpqy'];
const FACES = [
  BUILT_IN_FONTS.findFace('Montserrat'),
  BUILT_IN_FONTS.findFace('Permanent Marker', undefined, true),
  BUILT_IN_FONTS.findFace('Sue Ellen Francisco'),
];
const SIDES = ['left', 'right', 'ascent', 'descent'] as const;

/** Returns how far each side of measured ink is outside of drawn ink, in pixels. */
function excessOf(measured: DrawnInk | undefined, drawn: DrawnInk | undefined): number[] {
  if (!measured || !drawn) throw new Error('There is no ink.');
  return SIDES.map((side) => (side === 'left' ? -1 : 1) * (measured[side] - drawn[side]));
}

it.each(FACES)('contains all ink, with little room: $family', (face) => {
  for (const text of [...DIFFICULT_TEXTS, ...PLAIN_TEXTS]) {
    const textFonts = selectFonts(text, face);
    const rightToLeft = /\p{Script=Arabic}/u.test(text);
    const measured = createInkRuler(textFonts, SIZE).textInk(text, rightToLeft);
    for (const excess of excessOf(measured, drawInk(text, textFonts, SIZE, rightToLeft))) {
      // A pixel for antialiasing, and a pixel of the sample.
      expect.soft(excess, text).toBeGreaterThanOrEqual(-1);
      expect.soft(excess, text).toBeLessThanOrEqual(1 + SIZE / 32);
    }
  }
});

test('many stacked marks are measured to their end', () => {
  const text = `Z${'\u0301\u0300\u0302'.repeat(6)}`;
  const textFonts = selectFonts(text, BUILT_IN_FONTS.findFace('Montserrat'));
  const drawn = drawInk(text, textFonts, 24);
  expect(drawn?.ascent).toBeGreaterThan(3 * 24);
  const measured = createInkRuler(textFonts, 24).textInk(text, false);
  for (const excess of excessOf(measured, drawn)) expect(excess).toBeGreaterThanOrEqual(-1);
});

test('spaces have no ink', () => {
  const ruler = createInkRuler(selectFonts('a b', BUILT_IN_FONTS.findFace('Montserrat')), SIZE);
  expect(ruler.textInk(' ', false)).toBeUndefined();
  expect(ruler.textInk('', false)).toBeUndefined();
  expect(ruler.lineInk({ text: ' \u200b ', rightToLeft: false })).toBeUndefined();
});

test('the ink of a line of ordinary letters is exact', () => {
  const textFonts = selectFonts('HE xz', BUILT_IN_FONTS.findFace('Montserrat'));
  const drawn = drawInk('HE xz', textFonts, 200);
  const ink = createInkRuler(textFonts, 200).lineInk({ text: 'HE xz', rightToLeft: false });
  expect(Math.abs((ink?.ascent ?? 0) - (drawn?.ascent ?? 0))).toBeLessThanOrEqual(1);
  expect(Math.abs((ink?.descent ?? 9) - (drawn?.descent ?? 0))).toBeLessThanOrEqual(1);
  expect(ink?.overhang).toEqual({ left: 0, right: 0 });
});

test('letters that reach beyond the ends of a line count', () => {
  const textFonts = selectFonts('just of', BUILT_IN_FONTS.findFace('Montserrat'));
  const ruler = createInkRuler(textFonts, 200);
  const overhangOf = (text: string) => ruler.lineInk({ text, rightToLeft: false })?.overhang;
  expect(overhangOf('just of')?.left).toBeGreaterThan(1);
  expect(overhangOf('just of')?.right).toBeGreaterThan(5);
  // Inside of the line, the "f" reaches into the room of the next word.
  expect(overhangOf('of just')?.right).toBeLessThan(1);
});
