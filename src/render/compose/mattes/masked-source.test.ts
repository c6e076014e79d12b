import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FrameIndex, toRate } from '../../../base/time.ts';
import type { LumaPicture, Matte, VisualClip } from '../../resolve/timeline.ts';
import { largestUncroppedSizeOf } from '../../scene/clip-motion.ts';
import { type Layer, sceneAt } from '../../scene/scene.ts';
import { visualClip, stillVisual, timelineOf } from '../../scene/visual-clip.fixture.ts';
import { writePng } from '../../stills/still.ts';
import type { LayerImage } from '../layers/layer-image.ts';
import { MaskedSource } from './masked-source.ts';
import { splitColours } from '../planes/colour-planes.ts';
import { createFlatPlanes } from '../planes/planes.fixture.ts';

/** The size of the fixture's timeline, and of its clips. */
const OUTPUT = { width: 800, height: 600 };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-mattes-'));
  for (const [name, brightness] of [
    ['black', 0],
    ['grey', 51],
    ['half', 128],
    ['white', 255],
  ] as const) {
    const data = new Uint8Array(4 * 4 * 4).map((_, index) => (index % 4 === 3 ? 255 : brightness));
    await writePng({ width: 4, height: 4, data }, join(folder, `${name}.png`));
  }
  await writeFile(join(folder, 'broken.png'), 'not a picture');
});

afterAll(() => rm(folder, { recursive: true }));

function matte(name: string, from = 0, to = 25): Matte {
  const media = { kind: 'still', path: join(folder, `${name}.png`), width: 4, height: 4 } as const;
  // The casts are safe: whole numbers of frames, as from the resolver.
  const span = { from: from as FrameIndex, to: to as FrameIndex };
  return { ...span, field: 'matte', visual: { kind: 'still', media }, isInverted: false };
}

function layerAt(clip: VisualClip, frame = 0): Layer {
  const [layer] = sceneAt(timelineOf([clip]), frame);
  if (!layer) throw new Error('The clip is not visible.');
  return layer;
}

/** Creates the source of a white clip with mattes. Counts the calls of the inner source. */
function masked(mattes: readonly Matte[], image: Partial<LayerImage> = {}) {
  const clip = visualClip({ visual: stillVisual(800, 600), mattes });
  const area = { x: 0, y: 0, ...OUTPUT };
  const whole: LayerImage = {
    planes: createFlatPlanes(800, 600, [235, 128, 128]),
    x: 0,
    y: 0,
    area,
    coversFrame: true,
    ...image,
  };
  const calls = { count: 0 };
  const source = new MaskedSource(
    {
      at: () => {
        calls.count += 1;
        return Promise.resolve(whole);
      },
      [Symbol.dispose]: () => undefined,
    },
    largestUncroppedSizeOf(clip, OUTPUT),
    { ...OUTPUT, rate: toRate(25) },
  );
  return { clip, whole, calls, at: (frame: number) => source.at(layerAt(clip, frame)) };
}

it('passes an image through in frames without a matte, and with a white one', async () => {
  const { at, whole } = masked([matte('half', 10, 20), matte('white', 0, 5)]);
  expect([await at(0), await at(7), await at(20)]).toEqual([whole, whole, whole]);
  expect((await at(10))?.coversFrame).toBe(false);
});

it('does not read a source that a black matte hides', async () => {
  const { at, calls } = masked([matte('black', 0, 10)]);
  expect([await at(0), await at(9), calls.count]).toEqual([undefined, undefined, 0]);
  await at(10);
  expect(calls.count).toBe(1);
});

it('returns the same image as long as nothing changes', async () => {
  const { at } = masked([matte('half'), matte('grey', 2)]);
  const images = [await at(0), await at(1), await at(2), await at(3)];
  expect(images[1]).toBe(images[0]);
  expect(images[2]).not.toBe(images[1]);
  expect(images[3]).toBe(images[2]);
});

