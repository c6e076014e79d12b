import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareForms, hashFrames, type Material, prepareMaterial } from './determinism/hash-frames.ts';
import { createFullEdit, FRAMES } from './determinism/full-edit.ts';
import { makeMedia } from './golden/golden-media.ts';
import { fillRect, makeAlphaClip, makeClip } from './media/clips.ts';
import { createMediaFolder } from './media/render-edit.ts';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let edit: unknown;
let material: Material;
/** Hashes of all frames, composed in order. */
let inOrder: string[];

beforeAll(async () => {
  media = await createMediaFolder();
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
  // A keyframe every two seconds and B-frames in between, so that decoding depends on where it starts.
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
  edit = createFullEdit(names);
  material = await prepareMaterial(edit);
  inOrder = await hashFrames(material, range(0, FRAMES));
});

afterAll(() => media[Symbol.asyncDispose]());

test('nearly every frame of the edit is different', () => {
  expect(material.timeline.frameCount).toBe(FRAMES);
  expect(new Set(inOrder).size).toBeGreaterThan(FRAMES * 0.9);
});

describe('frames are identical', () => {
  test('if they are composed again', async () => {
    expect(await hashFrames(material, range(0, FRAMES))).toEqual(inOrder);
  });

  test('if another process composes them', async () => {
    const path = media.path('edit.json');
    await writeFile(path, JSON.stringify(edit));
    const script = join(import.meta.dirname, 'determinism/hash-in-child.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, path, `${FRAMES}`]);
    expect(JSON.parse(stdout)).toEqual(inOrder);
  });

  test.each([3, 17, 29, 30, 31, 44, 55, 56, 62, 74])('if only frame %i is composed', async (frame) => {
    expect(await hashFrames(material, [frame])).toEqual([inOrder[frame]]);
  });

  test.each([
    [0, 13],
    [13, 38],
    [38, 61],
    [61, 75],
  ])('if only frames %i to %i are composed', async (from, to) => {
    expect(await hashFrames(material, range(from, to))).toEqual(inOrder.slice(from, to));
  });

  test('if one composer jumps back and forth', async () => {
    const frames = [40, 41, 12, 13, 70, 0, 30, 29, 28, 56, 40];
    expect(await hashFrames(material, frames)).toEqual(frames.map((frame) => inOrder[frame]));
  });
});

test('a still beside a video is the still alone, and shows what the video shows', async () => {
  const frames = [0, 17, 30, 44, 56, 74];
  const alone = await hashFrames(material, frames, { fullColour: true });
  for await (const { frame, video, still, hash } of compareForms(material, frames)) {
    expect(hash).toBe(alone[frames.indexOf(frame)]);
    const off = video.map((luma, at) => Math.abs(luma - still[at]!));
    // Rounding to whole steps of luma and chroma, and chroma that is shared by four pixels.
    expect(off.reduce((sum, each) => sum + each, 0) / off.length).toBeLessThan(1);
    expect(off.filter((each) => each > 20).length / off.length).toBeLessThan(0.01);
  }
});
