import { describe, expect, it } from 'vitest';
import { VIDEO_ASPECT_RATIOS } from '../../create/model.ts';
import { videoSizeOf } from './video-size.ts';

describe('the size of a video', () => {
  it.each([
    [1024, 576, 1024, 576],
    [576, 1024, 576, 1024],
    [768, 768, 768, 768],
    [1001, 667, 1000, 666],
    [6000, 4000, 1920, 1280],
    [3840, 2160, 1920, 1080],
    [80, 60, 256, 192],
    [1, 1, 256, 256],
    [1, 5000, 16, 1920],
  ])('of an image of %ix%i is %ix%i', (width, height, videoWidth, videoHeight) => {
    expect(videoSizeOf({ width, height }, undefined)).toEqual({ width: videoWidth, height: videoHeight });
  });

  it.each(VIDEO_ASPECT_RATIOS)('with the aspect ratio %s is cut out of the image', (aspectRatio) => {
    const [across = 0, down = 0] = aspectRatio.split(':').map(Number);
    for (const image of [
      { width: 1600, height: 900 },
      { width: 700, height: 1501 },
    ]) {
      const { width, height } = videoSizeOf(image, aspectRatio);
      expect([width % 2, height % 2]).toEqual([0, 0]);
      expect(width).toBeLessThanOrEqual(image.width);
      expect(height).toBeLessThanOrEqual(image.height);
      expect(Math.max(width / image.width, height / image.height)).toBeGreaterThan(0.995);
      expect(Math.abs((width * down) / (height * across) - 1)).toBeLessThan(0.01);
    }
  });
});
