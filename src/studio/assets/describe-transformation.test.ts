import { expect, it } from 'vitest';
import { describeTransformation } from './describe-transformation.ts';

it('says how a rendition differs from its source', () => {
  expect(describeTransformation({ format: 'mp4', size: { height: 360 }, quality: 70 })).toBe(
    'mp4, 360 px high, quality 70',
  );
  expect(describeTransformation({ size: { width: 640, height: 360 }, fps: 25 })).toBe('640 × 360, 25 fps');
  expect(
    describeTransformation({ enhance: { audio: { provider: 'dolby', options: { preset: 'voice_over' } } } }),
  ).toBe('sound for voice over');
  expect(describeTransformation({})).toBe('A copy');
});
