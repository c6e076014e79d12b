import { expect, it } from 'vitest';
import { StagingFrame } from './staging-frame.ts';
import { createVideoFrame, type Plane, planesOf } from './video-frame.ts';

const middles = (views: readonly Plane[]): unknown[] =>
  views.map(({ data, stride }) => data[17 * stride + 31]);

it('pictures land one after the other in the same place, each with all its planes', () => {
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

it('a picture of another size gets a place of its own', () => {
  using staging = new StagingFrame();
  using small = createVideoFrame(64, 36);
  using large = createVideoFrame(128, 72);
  expect(staging.load(small)).toMatchObject({ width: 64, height: 36 });
  const { width, height, views } = staging.load(large);
  expect([width, height, views.length]).toEqual([128, 72, 3]);
});