it('multiplies the alpha of the image without overwriting it', async () => {
  const alpha = { data: new Uint8Array(800 * 600).fill(204), stride: 800 };
  const chromaAlpha = { data: new Uint8Array(400 * 300).fill(204), stride: 400 };
  const { at, whole } = masked([matte('half')], {
    planes: { ...createFlatPlanes(800, 600, [235, 90, 90]), alpha, chromaAlpha },
  });
  const found = await at(0);
  // 204/255 * 128/255 of 255 = 102.4.
  expect([found?.planes.alpha?.data[5000], found?.planes.chromaAlpha?.data[5000]]).toEqual([102, 102]);
  expect([alpha.data[5000], chromaAlpha.data[5000], whole.planes.u.data[5000]]).toEqual([204, 204, 90]);
  expect(found?.planes.u.data[5000]).toBe(90);
});

it('masks only the painted part of an image', async () => {
  const { at } = masked([matte('half')], { x: -2, y: 100, area: { x: 5, y: 101, width: 20, height: 8 } });
  const found = await at(0);
  expect(found).toMatchObject({ x: 4, y: 100, planes: { width: 22, height: 10 } });
  expect(found?.planes.y.stride).toBe(800);
});

it('masks an image in full colour at an odd place, and only its painted part', async () => {
  const data = Uint8Array.from({ length: 4 * 25 * 9 }, (_, index) => (index % 4 === 3 ? 204 : index % 251));
  const planes = splitColours({ data, width: 25, height: 9 });
  const { at } = masked([matte('half')], {
    planes,
    x: -3,
    y: 101,
    area: { x: 5, y: 101, width: 17, height: 7 },
  });
  const found = (await at(0))!;
  expect(found).toMatchObject({ x: 5, y: 101, planes: { width: 17, height: 7, fullColour: true } });
  expect([found.planes.y.data[0], found.planes.u.data[0], found.planes.v.data[0]]).toEqual([33, 34, 32]);
  // 204/255 * 128/255 of 255 = 102.4.
  expect([...found.planes.alpha!.data.subarray(0, 17 * 7)]).toEqual(new Array(17 * 7).fill(102));
  expect(found.planes.chromaAlpha).toEqual(found.planes.alpha);
});

it('reports the field of a matte that cannot be read', async () => {
  const { at } = masked([matte('broken')]);
  await expect(at(0)).rejects.toMatchObject({ name: 'UnreadableSource', field: 'matte' });
});

/** Returns the alphas of a row of a clip halfway through a wipe by the brightness of a picture. */
async function wiped(picture: LumaPicture, softness: number, out = false): Promise<number[]> {
  const step = {
    kind: 'luma',
    directions: [],
    luma: picture,
    softness,
    easing: 'linear',
    seconds: 1,
  } as const;
  const clip = visualClip({
    visual: stillVisual(800, 600),
    transition: out ? { out: step } : { in: step },
  });
  const planes = createFlatPlanes(800, 600, [235, 128, 128]);
  const image = { planes, x: 0, y: 0, area: { x: 0, y: 0, ...OUTPUT }, coversFrame: true };
  using source = new MaskedSource(
    { at: () => Promise.resolve(image), [Symbol.dispose]: () => undefined },
    OUTPUT,
    { ...OUTPUT, rate: toRate(25) },
  );
  const [layer] = sceneAt(timelineOf([clip]), 10);
  const masked = layer && (await source.at(layer));
  return [1, 240, 559, 798].map((x) => masked?.planes.alpha?.data[300 * 800 + x] ?? -1);
}

it('wipes a clip in the order of the brightness of a picture', async () => {
  const diagonal = { pattern: 'diagonal', isInverted: false } as const;
  // At 40 %, all levels up to 0.4 have changed: at half the height, the left 30 % of the row.
  expect(await wiped(diagonal, 0)).toEqual([255, 84, 0, 0]);
  expect(await wiped({ ...diagonal, isInverted: true }, 0)).toEqual([0, 0, 105, 255]);
  expect(await wiped(diagonal, 0, true)).toEqual([0, 171, 255, 255]);
  expect(await wiped(diagonal, 0.5)).toEqual([178, 102, 0, 0]);
});

it('wipes a clip by a file', async () => {
  const media = { kind: 'still', path: join(folder, 'grey.png'), width: 4, height: 4 } as const;
  expect(await wiped({ media, isInverted: false }, 0)).toEqual([255, 255, 255, 255]);
  expect(await wiped({ media, isInverted: true }, 0)).toEqual([0, 0, 0, 0]);
  const broken = { media: { ...media, path: join(folder, 'broken.png') }, isInverted: false };
  await expect(wiped(broken, 0)).rejects.toThrow('clip.transition');
});
