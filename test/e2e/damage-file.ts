import sharp from 'sharp';
import { makeClip, paintNumber } from '../media/clips.ts';
import { readFiles } from './try-render.ts';

/** Generates pseudo-random numbers from 0 to below 1 from a seed, with a linear congruential generator. */
function* generateRandom(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Boxes and headers of media files are within this many bytes of their start or end. */
const EDGE = 2000;

/** Copies a file and flips bits at pseudo-random positions: anywhere, near its start or near its end. */
export function damageFile(file: Buffer, seed: number): Buffer {
  const copy = Buffer.from(file);
  const random = generateRandom(seed);
  const reach = seed % 3 === 0 ? copy.length : Math.min(copy.length, EDGE);
  const from = seed % 3 === 2 ? copy.length - reach : 0;
  const flips = 1 + Math.floor(random.next().value * 60);
  for (let flip = 0; flip < flips; flip++) {
    const place = from + Math.floor(random.next().value * reach);
    copy[place] = (copy[place] ?? 0) ^ (1 << Math.floor(random.next().value * 8));
  }
  return copy;
}

/**
 * Creates small intact media files: a film in two containers and a picture in three formats. Returns them by
 * name.
 */
export async function makeIntactFiles(path: (name: string) => string): Promise<Record<string, Buffer>> {
  const ticks = Array.from({ length: 12 }, (_, index) => index);
  const shape = { width: 160, height: 90, clock: 12, ticks, paint: paintNumber, keyframeEvery: 6, crf: 20 };
  const sound = { samples: 48_000, wave: (index: number) => Math.sin(index / 20) };
  await makeClip(path('film.mp4'), { ...shape, sound });
  await makeClip(path('film.mkv'), { ...shape, sound, container: 'matroska' });
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#000', noise } });
  await picture.jpeg().toFile(path('photograph.jpg'));
  await picture.png().toFile(path('picture.png'));
  await picture.webp().toFile(path('picture.webp'));
  return readFiles(...['film.mp4', 'film.mkv', 'photograph.jpg', 'picture.png', 'picture.webp'].map(path));
}
