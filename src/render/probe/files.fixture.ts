import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { makeClip, paintNumber } from '../../../test/media/clips.ts';

/** Writes a grey picture of 30x20 pixels. @param path its extension selects the format. */
export async function writeImage(path: string): Promise<void> {
  const create = { width: 30, height: 20, channels: 3, background: '#808080' } as const;
  await sharp({ create }).toFile(path);
}

/** Writes a JPEG that stores 30x20 pixels and has an EXIF orientation of a quarter turn. */
export async function writeTurnedImage(path: string): Promise<void> {
  const create = { width: 30, height: 20, channels: 3, background: '#808080' } as const;
  await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toFile(path);
}

/** Writes an animated PNG with one frame. */
export async function writeAnimation(path: string): Promise<void> {
  await writeImage(`${path}.png`);
  const png = await readFile(`${path}.png`);
  // One frame, played once.
  const animation = Buffer.from('acTL\0\0\0\x01\0\0\0\x01', 'latin1');
  const chunk = Buffer.alloc(4 + animation.length + 4);
  chunk.writeUInt32BE(8);
  animation.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(animation), 4 + animation.length);
  const header = 8 + 25;
  await writeFile(path, Buffer.concat([png.subarray(0, header), chunk, png.subarray(header)]));
}

/**
 * Writes an MP4 of 160x90 pixels with 10 frames in 0.4 s.
 *
 * @param path path of the file, with any extension.
 * @param sound seconds of a tone.
 */
export async function writeVideo(path: string, sound = 0): Promise<void> {
  await makeClip(path, {
    width: 160,
    height: 90,
    clock: 25,
    ticks: Array.from({ length: 10 }, (_, index) => index),
    paint: paintNumber,
    ...(sound > 0 && { sound: { samples: sound * 48_000, wave: (index) => Math.sin(index / 20) } }),
  });
}

/** Writes half a second of silence as a WAV file. */
export async function writeSound(path: string): Promise<void> {
  const samples = 24_000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + 2 * samples, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(48_000, 24);
  header.writeUInt32LE(96_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(2 * samples, 40);
  await writeFile(path, Buffer.concat([header, Buffer.alloc(2 * samples)]));
}
