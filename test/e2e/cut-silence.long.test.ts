import { afterAll, beforeAll, expect, it } from 'vitest';
import { FLASH_SIZE as SIZE, findFlashes, makeFlashes } from '../media/flashes.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
});
afterAll(() => media[Symbol.asyncDispose]());

const FPS = 25;
const CUT = { minLength: 0.2, keep: 0.033 };
/** Irregular seconds of a file, just before its frames, at which a flash with a beep begins. */
const SECONDS = Array.from({ length: 101 }, (_, index) => (20 + index * 13 + (index % 3) - 0.01) / FPS);

/** Renders the file of flashes without its silences. Returns their seconds. */
async function cutFlashes(given: object, length: number | 'auto' = 'auto') {
  const src = media.path('flashes.mp4');
  const to = media.path('cut.mp4');
  const clip = { asset: { type: 'video', src, cutSilence: CUT, ...given }, start: 0, length };
  await renderEdit(
    { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp4', size: SIZE, fps: FPS } },
    to,
  );
  return await findFlashes(to, 0.02);
}

it('keeps 101 flashes and beeps in step over 100 cuts, at exact frames', async () => {
  await makeFlashes(media.path('flashes.mp4'), 55, SECONDS, { rate: FPS });
  const { flashes, beeps } = await cutFlashes({});
  expect([flashes.length, beeps.length]).toEqual([101, 101]);
  const apart = flashes.map((second, index) => Math.abs(second - (beeps[index] ?? NaN)));
  expect(Math.max(...apart)).toBeLessThanOrEqual(0.002);
  // Each part has the beep and the kept silence, and at most a frame more on each side.
  const steps = flashes.slice(1).map((second, index) => second - (flashes[index] ?? NaN));
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  expect(least).toBeGreaterThanOrEqual(0.1 + 2 * CUT.keep - 0.001);
  expect(most).toBeLessThanOrEqual(0.1 + 2 * CUT.keep + 2 / FPS + 0.021);
});

it('keeps flashes and beeps in step at another speed and pitch, after a trim, in a loop', async () => {
  const played = { trim: 40.1, speed: 0.5, preservePitch: true, loop: true };
  const { flashes, beeps } = await cutFlashes(played, 24);
  const kept = SECONDS.filter((second) => second >= 40.1).length;
  expect(flashes.length).toBeGreaterThan(kept + 5);
  expect(beeps).toHaveLength(flashes.length);
  const apart = flashes.map((second, index) => Math.abs(second - (beeps[index] ?? NaN)));
  // A sound that keeps its pitch at half the speed is at most 36 ms off.
  expect(Math.max(...apart)).toBeLessThanOrEqual(0.04);
});
