import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { renderFrame } from '../media/render-frame.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
const SIZE = { width: 160, height: 90 };

beforeAll(async () => {
  media = await createMediaFolder();
  const gradient = Buffer.from(
    Array.from({ length: 160 * 90 * 4 }, (_, at) => {
      const [x, y] = [(at >> 2) % 160, Math.floor((at >> 2) / 160)];
      return [x + 60, y * 2 + 40, 200 - x, 255][at % 4] ?? 0;
    }),
  );
  const raw = { raw: { ...SIZE, channels: 4 } } as const;
  await sharp(gradient, raw).png().toFile(media.path('opaque.png'));
  const clear = Buffer.from(gradient.map((value, at) => (at % 4 === 3 ? ((at >> 2) % 160) + 40 : value)));
  await sharp(clear, raw).png().toFile(media.path('clear.png'));
  await makeClip(media.path('film.mp4'), {
    ...SIZE,
    clock: 25,
    ticks: Array.from({ length: 50 }, (_, index) => index),
    keyframeEvery: 25,
    paint: (planes) => paintNumber(planes, 5),
  });
});

afterAll(() => media[Symbol.asyncDispose]());

/** Renders a moment of two clips with an overlap of a second, which is from second 1 to 2. */
async function pixelsAt(second: number, one: object, other: object, more: object = {}): Promise<Buffer> {
  const fades = { in: 'fade', out: 'fade' };
  const clips = [
    { asset: one, start: 0, length: 2, transition: { out: fades.out }, ...more },
    { asset: other, start: 'auto', overlap: 1, length: 2, transition: { in: fades.in }, ...more },
  ];
  const timeline = { background: '#204060', tracks: [{ clips }] };
  const { pixels } = await renderFrame({ timeline, output: { format: 'mp4', size: SIZE, fps: 25 } }, second);
  return pixels;
}

function largestDifference(one: Buffer, other: Buffer): number {
  return one.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (other[at] ?? NaN))), 0);
}

describe('two equal clips dissolve without a dip', () => {
  const image = (name: string) => ({ type: 'image', src: media.path(name) });
  it.each<[string, () => object, object, number]>([
    ['opaque pictures', () => image('opaque.png'), {}, 0],
    ['videos', () => ({ type: 'video', src: media.path('film.mp4'), speed: 0 }), {}, 0],
    ['smaller pictures', () => image('opaque.png'), { scale: 0.5, offset: { x: 0.2 } }, 1],
    ['rotated pictures', () => image('opaque.png'), { transform: { rotate: { angle: 30 } } }, 2],
    ['half transparent pictures', () => image('clear.png'), {}, 2],
    ['texts', () => ({ type: 'text', text: 'Words', font: { size: 40 } }), {}, 2],
    ['pictures of half opacity', () => image('opaque.png'), { opacity: 0.5 }, 2],
  ])('%s', async (_, asset, more, most) => {
    const still = await pixelsAt(0.5, asset(), asset(), more);
    for (const second of [1, 1.24, 1.48, 1.8, 1.96, 2.2])
      expect(
        largestDifference(await pixelsAt(second, asset(), asset(), more), still),
        `${second}`,
      ).toBeLessThanOrEqual(most);
  });

  it('as shares of both where they differ, and of the background where only one is', async () => {
    const box = (colour: string, width: number) => ({
      type: 'shape',
      shape: 'rectangle',
      width,
      height: 90,
      rectangle: { width, height: 90 },
      fill: { color: colour },
    });
    const at = async (second: number) => {
      const pixels = await pixelsAt(second, box('#ff0000', 80), box('#00ff00', 40));
      return [80, 45].map((x) => [...pixels.subarray((45 * 160 + x) * 3, (45 * 160 + x) * 3 + 3)]);
    };
    expect(await at(0.5)).toEqual([
      [255, 0, 0],
      [255, 0, 0],
    ]);
    // Half of each at the middle of the overlap, frame 37 or 38 of 25 to 50.
    const [both, one] = await at(1.48);
    for (const [found, expected] of [
      [both, [132, 123, 0]],
      [one, [149, 31, 46]],
    ] as const)
      for (const [channel, value] of expected.entries())
        expect(Math.abs((found?.[channel] ?? NaN) - value), JSON.stringify([both, one])).toBeLessThanOrEqual(
          9,
        );
  });
});
