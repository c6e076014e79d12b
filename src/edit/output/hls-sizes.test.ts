import { expect, it } from 'vitest';
import type { Output } from '../schema/output.ts';
import { listHlsSizes } from './hls-sizes.ts';

it.each<[Partial<Output>, string]>([
  [{ resolution: '4k' }, '3840x2160 1920x1080 1280x720 640x360'],
  [{ resolution: '1080' }, '1920x1080 1280x720 640x360'],
  [{ resolution: 'hd' }, '1280x720 640x360'],
  [{ resolution: 'sd' }, '1024x576 640x360'],
  [{ resolution: 'mobile' }, '640x360'],
  [{ resolution: 'hd', aspectRatio: '9:16' }, '720x1280 360x640'],
  [{ resolution: '1080', scaleTo: 'hd' }, '1280x720 640x360'],
  [{ resolution: 'mobile', scaleTo: 'hd' }, '1280x720 640x360'],
  [{ size: { width: 1000, height: 400 } }, '1000x400 640x256'],
  [{ size: { width: 4, height: 4 } }, '4x4'],
])('an HLS of %j has the sizes %s', (output, sizes) => {
  const listed = listHlsSizes({ format: 'hls', ...output });
  expect(listed.map(({ width, height }) => `${width}x${height}`).join(' ')).toBe(sizes);
});
