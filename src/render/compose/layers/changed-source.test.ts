import { expect, it } from 'vitest';
import { toGamma, toLinear } from '../../grade/transfer.ts';
import type { PixelChange } from '../../scene/transitions/pixel-change.ts';
import { sceneAt } from '../../scene/scene.ts';
import { transitionLightAt } from '../../scene/transitions/transition-light.ts';
import { timelineOf, visualClip } from '../../scene/visual-clip.fixture.ts';
import { rasterize } from '../planes/raster.ts';
import { ChangedSource } from './changed-source.ts';
import { readImagePixels } from './image-pixels.ts';
import type { LayerImage } from './layer-image.ts';

const SIZE = { width: 64, height: 36 };
const AREA = { x: 0, y: 0, ...SIZE };

function imageOf(colour: readonly number[], fullColour: boolean): LayerImage {
  const data = Uint8Array.from({ length: 4 * SIZE.width * SIZE.height }, (_, at) => colour[at % 4] ?? 0);
  const image = rasterize({ data, ...SIZE }, 0, 0, { ...SIZE, fullColour });
  return { ...image, area: AREA, coversFrame: true };
}

async function changed(image: LayerImage, given: Partial<PixelChange>): Promise<LayerImage | undefined> {
  const change: PixelChange = {
    kind: 'lightLeak',
    way: 'right',
    along: 0.35,
    time: 0.35,
    amount: 0.2,
    seed: 0,
    role: 'yields',
    ...given,
  };
  const inner = { at: () => Promise.resolve(image), [Symbol.dispose]: () => undefined };
  const { fullColour = false } = image.planes;
  using source = new ChangedSource(inner, { ...SIZE, fullColour });
  const [layer] = sceneAt(timelineOf([visualClip()]), 0);
  return layer && (await source.at({ ...layer, change }));
}

function pixelsOf(image: LayerImage): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * SIZE.width * SIZE.height);
  readImagePixels(image, AREA, pixels);
  return pixels;
}

it.each([true, false])('reads the pixels of an image (full colour: %s)', (fullColour) => {
  const [red = 0, green = 0, blue = 0, alpha] = pixelsOf(imageOf([200, 90, 30, 255], fullColour));
  expect(Math.max(Math.abs(red - 200), Math.abs(green - 90), Math.abs(blue - 30))).toBeLessThan(3);
  expect(alpha).toBe(255);
});

it('adds light in linear light', async () => {
  const colour = [120, 60, 20, 255];
  const image = await changed(imageOf(colour, true), {});
  const pixels = pixelsOf(image ?? expect.unreachable());
  const change: PixelChange = {
    kind: 'lightLeak',
    way: 'right',
    along: 0.35,
    time: 0.35,
    amount: 0.2,
    seed: 0,
    role: 'yields',
  };
  for (const [x, y] of [
    [3, 4],
    [20, 18],
    [40, 30],
  ] as const) {
    const { red, green, blue } = transitionLightAt(change, (x + 0.5) / 64, (y + 0.5) / 36, 64 / 36);
    for (const [channel, light] of [red, green, blue].entries()) {
      const sum = toLinear((colour[channel] ?? 0) / 255) + light;
      const expected = 255 * Math.min(1, toGamma(sum));
      expect(Math.abs((pixels[4 * (64 * y + x) + channel] ?? 0) - expected)).toBeLessThan(3);
    }
  }
});

it('a clip that comes is seen where the light has passed', async () => {
  const image = await changed(imageOf([120, 60, 20, 255], false), { role: 'comes' });
  const { alpha } = image?.planes ?? {};
  expect([alpha?.data[64 * 18], alpha?.data[64 * 18 + 63]]).toEqual([255, 0]);
  expect(image?.coversFrame).toBe(false);
});

it.each(['horizontal', 'vertical'] as const)(
  'a %s glitch keeps a flat picture, apart from its bands',
  async (way) => {
    const given = { kind: 'glitch', way, along: 0.5, amount: 1 } as const;
    const flat = imageOf([200, 90, 30, 255], true);
    expect(pixelsOf((await changed(flat, given)) ?? expect.unreachable())).toEqual(pixelsOf(flat));
    const { alpha } = (await changed(flat, { ...given, role: 'goes' }))?.planes ?? {};
    expect(new Set(alpha?.data)).toEqual(new Set([0, 255]));
  },
);

it('turns a page: what lies stays as it is, and a pale back comes over it', async () => {
  const turned = async (along: number) =>
    (await changed(imageOf([40, 60, 80, 255], true), { kind: 'pageTurn', way: 'left', along })) ??
    expect.unreachable();
  expect(pixelsOf(await turned(0))).toEqual(pixelsOf(imageOf([40, 60, 80, 255], true)));
  const alphas = (image: LayerImage) => [...(image.planes.alpha?.data ?? [])];
  expect(Math.max(...alphas(await turned(1)))).toBe(0);
  const half = await turned(0.5);
  const reds = pixelsOf(half).filter((_, at) => at % 4 === 0);
  expect(Math.max(...reds)).toBeGreaterThan(190);
  // Its right side is gone, and its lower left corner still lies, in the shadow of the back.
  expect([alphas(half)[63], alphas(half)[64 * 35]]).toEqual([0, 255]);
  expect(pixelsOf(half)[4 * 64 * 35]).toBeGreaterThan(35);
});
