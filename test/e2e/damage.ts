import sharp from 'sharp';
import { makeClip, numbered } from '../media/clips.ts';
import { filesAt } from './attempt.ts';

/** Numbers of 0 to below 1 that are the same for the same seed: a linear congruential generator. */
function* dice(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Where the boxes and headers of media files lie, in bytes from their start and from their end. */
const EDGE = 2000;

/** A copy of a file with bits flipped at seeded places: anywhere, near its start or near its end. */
export function damaged(file: Buffer, seed: number): Buffer {
  const copy = Buffer.from(file);
  const rolls = dice(seed);
  const reach = seed % 3 === 0 ? copy.length : Math.min(copy.length, EDGE);
  const from = seed % 3 === 2 ? copy.length - reach : 0;
  const flips = 1 + Math.floor(rolls.next().value * 60);
  for (let flip = 0; flip < flips; flip++) {
    const place = from + Math.floor(rolls.next().value * reach);
    copy[place] = (copy[place] ?? 0) ^ (1 << Math.floor(rolls.next().value * 8));
  }
  return copy;
}

/** Small sound files of the kinds that clients send: a film in two containers, photographs, and an index at the end. */
export async function soundFiles(path: (name: string) => string): Promise<Record<string, Buffer>> {
  const ticks = Array.from({ length: 12 }, (_, index) => index);
  const shape = { width: 160, height: 90, clock: 12, ticks, paint: numbered, keyframeEvery: 6, crf: 20 };
  const sound = { samples: 48_000, wave: (index: number) => Math.sin(index / 20) };
  await makeClip(path('film.mp4'), { ...shape, sound });
  await makeClip(path('film.mkv'), { ...shape, sound, container: 'matroska' });
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#000', noise } });
  await picture.jpeg().toFile(path('photograph.jpg'));
  await picture.png().toFile(path('picture.png'));
  await picture.webp().toFile(path('picture.webp'));
  return filesAt(...['film.mp4', 'film.mkv', 'photograph.jpg', 'picture.png', 'picture.webp'].map(path));
}
