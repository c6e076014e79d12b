import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_RATE } from '../../src/base/time.ts';
import { FLASH_SIZE as SIZE, findFlashes, makeFlashes } from '../media/flashes.ts';
import { decodeSound } from '../media/decode-output.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
});

afterAll(() => media[Symbol.asyncDispose]());

/** Writes a clip with flashes and beeps. Returns its path. */
async function flashes(name: string, seconds: number, at: readonly number[]): Promise<string> {
  const path = media.path(name);
  await makeFlashes(path, seconds, at);
  return path;
}

test.each([25, 29.97, 60])(
  'flashes and beeps are in sync at %s fps, also in a trimmed second clip',
  async (fps) => {
    const src = await flashes(`flash-${fps}.mp4`, 6, [1, 3, 5]);
    const to = media.path(`out-${fps}.mp4`);
    const clips = [
      { asset: { type: 'video', src }, start: 0, length: 4 },
      { asset: { type: 'video', src, trim: 2.5 }, start: 'auto', length: 'auto' },
    ];
    await renderEdit({ timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: SIZE, fps } }, to);
    const found = await findFlashes(to);
    const expected = [1, 3, 4.5, 6.5];
    expect(found.flashes).toHaveLength(expected.length);
    expect(found.beeps).toHaveLength(expected.length);
    for (const [index, second] of expected.entries()) {
      expect(Math.abs((found.flashes[index] ?? NaN) - second)).toBeLessThanOrEqual(0.5 / fps + 1e-6);
      expect(Math.abs((found.beeps[index] ?? NaN) - second)).toBeLessThanOrEqual(0.01);
    }
  },
);

test('after a trim between two frames, a flash is at most half a frame from its beep', async () => {
  const to = media.path('trims.mp4');
  const src = media.path('trims-25.mp4');
  await makeFlashes(src, 6, [1, 3, 5], { rate: 25 });
  const trims = [0.5, 0.507, 0.517, 0.519, 0.533];
  const clips = trims.map((trim, index) => ({
    asset: { type: 'video', src, trim },
    start: 5 * index,
    length: 5,
  }));
  await renderEdit({ timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: SIZE, fps: 25 } }, to);
  const { flashes: found, beeps } = await findFlashes(to, 0.1);
  expect([found.length, beeps.length]).toEqual([15, 15]);
  for (const [index, second] of found.entries()) {
    const clip = Math.floor(index / 3);
    const place = 5 * clip + 1 + 2 * (index % 3) - (trims[clip] ?? NaN);
    expect(Math.abs(second - place)).toBeLessThanOrEqual(0.02 + 1e-6);
    expect(Math.abs((beeps[index] ?? NaN) - place)).toBeLessThanOrEqual(0.01);
  }
});

test('flashes and beeps are in sync at any speed', async () => {
  const src = media.path('speeds.mp4');
  // At ten times the speed, a flash still lasts three frames.
  await makeFlashes(src, 12, [2, 6, 10], { lasts: 1 });
  const to = media.path('speeds-out.mp4');
  const plays = [
    { start: 0, speed: 0.5 },
    { start: 22, speed: 1.37 },
    { start: 30, speed: 2 },
    { start: 36, speed: 10 },
  ];
  const clips = plays.map(({ start, speed }) => ({
    asset: { type: 'video', src, trim: 1.5, speed },
    start,
    length: 'auto',
  }));
  await renderEdit({ timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: SIZE, fps: 30 } }, to);
  const expected = plays.flatMap(({ start, speed }) =>
    [2, 6, 10].map((second) => start + (second - 1.5) / speed),
  );
  const found = await findFlashes(to, 0.1);
  expect([found.flashes.length, found.beeps.length]).toEqual([12, 12]);
  for (const [index, second] of expected.entries()) {
    expect(Math.abs((found.flashes[index] ?? NaN) - second)).toBeLessThanOrEqual(0.5 / 30 + 1e-6);
    expect(Math.abs((found.beeps[index] ?? NaN) - second)).toBeLessThanOrEqual(0.01);
  }
});

test('the volume, the fades of the soundtrack and a muted clip are applied', async () => {
  const src = await flashes('quiet.mp4', 4, [0, 1, 2, 3]);
  const to = media.path('volume.mp4');
  const soundtrack = { src, effect: 'fadeInFadeOut', volume: 0.5 };
  const clip = { asset: { type: 'video', src, volume: 0 }, start: 0, length: 4 };
  await renderEdit(
    { timeline: { soundtrack, tracks: [{ clips: [clip] }] }, output: { format: 'mp4', size: SIZE } },
    to,
  );
  const sound = await decodeSound(to);
  const peak = (second: number): number => {
    const at = Math.round(second * SAMPLE_RATE);
    return Math.max(...(sound?.left.subarray(at + 960, at + 3840) ?? []).map(Math.abs));
  };
  // It fades in to half over two seconds, and out again. The beep of 0.8 is measured 0.02 to 0.08 s into its
  // second.
  const gains = [0, 1, 2, 3].map((second) => peak(second) / 0.8);
  for (const [index, gain] of [0.5 * 0.04, 0.5 * 0.54, 0.5 * 0.99, 0.5 * 0.49].entries()) {
    expect(Math.abs((gains[index] ?? NaN) - gain)).toBeLessThan(0.02);
  }
});

test('an edit without sound has no audio track', async () => {
  const to = media.path('silent.mp4');
  await renderEdit(
    {
      timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hush' }, start: 0, length: 1 }] }] },
      output: { format: 'mp4', size: SIZE },
    },
    to,
  );
  expect(await decodeSound(to)).toBeUndefined();
});

test('a looped video keeps its flashes and beeps in step, without a gap or a repeated frame', async () => {
  const to = media.path('looped.mp4');
  const src = await flashes('loop.mp4', 3, [1, 2]);
  const clips = [{ asset: { type: 'video', src, trim: 0.5, speed: 1.25, loop: true }, start: 0, length: 9 }];
  await renderEdit({ timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: SIZE, fps: 60 } }, to);
  const { flashes: found, beeps } = await findFlashes(to, 0.08);
  // 2.5 s of the file last 2 s.
  const expected = [0, 2, 4, 6, 8].flatMap((from) => [from + 0.4, from + 1.2]).filter((second) => second < 9);
  expect([found.length, beeps.length]).toEqual([expected.length, expected.length]);
  for (const [index, second] of expected.entries()) {
    expect(Math.abs((found[index] ?? NaN) - second)).toBeLessThanOrEqual(0.5 / 60 + 1 / 37.5 + 1e-6);
    expect(Math.abs((beeps[index] ?? NaN) - second)).toBeLessThanOrEqual(0.01);
  }
});
