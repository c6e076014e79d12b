import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeClip, paintNumber } from '../../../test/media/clips.ts';

const MP3_FRAME_BYTES = 417;
const MP3_FRAME_SECONDS = 1152 / 44_100;

/** Returns an MP3 of silence: one channel, 44,100 samples a second, 128 kbit/s. @param seconds at least this long. */
export function createSilentMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(MP3_FRAME_BYTES);
  // MPEG 1, layer 3, no checksum, mono. A frame without side information and data is silent.
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  const frames = Math.max(2, Math.ceil(seconds / MP3_FRAME_SECONDS));
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** Returns a PNG of one colour. */
export function createPng(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
}

/** Returns an MP4 with 25 frames in a second and a tone. It is made once for each size. */
export function createMp4(width: number, height: number): Promise<Buffer> {
  const size = `${width}x${height}`;
  const video = videos.get(size) ?? makeMp4(width, height);
  videos.set(size, video);
  return video;
}
const videos = new Map<string, Promise<Buffer>>();

async function makeMp4(width: number, height: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-test-'));
  try {
    const path = join(folder, 'clip.mp4');
    const ticks = Array.from({ length: 25 }, (_, index) => index);
    const sound = { samples: 48_000, wave: (index: number) => 0.3 * Math.sin(index / 20) };
    await makeClip(path, { width, height, clock: 25, ticks, paint: paintNumber, sound });
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
