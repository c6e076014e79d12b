import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composed, type Material, materialOf } from './determinism/composed.ts';
import { everything, FRAMES } from './determinism/everything.ts';
import { makeMedia } from './golden/golden-media.ts';
import { fillRect, makeAlphaClip, makeClip } from './media/clips.ts';
import { mediaFolder } from './media/rendered.ts';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

let media: Awaited<ReturnType<typeof mediaFolder>>;
let edit: unknown;
let material: Material;
/** What each frame looks like when all are composed one after the other. */
let inOrder: string[];

beforeAll(async () => {
  media = await mediaFolder();
  const names = {
    video: media.path('b-frames.mp4'),
    alpha: media.path('alpha.mkv'),
    picture: media.path('card-640x360.png'),
    matte: media.path('curtain.mp4'),
    keyed: media.path('green.mp4'),
    animated: media.path('lights.gif'),
    font: media.path('Michroma.ttf'),
  };
  const size = { width: 320, height: 180 };
  // A keyframe every two seconds and B-frames between: what is decoded depends on where one begins.
  await makeClip(names.video, {
    ...size,
    clock: 30,
    ticks: range(0, 150),
    keyframeEvery: 60,
    crf: 28,
    paint: (planes, index) => {
      fillRect(planes, [0, 0, 320, 180], [60 + index, 128, 110]);
      fillRect(planes, [2 * index, 20, 20, 140], [200, 90, 160]);
    },
  });
  await makeAlphaClip(names.alpha, size, 60);
  for (const path of [names.picture, names.matte, names.keyed, names.animated, names.font]) {
    await makeMedia(basename(path), dirname(path));
  }
  edit = everything(names);
  material = await materialOf(edit);
  inOrder = await composed(material, range(0, FRAMES));
});

afterAll(() => media[Symbol.asyncDispose]());

test('an edit with everything in it changes with nearly every frame', () => {
  expect(material.timeline.frameCount).toBe(FRAMES);
  expect(new Set(inOrder).size).toBeGreaterThan(FRAMES * 0.9);
});

describe('its frames are the same to the bit', () => {
  test('when they are composed once more', async () => {
    expect(await composed(material, range(0, FRAMES))).toEqual(inOrder);
  });

  test('when another process composes them', async () => {
    const path = media.path('edit.json');
    await writeFile(path, JSON.stringify(edit));
    const script = join(import.meta.dirname, 'determinism/compose-apart.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, path, `${FRAMES}`]);
    expect(JSON.parse(stdout)).toEqual(inOrder);
  });

  test.each([3, 17, 29, 30, 31, 44, 55, 56, 62, 74])('when frame %i is the only one', async (frame) => {
    expect(await composed(material, [frame])).toEqual([inOrder[frame]]);
  });

  test.each([
    [0, 13],
    [13, 38],
    [38, 61],
    [61, 75],
  ])('when the timeline is cut from %i to %i', async (from, to) => {
    expect(await composed(material, range(from, to))).toEqual(inOrder.slice(from, to));
  });

  test('when one composer jumps back and forth', async () => {
    const frames = [40, 41, 12, 13, 70, 0, 30, 29, 28, 56, 40];
    expect(await composed(material, frames)).toEqual(frames.map((frame) => inOrder[frame]));
  });
});
