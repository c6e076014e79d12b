import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { listSources, type RenderFiles } from '../../../edit/model.ts';
import { makeClip, paintNumber } from '../../../../test/media/clips.ts';
import { writeFrame } from '../../../../test/media/frame.ts';
import { readZip } from '../../../../test/media/read-zip.ts';
import { createMediaFolder, toEdit } from '../../../../test/media/render-edit.ts';
import * as still from '../still-output.ts';
import { produce } from '../../produce/produce.ts';

const SIZE = { width: 192, height: 108 };

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  const ticks = Array.from({ length: 50 }, (_, index) => index);
  const clip = {
    ...SIZE,
    clock: 25,
    ticks,
    paint: paintNumber,
    sound: { samples: 96_000, wave: () => 0.25 },
  };
  await makeClip(media.path('clip.mp4'), clip);
});
afterAll(() => media[Symbol.asyncDispose]());
afterEach(() => vi.restoreAllMocks());

/** An edit of a second of moving pictures, and of another second that shows the last of them. */
function editOf(output: object): object {
  const asset = { type: 'video', src: media.path('clip.mp4') };
  const clips = [
    { asset, start: 0, length: 1 },
    { asset: { ...asset, speed: 0, trim: 1 }, start: 1, length: 1 },
  ];
  return { timeline: { tracks: [{ clips }] }, output: { format: 'zip', size: SIZE, ...output } };
}

async function render(input: object, to: string, files?: RenderFiles<string>): Promise<void> {
  const edit = toEdit(input);
  const sources = Object.fromEntries(listSources(edit).map(({ url }) => [url, url]));
  const job = { edit, files: sources, dialect: 'interface', folder: dirname(to), watermark: false } as const;
  await produce({ ...job, to: files ?? { output: to } }, () => undefined);
}

describe('a zip of images', () => {
  it('has the frames that single frames show, to the byte, and the sound', async () => {
    const encode = vi.spyOn(still, 'encodePicture');
    const path = media.path('all.zip');
    await render(editOf({}), path);
    const entries = await readZip(path);
    const names = Array.from({ length: 50 }, (_, index) => `frame-${String(index).padStart(5, '0')}.png`);
    expect([...entries.keys()]).toEqual([...names, 'sound.wav']);
    for (const index of [0, 7, 24, 49]) {
      const single = media.path(`${index}.png`);
      await writeFrame(toEdit(editOf({})), index / 25, single, { media: media.path('.') });
      expect(entries.get(names[index] ?? '')?.equals(await readFile(single)), `frame ${index}`).toBe(true);
    }
    // 48 kHz, two channels, 16 bits. The second clip is silent.
    const sound = entries.get('sound.wav')?.subarray(-2 * 48_000 * 4) ?? Buffer.alloc(0);
    expect(sound).toHaveLength(2 * 48_000 * 4);
    expect(sound.readInt16LE(4 * 24_000) / 32_768).toBeCloseTo(0.25, 1);
    expect(sound.readInt16LE(4 * 72_000) / 32_768).toBeCloseTo(0, 2);
    // Repeated images are not encoded again.
    expect(encode.mock.calls.length).toBeLessThanOrEqual(26);
    await expect(stat(`${path}.wav`)).rejects.toThrow('ENOENT');
  });

  it('of JPEGs has those of the same quality, a range, another rate and size, and no sound if muted', async () => {
    const more = { quality: 'high', size: { width: 640, height: 360 }, scaleTo: 'preview', fps: 12 };
    const output = { images: 'jpg', mute: true, range: { start: 0.5, length: 0.5 }, ...more };
    await render(editOf(output), media.path('part.zip'));
    const entries = await readZip(media.path('part.zip'));
    const names = Array.from({ length: 6 }, (_, index) => `frame-0000${index}.jpg`);
    expect([...entries.keys()]).toEqual(names);
    const single = { ...more, format: 'jpg', range: { start: 0.5 } };
    await render(editOf(single), media.path('one.jpg'));
    expect(entries.get('frame-00000.jpg')?.equals(await readFile(media.path('one.jpg')))).toBe(true);
  });

  it('is the same file each time', async () => {
    for (const name of ['one.zip', 'two.zip'])
      await render(editOf({ range: { length: 0.2 } }), media.path(name));
    expect((await readFile(media.path('one.zip'))).equals(await readFile(media.path('two.zip')))).toBe(true);
  });

  it.runIf(existsSync('/dev/full'))('fails with the error of a full disk', async () => {
    const job = { output: '/dev/full' };
    await expect(render(editOf({}), media.path('any.zip'), job)).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it('fails with the error of an image that cannot be encoded, and waits for the others', async () => {
    vi.spyOn(still, 'encodePicture').mockRejectedValueOnce(new Error('no room'));
    await expect(render(editOf({}), media.path('failing.zip'))).rejects.toThrow('no room');
  });
});
