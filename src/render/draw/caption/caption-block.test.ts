import { expect, it } from 'vitest';
import type { CaptionAsset } from '../../../edit/index.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import { type CaptionBlock, layOutCaption, MIN_CAPTION_SIZE } from './caption-block.ts';
import { captionStyleOf, findCaptionFace } from './style.ts';

const FRAME = { width: 640, height: 360 };
const LONG =
  'This one is long and says a great deal about what happens, so that it has to be broken into lines.';

function layOut(text: string, given: Partial<CaptionAsset> = {}): CaptionBlock {
  const asset: CaptionAsset = { type: 'caption', src: 'a.srt', ...given };
  return layOutCaption({ text }, captionStyleOf(asset), findCaptionFace(asset, BUILT_IN_FONTS), FRAME);
}
const textsOf = ({ lines }: CaptionBlock): string[] => lines.map(({ text }) => text);

it('breaks into as few lines as fit between the margins, all of about equal length', () => {
  const { lines } = layOut(LONG);
  const widths = lines.map(({ width }) => width);
  expect(lines).toHaveLength(3);
  expect(Math.max(...widths)).toBeLessThanOrEqual(640 * 0.9);
  expect(Math.min(...widths)).toBeGreaterThan(0.75 * Math.max(...widths));
});

it('keeps the line breaks of the file', () => {
  expect(textsOf(layOut('one\ntwo'))).toEqual(['one', 'two']);
});

it('breaks scripts without spaces, and words that are too wide', () => {
  const han = layOut('我喜欢在东京吃寿司因为那里的鱼非常新鲜而且每个人都很友好');
  expect(textsOf(han).map(({ length }) => length)).toEqual([14, 14]);
  expect(layOut('W'.repeat(60)).lines.length).toBeGreaterThan(2);
});

it.each([
  ['a long word', 'Incomprehensibilities x y', { font: { size: 52 } }],
  ['Korean', '오늘은 날씨가 정말 좋아서 우리는 공원에서 산책했습니다', {}],
])('keeps words whole while it evens its lines: %s', (_, text, given) => {
  const lines = textsOf(layOut(text, given));
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join(' ')).toBe(text);
});

it('shrinks to the largest font size that fits if it would be taller than the frame', () => {
  const { size, area } = layOut(LONG, { font: { size: 120 } });
  expect(size).toBeLessThan(120);
  expect(area.height).toBeLessThanOrEqual(360 * 0.92);
  expect(layOut(LONG, { font: { size: size + 1 } }).size).toBe(size);
  const tall = layOut('line\n'.repeat(60));
  expect(tall.size).toBe(MIN_CAPTION_SIZE);
  expect(tall.area.height).toBeGreaterThan(360 * 0.92);
});

it('has a box behind each line, with equal widths for lines of nearly equal length', () => {
  const { boxes } = layOut('A first line\nA second line\nno', {
    background: { color: '#000000', padding: 10 },
  });
  const [first, second, third] = boxes;
  expect(first?.width).toBe(second?.width);
  expect(third?.width).toBeLessThan(first?.width ?? 0);
  // 32 pixels times 1.2, plus twice the padding.
  expect(first?.height).toBeCloseTo(58.4);
});

it('stays in a column that is narrower than its padding', () => {
  const asset: CaptionAsset = {
    type: 'caption',
    src: 'a.srt',
    background: { color: '#000000', padding: 40 },
  };
  const place = { align: 0, column: { left: 0.4, right: 0.45 } };
  const face = findCaptionFace(asset, BUILT_IN_FONTS);
  const centred = layOutCaption(
    { text: 'i', place: { ...place, align: 0.5 } },
    captionStyleOf(asset),
    face,
    FRAME,
  );
  const { x } = layOutCaption({ text: 'i', place }, captionStyleOf(asset), face, FRAME);
  expect(x).toBe(centred.x);
});
