import { readFile, stat, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillRect, makeAlphaClip, makeClip, setDisplayMatrix } from '../../../../test/media/clips.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { failureOf } from '../../../base/failure-of.fixture.ts';
import type { RenditionTransformation } from '../../../ingest/model.ts';
import { makeFile } from '../make-file.fixture.ts';
import type { RenditionFile } from '../rendition.ts';

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
const file = (name: string): string => folder.path(name);

beforeAll(async () => {
  folder = await createMediaFolder();
  // A photograph with noise, so that the quality matters. It is stored sideways.
  const noise = Buffer.from(
    Array.from({ length: 60 * 40 * 3 }, (_, index) => (index * 7919 + (index >> 4)) & 255),
  );
  const photo = sharp(noise, { raw: { width: 60, height: 40, channels: 3 } }).blur(2);
  await photo.clone().withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toFile(file('photo.jpg'));
  const { data, info } = await photo.raw().toBuffer({ resolveWithObject: true });
  await sharp(data, { raw: { ...info, channels: 3 } })
    .png()
    .toFile(file('photo.png'));
  await makeAlphaClip(file('alpha.mkv'), { width: 96, height: 48 }, 2);
  await makeClip(file('halves.mp4'), {
    width: 96,
    height: 48,
    clock: 25,
    ticks: [0, 1, 2],
    // The first frame is red on the left and blue on the right. The others are grey.
    paint: (planes, index) => {
      fillRect(planes, [0, 0, 96, 48], [128, 128, 128]);
      if (index > 0) return;
      fillRect(planes, [0, 0, 48, 48], [63, 102, 240]);
      fillRect(planes, [48, 0, 48, 48], [32, 240, 118]);
    },
  });
  const frames = Buffer.concat(
    [250, 120, 0].map((red) => Buffer.alloc(20 * 10 * 4, Buffer.from([red, 0, 0, 255]))),
  );
  await sharp(frames, { raw: { width: 20, height: 30, channels: 4, pageHeight: 10 } })
    .gif({ delay: [100, 200, 300], loop: 3 })
    .toFile(file('animation.gif'));
});

afterAll(async () => {
  await folder[Symbol.asyncDispose]();
});

function convert(source: string, transformation: RenditionTransformation): Promise<RenditionFile> {
  const to = { folder: file('.'), name: 'rendition' };
  return makeFile({ path: file(source), transformation, to });
}

/** Returns red, green, blue and alpha of a pixel. */
async function pixelAt(path: string, left: number, top: number): Promise<number[]> {
  const at = { left, top, width: 1, height: 1 };
  return [...(await sharp(path).extract(at).ensureAlpha().raw().toBuffer())];
}

/** True if two pixels differ by no more than the compression may change. */
function isNear(one: readonly number[], other: readonly number[]): boolean {
  return one.every((value, index) => Math.abs(value - (other[index] ?? 0)) <= 12);
}

const FORMATS = ['jpg', 'png', 'webp', 'tif', 'avif'] as const;

describe.each(FORMATS)('a %s', (format) => {
  const hasAlpha = format !== 'jpg';

  it('of a photograph is upright and has the requested size', async () => {
    const made = await convert('photo.jpg', { format, size: { width: 20 } });
    expect(made).toMatchObject({ extension: `.${format}`, width: 20, height: 30 });
    const { width, height, orientation = 1, icc } = await sharp(made.path).metadata();
    expect({ width, height, orientation, icc }).toEqual({ width: 20, height: 30, orientation: 1 });
  });

  it('of a video is its first picture', async () => {
    const { path } = await convert('halves.mp4', { format });
    expect(isNear(await pixelAt(path, 10, 20), [255, 0, 0, 255])).toBe(true);
    expect(isNear(await pixelAt(path, 80, 20), [0, 0, 255, 255])).toBe(true);
    const { hasAlpha: stored } = await sharp(path).metadata();
    expect(stored).toBe(false);
  });

  it(`of a video with alpha ${hasAlpha ? 'keeps the alpha' : 'is black behind it'}`, async () => {
    const { path } = await convert('alpha.mkv', { format });
    const [clear, half, opaque] = await Promise.all([16, 48, 80].map((left) => pixelAt(path, left, 20)));
    expect(clear?.[3]).toBe(hasAlpha ? 0 : 255);
    if (!hasAlpha) expect(isNear(clear ?? [], [0, 0, 0, 255])).toBe(true);
    expect(Math.abs((half?.[hasAlpha ? 3 : 0] ?? 0) - 128)).toBeLessThan(12);
    expect(isNear(opaque ?? [], [255, 0, 0, 255])).toBe(true);
  });

  it('with bars has them black, or transparent', async () => {
    const made = await convert('halves.mp4', { format, size: { width: 50, height: 51 }, fit: 'contain' });
    expect(made).toMatchObject({ width: 50, height: 51 });
    const bar = await pixelAt(made.path, 10, 3);
    expect(hasAlpha ? bar[3] : isNear(bar, [0, 0, 0, 255])).toBe(hasAlpha ? 0 : true);
    expect(isNear(await pixelAt(made.path, 10, 25), [255, 0, 0, 255])).toBe(true);
  });
});

