import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_FONTS } from '../fonts/font-library.ts';
import { applyFonts, selectFonts } from '../fonts/text-fonts.ts';
import { layOutUnits, type UnitKind } from './text-units.ts';

const SIZE = 32;
const NONE = { letter: 0, word: 0 };

/** Returns the opacities of a drawn line. */
function drawPixels(text: string, draw: (context: SKRSContext2D) => void): Uint8ClampedArray {
  const canvas = createCanvas(640, 60);
  const context = canvas.getContext('2d');
  applyFonts(context, selectFonts(text, BUILT_IN_FONTS.findFace('Open Sans')), SIZE);
  draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height).data.filter((_, index) => index % 4 === 3);
}

function drawWhole(text: string, rightToLeft: boolean): Uint8ClampedArray {
  return drawPixels(text, (context) => {
    context.direction = rightToLeft ? 'rtl' : 'ltr';
    context.textAlign = 'left';
    context.fillText(text, 20, 40);
  });
}

function drawByUnits(text: string, rightToLeft: boolean, kind: UnitKind): Uint8ClampedArray {
  return drawPixels(text, (context) => {
    const measure = (part: string): number => context.measureText(part).width;
    context.textAlign = 'left';
    for (const part of layOutUnits({ text, rightToLeft }, kind, measure, NONE).flatMap(({ runs }) => runs)) {
      context.direction = part.rightToLeft ? 'rtl' : 'ltr';
      context.fillText(part.text, 20 + part.x, 40);
    }
  });
}

/** Returns the share of the ink that differs between two pictures. */
function maxDifference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  const ink = one.reduce((sum, value) => sum + value, 0);
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / ink;
}

describe('a line drawn in units looks as if Skia draws it at once', () => {
  it.each<[string, string, boolean]>([
    ['Latin', 'Two Toys, fix AVATAR.', false],
    ['brackets after numbers in Hebrew', 'שלום עולם 123 abc (test)', true],
    ['brackets around English in Hebrew', 'שלום (abc) עולם', true],
    ['brackets around Hebrew in English', 'see (שלום) [עולם] now', false],
    ['brackets around both', 'א (b ג) ד', true],
    ['an isolate', 'to \u2067שלום!\u2069 12', false],
    ['an embedding', 'to \u202bשלום abc!\u202c 12', false],
    ['numbers in Arabic', 'مرحبا 12 و 34-56', true],
    ['an amount of money', 'שקל $5.20 ו 7%', true],
    ['emoji between', 'א 🎉 ב 👨‍👩‍👧 c', true],
    ['vowel signs', 'שָׁלוֹם e\u0301a', true],
  ])('%s', (_, text, rightToLeft) => {
    const whole = drawWhole(text, rightToLeft);
    // Antialiased edges may differ slightly.
    for (const kind of ['word', 'character'] as const)
      expect(maxDifference(whole, drawByUnits(text, rightToLeft, kind))).toBeLessThan(0.05);
  });
});
