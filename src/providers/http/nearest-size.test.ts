import { expect, it } from 'vitest';
import { chooseNearest, fitSize } from './nearest-size.ts';

it.each([
  [1920, 1080, '16:9'],
  [1080, 1920, '9:16'],
  [1000, 1001, '1:1'],
  [5000, 100, '21:9'],
])('the aspect ratio that is nearest to %ix%i is %s', (width, height, ratio) => {
  expect(chooseNearest({ width, height }, ['1:1', '16:9', '9:16', '21:9'])).toBe(ratio);
});

it.each([
  [100, 100, '256x256'],
  [300, 200, '512x512'],
  [4000, 4000, '1024x1024'],
])('the size of the same shape that covers %ix%i is %s', (width, height, size) => {
  expect(chooseNearest({ width, height }, ['512x512', '256x256', '1024x1024'])).toBe(size);
});

it.each([
  ['fits', 1024, 576, 1024, 576],
  ['is too large', 4000, 4000, 992, 992],
  ['is too small', 100, 50, 512, 256],
  ['is too long', 8000, 100, 2048, 256],
])('a size that %s comes into the range', (_, width, height, across, down) => {
  const range = { step: 32, minSide: 256, maxSide: 2048, maxArea: 1_000_000 };
  expect(fitSize({ width, height }, range)).toEqual({ width: across, height: down });
});
