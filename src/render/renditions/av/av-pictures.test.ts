import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAvFolder, type AvFolder, mapPictures } from './av.fixture.ts';

let folder: AvFolder;
beforeAll(async () => void (folder = await createAvFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

describe('a file of an animated image', () => {
  it.each(['gif', 'webp'] as const)('shows each frame of a %s for its own time', async (format) => {
    const levels = [50, 100, 150, 200];
    const frames = Buffer.concat(levels.map((level) => Buffer.alloc(64 * 32 * 3, level)));
    const raw = { width: 64, height: 128, channels: 3, pageHeight: 32 } as const;
    await sharp(frames, { raw })
      .toFormat(format, { delay: [100, 200, 300, 400], lossless: true })
      .toFile(folder.path(`uneven.${format}`));
    const made = await folder.convert(`uneven.${format}`, { format: 'mp4' });
    expect(made).toMatchObject({ duration: 1, fps: 10 });
    const shown = await mapPictures(made.path, ({ y }) => Math.round((y.data[0] ?? 0) / 20));
    const counts = [...new Set(shown)].map((level) => shown.filter((other) => other === level).length);
    expect(counts).toEqual([1, 2, 3, 4]);
  });
});
