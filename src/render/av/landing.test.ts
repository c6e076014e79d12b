import { expect, it } from 'vitest';
import { Landing } from './landing.ts';
import { blankPicture, type Plane, planesOf } from './picture.ts';

const middles = (views: readonly Plane[]): unknown[] =>
  views.map(({ data, stride }) => data[17 * stride + 31]);

it('pictures land one after the other in the same place, each with all its planes', () => {
  using landing = new Landing();
  const seen = [40, 200].map((light) => {
    using picture = blankPicture(64, 36);
    const { y, u, v } = planesOf(picture);
    y.data.fill(light);
    u.data.fill(light + 1);
    v.data.fill(light + 2);
    const views = landing.take(picture);
    expect(middles(views.views)).toEqual([light, light + 1, light + 2]);
    return views;
  });
  expect(seen[0]).toBe(seen[1]);
});

it('a picture of another size gets a place of its own', () => {
  using landing = new Landing();
  using small = blankPicture(64, 36);
  using large = blankPicture(128, 72);
  expect(landing.take(small)).toMatchObject({ width: 64, height: 36 });
  const { width, height, views } = landing.take(large);
  expect([width, height, views.length]).toEqual([128, 72, 3]);
});
