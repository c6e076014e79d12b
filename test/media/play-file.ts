import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSources } from '../../src/edit/index.ts';
import { produce } from '../../src/render/produce/produce.ts';
import { readNumber } from './clips.ts';
import { decodeSound, mapFrames } from './decode-output.ts';
import { toEdit } from './render-edit.ts';
import { renderFrame } from './render-frame.ts';

/** The size of the films that {@link playFile} shows, in pixels. */
export const FILM_SIZE = { width: 160, height: 90 };

/** The pictures and the sound of a film in a render at 25 frames per second. */
export interface Played {
  /** The number that each frame shows. See `paintNumber`. */
  readonly numbers: readonly number[];
  /** The starts of the beeps in seconds. */
  readonly beeps: readonly number[];
}

/** Options of the clip that shows a film. */
export interface PlayOptions {
  readonly seconds?: number;
  readonly speed?: number;
  readonly trim?: number;
  readonly asset?: object;
  readonly clip?: object;
}

function createEdit(src: string, { seconds = 2, speed = 1, trim = 0, asset, clip }: PlayOptions): object {
  const video = { type: 'video', src, speed, trim, ...asset };
  return {
    timeline: { tracks: [{ clips: [{ asset: video, start: 0, length: seconds, fit: 'none', ...clip }] }] },
    output: { format: 'mp4', size: FILM_SIZE, fps: 25 },
  };
}

/** Renders a film of numbered frames in this process, and reads the numbers and the beeps of the result. */
export async function playFile(path: string, options: PlayOptions = {}): Promise<Played> {
  const edit = toEdit(createEdit(path, options));
  const folder = await mkdtemp(join(tmpdir(), 'kinora-played-'));
  try {
    const files = Object.fromEntries(listSources(edit).map(({ url }) => [url, url]));
    const output = join(folder, 'film.mp4');
    await produce(
      { edit, files, dialect: 'interface', folder, to: { output }, watermark: false },
      () => undefined,
    );
    const numbers = await mapFrames(output, readNumber);
    return { numbers, beeps: findBeeps((await decodeSound(output))?.left ?? new Float32Array()) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Renders single frames of a film, each as `kinora frame` does. Returns the numbers that they show. */
export async function readFrames(path: string, seconds: readonly number[]): Promise<number[]> {
  const numbers: number[] = [];
  for (const second of seconds) {
    const { colourAt } = await renderFrame(createEdit(path, {}), second);
    numbers.push(numberOf((x) => colourAt(x, 45)[1]));
  }
  return numbers;
}

const BITS = 12;

function numberOf(greenAt: (x: number) => number): number {
  const bar = Math.floor(FILM_SIZE.width / BITS / 2) * 2;
  return Array.from({ length: BITS }, (_, bit) => bit).reduce(
    (number, bit) => number * 2 + (greenAt(bit * bar + bar / 2) > 125 ? 1 : 0),
    0,
  );
}

/** Finds the starts of tones, which have at least 0.2 s of silence before them, in seconds. */
export function findBeeps(samples: Float32Array): number[] {
  const beeps: number[] = [];
  let lastLoud = -1;
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) <= 0.2) continue;
    if (index / 48_000 - lastLoud > 0.2) beeps.push(index / 48_000);
    lastLoud = index / 48_000;
  }
  return beeps;
}
