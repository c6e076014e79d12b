import { expect, it } from 'vitest';
import type { CaptionAsset } from '../../../edit/index.ts';
import { BUILT_IN } from '../../fonts/fonts.ts';
import { type Block, captionBlock } from './block.ts';
import { captionFace, captionStyle } from './style.ts';

const FRAME = { width: 640, height: 360 };
const LONG =
  'This one is long and says a great deal about what happens, so that it has to be broken into lines.';

function block(text: string, given: Partial<CaptionAsset> = {}): Block {
  const asset: CaptionAsset = { type: 'caption', src: 'a.srt', ...given };
  return captionBlock(text, captionStyle(asset), captionFace(asset, BUILT_IN), FRAME);
}
const textsOf = ({ lines }: Block): string[] => lines.map(({ text }) => text);

it('breaks into as few lines as fit between the margins, all about as long', () => {
  const { lines } = block(LONG);
  const widths = lines.map(({ width }) => width);
  expect(lines).toHaveLength(3);
  expect(Math.max(...widths)).toBeLessThanOrEqual(640 * 0.9);
  expect(Math.min(...widths)).toBeGreaterThan(0.75 * Math.max(...widths));
});

it('keeps the line ends of the file', () => {
  expect(textsOf(block('one\ntwo'))).toEqual(['one', 'two']);
});

it('breaks scripts without spaces, and words that are too wide', () => {
  const han = block('我喜欢在东京吃寿司因为那里的鱼非常新鲜而且每个人都很友好');
  expect(textsOf(han).map(({ length }) => length)).toEqual([14, 14]);
  expect(block('W'.repeat(60)).lines.length).toBeGreaterThan(2);
});

it('is in smaller letters where it would be higher than the frame, the largest that fit', () => {
  const { size, area, isCut } = block(LONG, { font: { size: 120 } });
  expect(isCut).toBe(false);
  expect(size).toBeLessThan(120);
  expect(area.height).toBeLessThanOrEqual(360 * 0.92);
  expect(block(LONG, { font: { size: size + 1 } }).size).toBe(size);
  expect(block('line\n'.repeat(60)).isCut).toBe(true);
});

it('has one box behind each line, of the same width where lines are nearly as long', () => {
  const { boxes } = block('A first line\nA second line\nno', {
    background: { color: '#000000', padding: 10 },
  });
  const [first, second, third] = boxes;
  expect(first?.width).toBe(second?.width);
  expect(third?.width).toBeLessThan(first?.width ?? 0);
  // 32 pixels at 1.2 and twice the padding.
  expect(first?.height).toBeCloseTo(58.4);
});