it('a cut picture shows the middle, also of a turned video', async () => {
  const size = { width: 24, height: 48 };
  const { path } = await convert('halves.mp4', { format: 'png', size });
  expect(isNear(await pixelAt(path, 4, 20), [255, 0, 0, 255])).toBe(true);
  expect(isNear(await pixelAt(path, 20, 20), [0, 0, 255, 255])).toBe(true);
  await writeFile(file('turned.mp4'), await readFile(file('halves.mp4')));
  await setDisplayMatrix(file('turned.mp4'), [0, 1, -1, 0]);
  const turned = await convert('turned.mp4', { format: 'png', size: { width: 48, height: 24 } });
  expect(isNear(await pixelAt(turned.path, 20, 4), [255, 0, 0, 255])).toBe(true);
  expect(isNear(await pixelAt(turned.path, 20, 20), [0, 0, 255, 255])).toBe(true);
});

describe('the quality', () => {
  it.each(['jpg', 'webp', 'avif'] as const)('of a %s makes larger files', async (format) => {
    const sizes: number[] = [];
    for (const quality of [1, 30, 60, 90, 100]) {
      const { path } = await convert('photo.png', { format, quality });
      sizes.push((await stat(path)).size);
    }
    expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
    expect(sizes[4]).toBeGreaterThan(2 * (sizes[0] ?? 0));
  });

  it.each([
    ['png', 1],
    ['tif', 1],
    ['webp', 100],
    ['avif', 100],
  ] as const)('of a %s of quality %d is lossless', async (format, quality) => {
    const { path } = await convert('photo.png', { format, quality });
    const [source, made] = await Promise.all(
      [file('photo.png'), path].map((name) => sharp(name).raw().toBuffer()),
    );
    expect(made?.equals(source ?? Buffer.alloc(0))).toBe(true);
  });
});

it('colours of another profile become sRGB', async () => {
  const create = { width: 8, height: 8, channels: 3, background: { r: 200, g: 90, b: 40 } } as const;
  // Keeps the numbers and changes their meaning.
  await sharp({ create }).withIccProfile('p3', { attach: true }).png().toFile(file('p3.png'));
  const wide = await sharp(file('p3.png')).raw().toBuffer();
  const { path } = await convert('p3.png', { format: 'png' });
  expect(isNear(await pixelAt(path, 4, 4), [...wide.subarray(0, 3), 255])).toBe(true);
  expect((await sharp(path).metadata()).icc).toBeUndefined();
});

it('a drawing is drawn in the size of the rendition', async () => {
  await writeFile(
    file('drawing.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20"><path fill="#0f0" d="M0 0h5v20h-5"/></svg>',
  );
  const made = await convert('drawing.svg', { format: 'png', size: { height: 201 } });
  expect(made).toMatchObject({ width: 101, height: 201 });
  expect(await pixelAt(made.path, 48, 100)).toEqual([0, 255, 0, 255]);
  expect((await pixelAt(made.path, 53, 100))[3]).toBe(0);
});

describe('an animated image', () => {
  it('stays animated as WebP, with its times at the requested speed', async () => {
    const made = await convert('animation.gif', { format: 'webp', size: { width: 40 }, speed: { speed: 2 } });
    expect(made).toMatchObject({ width: 40, height: 20, duration: 0.3, fps: 10 });
    const { pages, delay, loop, height } = await sharp(made.path).metadata();
    expect({ pages, delay, loop, height }).toEqual({
      pages: 3,
      delay: [50, 100, 150],
      loop: 3,
      height: 20,
    });
  });

  it.each(['png', 'jpg', 'avif', 'tif'] as const)('becomes its first picture as %s', async (format) => {
    const made = await convert('animation.gif', { format });
    expect(made).toMatchObject({ width: 20, height: 10 });
    expect(made).not.toHaveProperty('duration');
    expect(isNear(await pixelAt(made.path, 10, 2), [250, 0, 0, 255])).toBe(true);
  });
});

describe('there is no still picture', () => {
  it('of a size that the format cannot have', async () => {
    await sharp({ create: { width: 16_384, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toFile(file('long.png'));
    expect(await failureOf(convert('long.png', { format: 'webp' }))).toBe(
      'validation_failed: The picture has 16384x1 pixels, but a side of a webp may have up to 16383. Choose a smaller size or another format.',
    );
  });

  it('of a damaged picture', async () => {
    const photo = await readFile(file('photo.jpg'));
    await writeFile(file('cut.jpg'), photo.subarray(0, photo.length - 200));
    expect(await failureOf(convert('cut.jpg', { format: 'png' }))).toBe(
      'asset_not_media: The picture is damaged or incomplete.',
    );
  });
});
