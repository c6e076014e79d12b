import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MeasuredMedia } from '../media/measured-media.ts';
import type { RemoteFile, SourceFile } from '../media/source-file.ts';
import { writeAnimation, writeImage, writeSound, writeTurnedImage, writeVideo } from './files.fixture.ts';
import { measureSources } from './measure-sources.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-measure-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function measure(file: SourceFile): Promise<MeasuredMedia> {
  const { measured } = await measureSources({ measured: file });
  return measured as MeasuredMedia;
}

/** Opens a local file as if it were remote. */
async function openRemote(path: string): Promise<RemoteFile & { fetched: number }> {
  const bytes = await readFile(path);
  const copy = Buffer.alloc(bytes.length);
  const remote = {
    path: `${path}.part`,
    size: bytes.length,
    fetched: 0,
    async fetchRange(from: number, count: number): Promise<number> {
      const length = Math.max(0, Math.min(count, bytes.length - from));
      bytes.copy(copy, from, from, from + length);
      remote.fetched = Math.max(remote.fetched, from + length);
      await writeFile(remote.path, copy);
      return length;
    },
    fetchAll: () => Promise.resolve(path),
  };
  return remote;
}

const square = (width: number, height: number) => ({ width, height, stored: { width, height } });

describe('the size of a picture', () => {
  it.each(['a.png', 'a.jpg', 'a.webp', 'a.gif', 'a.tif', 'a.avif'])('is known of %s', async (name) => {
    const path = join(folder, name);
    await writeImage(path);
    const expected = { kind: 'still', picture: square(30, 20) };
    expect(await measure(path)).toMatchObject(expected);
    expect(await measure(await openRemote(path))).toMatchObject(expected);
  });

  it('is that of the upright picture', async () => {
    const path = join(folder, 'turned.jpg');
    await writeTurnedImage(path);
    expect((await measure(path)).picture).toEqual(square(20, 30));
  });

  it('is known of an animated image, a drawing and a video', async () => {
    const [animated, moving] = [join(folder, 'animated.png'), join(folder, 'moving.gif')];
    await writeAnimation(animated);
    expect(await measure(animated)).toMatchObject({ kind: 'still', picture: square(30, 20) });
    const frames = await Promise.all([30, 90].map((grey) => pngOf(30, grey)));
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toFile(moving);
    expect(await measure(moving)).toMatchObject({ kind: 'animation', picture: square(30, 15) });
    const [drawing, video] = [join(folder, 'drawing.svg'), join(folder, 'video.mp4')];
    await writeFile(drawing, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"/>');
    expect(await measure(drawing)).toEqual({ kind: 'vector', picture: square(40, 10) });
    await writeVideo(video);
    expect(await measure(video)).toEqual({
      kind: 'av',
      video: { duration: '2/5' },
      picture: square(160, 90),
    });
  });

  it('is unknown of a sound and of a damaged picture', async () => {
    const [sound, damaged] = [join(folder, 'a.wav'), join(folder, 'damaged.png')];
    await writeSound(sound);
    expect((await measure(sound)).picture).toBeUndefined();
    await writeFile(damaged, (await pngOf(30)).subarray(0, 14));
    expect(await measure(damaged)).not.toHaveProperty('picture');
  });

  it('takes no more bytes of a large file than its type', async () => {
    const path = join(folder, 'large.jpg');
    await sharp(await pngOf(900))
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toFile(path);
    const remote = await openRemote(path);
    expect(await measure(remote)).toEqual({ kind: 'still', picture: square(450, 900) });
    expect(remote.size).toBeGreaterThan(2 * 65_536);
    expect(remote.fetched).toBe(65_536);
  });

  it('is unknown of a large TIFF whose tags come last', async () => {
    const path = join(folder, 'large.tif');
    await sharp(await pngOf(900))
      .tiff({ compression: 'none' })
      .toFile(path);
    expect(await measure(await openRemote(path))).toEqual({ kind: 'still' });
    expect((await measure(path)).picture).toEqual(square(900, 450));
  });
});

/** Returns noise, which cannot be compressed, twice as wide as high. */
function pngOf(width: number, mean = 128): Promise<Buffer> {
  const size = { width, height: width / 2, channels: 3, background: '#808080' } as const;
  const noise = { type: 'gaussian', mean, sigma: 50 } as const;
  return sharp({ create: { ...size, noise } })
    .png()
    .toBuffer();
}
