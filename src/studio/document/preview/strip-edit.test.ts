import { expect, it } from 'vitest';
import { countPictures, createStripEdit, hasStrip } from './strip-edit.ts';

const video = {
  asset: { type: 'video', src: 'https://media.example/a.mp4', trim: 3, volume: 0.5 },
  effect: 'zoomIn',
};

it('shows a file alone, with its merge fields, from where the clip plays it', () => {
  const merge = [{ find: 'A', replace: 'b' }];
  expect(createStripEdit({ merge, timeline: {} }, video, 4)).toEqual({
    timeline: {
      tracks: [
        {
          clips: [
            {
              asset: { type: 'video', src: 'https://media.example/a.mp4', trim: 3 },
              start: 0,
              length: 4,
              fit: 'crop',
            },
          ],
        },
      ],
    },
    merge,
    output: { format: 'mp4', size: { width: 128, height: 72 } },
  });
});

it.each([
  [video, 1, 1],
  [video, 7, 4],
  [video, 600, 8],
  [{ asset: { type: 'image', src: 'https://media.example/a.png' } }, 9, 1],
])('has a picture for every two seconds of a video', (clip, length, count) => {
  expect([hasStrip(clip), countPictures(clip, length)]).toEqual([true, count]);
});

it.each([{ asset: { type: 'text', text: 'a' } }, { asset: { type: 'video' } }, {}])(
  'is not made of %j',
  (clip) => {
    expect(hasStrip(clip)).toBe(false);
  },
);
