import { readFile, writeFile } from 'node:fs/promises';
import { Packet } from 'node-av';
import { expect, test } from 'vitest';
import { makeClip, paintNumber } from '../../../../test/media/clips.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { VideoDecoder } from './video-decoder.ts';
import { Input } from '../input/input.ts';

test.each([
  ['is intact', false],
  ['is damaged', true],
])('decodeFirst and next return the same frame if the first packet %s', async (_, isDamaged) => {
  await using folder = await createMediaFolder();
  const path = folder.path('video.mp4');
  const ticks = Array.from({ length: 10 }, (_, index) => index);
  await makeClip(path, { width: 160, height: 90, clock: 25, ticks, paint: paintNumber, keyframeEvery: 5 });
  if (isDamaged) await damageFirstPacket(path);
  const [first, next] = [await firstTime(path, 'decodeFirst'), await firstTime(path, 'next')];
  expect(first).toBe(next);
  expect(isDamaged ? first : !first).toBeTruthy();
});

async function firstTime(path: string, by: 'decodeFirst' | 'next'): Promise<bigint | undefined> {
  using input = await Input.open(path, 'mov');
  using decoder = new VideoDecoder(input, input.getStream(0));
  using frame = await decoder[by]();
  return frame?.pts;
}

/** Overwrites the first packet of a file, so that it cannot be decoded. */
async function damageFirstPacket(path: string): Promise<void> {
  using packet = new Packet();
  packet.alloc();
  using input = await Input.open(path, 'mov');
  await input.read(packet);
  const bytes = await readFile(path);
  bytes.fill(0, Number(packet.pos), Number(packet.pos) + packet.size);
  await writeFile(path, bytes);
}
