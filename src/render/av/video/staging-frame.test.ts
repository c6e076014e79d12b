import { expect, it } from 'vitest';
import { StagingFrame } from './staging-frame.ts';
import { createVideoFrame, type Plane, planesOf } from './video-frame.ts';

const middles = (views: readonly Plane[]): unknown[] =>
  views.map(({ data, stride }) => data[17 * stride + 31]);

it('reuses its views for frames of one size, with the planes of each frame', () => {
  using staging = new StagingFrame();
  const loaded = [40, 200].map((value) => {
    using frame = createVideoFrame(64, 36);
    const { y, u, v } = planesOf(frame);
    y.data.fill(value);
    u.data.fill(value + 1);
    v.data.fill(value + 2);
    const views = staging.load(frame);
    expect(middles(views.views)).toEqual([value, value + 1, value + 2]);
    return views;
  });
  expect(loaded[0]).toBe(loaded[1]);
});

it('makes new views for a frame of another size', () => {
  using staging = new StagingFrame();
  using small = createVideoFrame(64, 36);
  using large = createVideoFrame(128, 72);
  expect(staging.load(small)).toMatchObject({ width: 64, height: 36 });
  const { width, height, views } = staging.load(large);
  expect([width, height, views.length]).toEqual([128, 72, 3]);
});
