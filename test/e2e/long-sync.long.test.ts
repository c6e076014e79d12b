import { afterAll, beforeAll, expect, test } from 'vitest';
import { FLASH_SIZE, findFlashes, makeFlashes } from '../media/flashes.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';

const MINUTES = Array.from({ length: 10 }, (_, index) => 60 * (index + 1));
const TRIM = 3.4;

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
  await makeFlashes(media.path('minutes.mp4'), 606, MINUTES, { rate: 15 });
});

afterAll(() => media[Symbol.asyncDispose]());

test.each([12, 29.97])('picture and sound are in sync after ten minutes at %s fps', async (fps) => {
  const to = media.path(`out-${fps}.mp4`);
  const asset = { type: 'video', src: media.path('minutes.mp4'), trim: TRIM };
  const clips = [{ asset, start: 0, length: 600 }];
  await renderEdit(
    { timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: FLASH_SIZE, fps } },
    to,
  );
  const found = await findFlashes(to);
  expect([found.flashes.length, found.beeps.length]).toEqual([10, 10]);
  for (const [index, minute] of MINUTES.entries()) {
    expect(Math.abs((found.flashes[index] ?? NaN) - (minute - TRIM))).toBeLessThanOrEqual(1 / fps + 1e-6);
    expect(Math.abs((found.beeps[index] ?? NaN) - (minute - TRIM))).toBeLessThanOrEqual(0.01);
  }
});
