import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { fillRect, makeClip } from '../../test/media/clips.ts';
import { colourOf, toYuv } from './colours.ts';

/** A width and a height in pixels. */
interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Size of the pictures that clients ingest. */
export const PICTURE: PixelSize = { width: 64, height: 48 };
const FILM: PixelSize = { width: 160, height: 90 };
/** One of the sizes that the Create API takes. */
const STILL: PixelSize = { width: 1024, height: 576 };
const SAMPLE_RATE = 44_100;
/** Samples of a sound: 1.5 seconds. */
const SAMPLES = 66_150;
const COLOURS = 64;

/** A file of the source server. */
export interface SourceMaterial {
  readonly bytes: Buffer;
  readonly type: string;
}

/** Returns a PNG in the colour of a number. */
export function createPicture(number: number, { width, height }: PixelSize): Promise<Buffer> {
  const [r, g, b] = colourOf(number);
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
}

/** Returns a function that makes the file at a path of the source server, or undefined if there is none. */
export function createMaterial(folder: string): (path: string) => Promise<SourceMaterial | undefined> {
  const films = new Map<number, Promise<Buffer>>();
  const film = (number: number): Promise<Buffer> => {
    const made =
      films.get(number % COLOURS) ?? makeFilm(join(folder, `film-${number % COLOURS}.mp4`), number);
    films.set(number % COLOURS, made);
    return made;
  };
  return async (path) => {
    const [, kind, digits] = /^\/(\w+)\/(\d+)\.\w+$/.exec(path) ?? [];
    const number = Number(digits);
    switch (kind) {
      case 'image':
        return { bytes: await createPicture(number, FILM), type: 'image/png' };
      case 'picture':
        return { bytes: await createPicture(number, PICTURE), type: 'image/png' };
      case 'still':
        return { bytes: await createPicture(number, STILL), type: 'image/png' };
      case 'video':
        return { bytes: await film(number), type: 'video/mp4' };
      case 'sound':
        return { bytes: createTone(220 + (number % 100)), type: 'audio/wav' };
      case undefined:
      default:
        return undefined;
    }
  };
}

async function makeFilm(path: string, number: number): Promise<Buffer> {
  const colour = toYuv(colourOf(number));
  await makeClip(path, {
    ...FILM,
    clock: 25,
    ticks: Array.from({ length: 25 }, (_, index) => index),
    paint: (planes) => fillRect(planes, [0, 0, FILM.width, FILM.height], colour),
  });
  return await readFile(path);
}

/** Returns a WAV file with a tone: 16 bits, one channel. */
function createTone(hertz: number): Buffer {
  const samples = Buffer.alloc(2 * SAMPLES);
  for (let index = 0; index < SAMPLES; index++)
    samples.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE)), 2 * index);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(2 * SAMPLE_RATE, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
