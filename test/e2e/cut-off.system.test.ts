import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readFiles, serveFiles, tryRender } from './try-render.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { remux } from '../media/remux.ts';
import { probeAv } from '../../src/render/av/input/probe-av.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let whole: Buffer;
beforeAll(async () => {
  media = await createMediaFolder();
  const ticks = Array.from({ length: 100 }, (_, index) => index);
  await makeClip(media.path('film.mp4'), { width: 64, height: 36, clock: 25, ticks, paint: paintNumber });
  const options = { movflags: 'faststart' };
  await remux(media.path('film.mp4'), media.path('fast.mp4'), { demuxer: 'mov', container: 'mp4', options });
  whole = await readFile(media.path('fast.mp4'));
});
afterAll(() => media[Symbol.asyncDispose]());

it.each([0.95, 0.8, 0.6])(
  'an MP4 that is cut off at %d of its size keeps the frames before, and says so',
  async (share) => {
    const path = media.path(`${share}.mp4`);
    await writeFile(path, whole.subarray(0, Math.floor(whole.length * share)));
    const { video, notes } = await probeAv(path, 'mov');
    const seconds = video?.duration?.valueOf() ?? 0;
    expect(seconds).toBeGreaterThan(0.1);
    expect(seconds).toBeLessThan(4);
    expect(notes).toEqual([`The end of the file is missing: it has ${seconds} of 4 s.`]);
    const server = await serveFiles(await readFiles(path));
    onTestFinished(() => server.close());
    const src = `${server.url}/${share}.mp4`;
    const clip = { asset: { type: 'video', src }, start: 0, length: 'auto' };
    const outcome = await tryRender({
      timeline: { tracks: [{ clips: [clip] }] },
      output: { format: 'mp4', size: { width: 64, height: 36 }, fps: 25 },
    });
    expect(outcome).toHaveProperty('produced');
  },
);

it('an MP4 with other data after its last box is whole', async () => {
  const path = media.path('trailer.mp4');
  await writeFile(path, Buffer.concat([whole, Buffer.from('ffffffff74726169', 'hex')]));
  expect(await probeAv(path, 'mov')).not.toHaveProperty('notes');
});

it('a whole MP4 has no note', async () => {
  expect(await probeAv(media.path('fast.mp4'), 'mov')).not.toHaveProperty('notes');
});
