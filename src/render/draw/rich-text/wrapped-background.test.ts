import { createCanvas } from '@napi-rs/canvas';
import { expect, it, test } from 'vitest';
import type { WholeRichText } from '../../resolve/timeline.ts';
import { createDrawingSettings } from '../drawing-settings.fixture.ts';
import { DIFFICULT_TEXTS } from './moving-ink.fixture.ts';
import { createRichTextDrawing } from './rich-text-drawing.ts';

const BOX = { width: 900, height: 300 };
const MARGIN = 100;
const FONT = { family: 'Permanent Marker', size: 80 };
const WRAP = { color: '#0000ff', wrap: true };

/** The edges of drawn ink in pixels of the canvas. The ends are exclusive. */
type Edges = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/** Draws a rich text and returns the edges of everything that is visible. */
function edgesOf(given: Partial<WholeRichText>): Edges {
  const [width, height] = [BOX.width + 2 * MARGIN, BOX.height + 2 * MARGIN];
  const context = createCanvas(width, height).getContext('2d');
  context.translate(MARGIN, MARGIN);
  const asset = { type: 'rich-text', text: '', font: FONT, ...given } as const;
  createRichTextDrawing(asset, createDrawingSettings(BOX)).draw(context, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const visible = Array.from({ length: width * height }, (_, pixel) => pixel).filter(
    (pixel) => (data[4 * pixel + 3] ?? 0) > 12,
  );
  const columns = visible.map((pixel) => pixel % width);
  const minOf = (numbers: readonly number[]): number =>
    numbers.reduce((min, number) => Math.min(min, number), Infinity);
  const maxOf = (numbers: readonly number[]): number => -minOf(numbers.map((number) => -number));
  return {
    left: minOf(columns),
    right: maxOf(columns) + 1,
    top: Math.floor((visible[0] ?? 0) / width),
    bottom: Math.floor((visible.at(-1) ?? 0) / width) + 1,
  };
}

/** Returns the edges of the background of a text, without its letters. */
function backgroundOf(text: string, font: WholeRichText['font'] = FONT): Edges {
  return edgesOf({ text, font: { ...font, opacity: 0 }, background: WRAP });
}

it.each(DIFFICULT_TEXTS)('a background that wraps a text contains all of its ink: %s', (text) => {
  const [letters, background] = [edgesOf({ text }), backgroundOf(text)];
  expect(background.left).toBeLessThanOrEqual(letters.left);
  expect(background.right).toBeGreaterThanOrEqual(letters.right);
  expect(background.top).toBeLessThanOrEqual(letters.top);
  expect(background.bottom).toBeGreaterThanOrEqual(letters.bottom);
  // It is not much higher: a pixel of the sample that is measured, and one for antialiasing.
  expect(letters.top - background.top).toBeLessThanOrEqual(1 + FONT.size / 32);
  expect(background.bottom - letters.bottom).toBeLessThanOrEqual(1 + FONT.size / 32);
});

test('a background that wraps letters of one font ends where they end', () => {
  const font = { family: 'Montserrat', size: 80 };
  for (const text of ['HHH', 'Hgjpqy', 'Ångström']) {
    const [letters, background] = [edgesOf({ text, font }), backgroundOf(text, font)];
    expect(Math.abs(letters.top - background.top)).toBeLessThanOrEqual(1);
    expect(Math.abs(background.bottom - letters.bottom)).toBeLessThanOrEqual(1);
  }
});
