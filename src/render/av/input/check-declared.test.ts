import { expect, test } from 'vitest';
import type { Stream } from '../ffmpeg.ts';
import { checkDeclaredVideo } from './check-declared.ts';

function videoOf(width: number, height: number, rate: number): Stream {
  // Nothing else is read.
  return { codecpar: { width, height }, avgFrameRate: { num: rate, den: 1 } } as unknown as Stream;
}

test('a video with too many pixels is rejected before it is decoded', () => {
  expect(() => checkDeclaredVideo(videoOf(16_384, 8704, 25), 60)).not.toThrow();
  expect(() => checkDeclaredVideo(videoOf(65_535, 65_535, 25))).toThrow(
    'is 65535x65535, but a video may have up to 16384x8704 pixels',
  );
});

test('a video with a million frames per second is rejected, unless it has only a few frames', () => {
  expect(() => checkDeclaredVideo(videoOf(64, 64, 1000), 3600)).not.toThrow();
  expect(() => checkDeclaredVideo(videoOf(64, 64, 90_000), 1 / 90_000)).not.toThrow();
  expect(() => checkDeclaredVideo(videoOf(64, 64, 1_000_000), 1)).toThrow(
    'has 1000000 frames per second, but a video may have up to 1000',
  );
});
