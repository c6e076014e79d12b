import { readFile, writeFile } from 'node:fs/promises';
import { Packet } from 'node-av';
import { expect, test } from 'vitest';
import { makeClip, numbered } from '../../../../test/media/clips.ts';
import { mediaFolder } from '../../../../test/media/rendered.ts';
import { VideoDecoder } from './video-decoder.ts';
import { Input } from '../input/input.ts';

test.each([
  ['in the first packet', false],
  ['in a later one', true],
])('the first picture is that of who reads all of them: %s', async (_, isTorn) => {
  await using folder = await mediaFolder();
  const path = folder.path('video.mp4');
  const ticks = Array.from({ length: 10 }, (_, index) => index);
  await makeClip(path, { width: 160, height: 90, clock: 25, ticks, paint: numbered, keyframeEvery: 5 });
  if (isTorn) await tearFirst(path);
  const [first, next] = [await firstTime(path, 'decodeFirst'), await firstTime(path, 'next')];
  expect(first).toBe(next);
  expect(isTorn ? first : !first).toBeTruthy();
});

async function firstTime(path: string, by: 'decodeFirst' | 'next'): Promise<bigint | undefined> {
  using input = await Input.open(path, 'mov');
  using decoder = new VideoDecoder(input, input.getStream(0));
  using frame = await decoder[by]();
  return frame?.pts;
}

/** Overwrites the first packet of a file, so that there is nothing in it to decode. */
async function tearFirst(path: string): Promise<void> {
  using packet = new Packet();
  packet.alloc();
  using input = await Input.open(path, 'mov');
  await input.read(packet);
  const bytes = await readFile(path);
  bytes.fill(0, Number(packet.pos), Number(packet.pos) + packet.size);
  await writeFile(path, bytes);
}
