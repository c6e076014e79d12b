import { dirname, join, parse } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Kinora, Measure, Picture } from '../measure.ts';

/** An odd size, so that lines and letters begin at odd and at even pixels. */
const SIZE = { width: 321, height: 181 };
const RED = '#ff0000';
const BLUE = '#0000ff';
const TEXT = 'The quick brown fox jumps over the lazy dog 0123456789 Hamburgefonstiv';

/** The colours of stills: they have the colour of every pixel, although videos store chroma for 2x2 pixels. */
export const MEASURES: readonly Measure[] = [
  {
    name: 'Largest error of saturated lines of 1 pixel of a png in a png output, of 255',
    limit: 1,
    measure: async (kinora) => (await pictureErrors(kinora, drawLines(), { format: 'png' })).most,
  },
  {
    name: 'Largest error of the same lines in kinora frame, of 255',
    limit: 1,
    measure: async (kinora) => {
      const lines = drawLines();
      const edit = await editWithPicture(kinora, lines, { format: 'mp4', size: { width: 322, height: 182 } });
      const frame = await kinora.frame(edit, 0);
      return bestErrors(frame, lines).most;
    },
  },
  {
    name: 'Mean error of a picture of red letters of 14 pixels on blue in a png output, of 255',
    limit: 0.2,
    measure: async (kinora) => (await pictureErrors(kinora, await drawLetters(), { format: 'png' })).mean,
  },
  {
    name: 'Mean error of the same letters in a jpg of veryhigh quality, compared with a JPEG of the picture',
    limit: 0.5,
    measure: async (kinora) => {
      const letters = await drawLetters();
      const output = { format: 'jpg', quality: 'veryhigh' };
      const found = await decode(
        await kinora.render(await editWithPicture(kinora, letters, output), 'out.jpg'),
      );
      const jpeg = toSharp(letters).jpeg({ quality: 97, chromaSubsampling: '4:4:4' });
      return errorsOf(found, await decode(await jpeg.toBuffer())).mean;
    },
  },
  {
    name: 'Distance of red rich text of 14 pixels on blue from the mixtures of red and blue, mean of its pixels in a png',
    limit: 1,
    measure: async (kinora) => {
      const path = await kinora.render(editWithText({ format: 'png' }), 'text.png');
      return distanceFromMixtures(await decode(path));
    },
  },
  {
    name: 'The same distance in the poster of a video of veryhigh quality, a JPEG',
    limit: 6,
    measure: async (kinora) => {
      const output = {
        format: 'mp4',
        quality: 'veryhigh',
        size: { width: 320, height: 180 },
        poster: { capture: 0 },
      };
      const video = await kinora.render(editWithText(output), 'text.mp4');
      return distanceFromMixtures(await decode(join(dirname(video), `${parse(video).name}-poster.jpg`)));
    },
  },
];

/** Draws upright, level and slanting lines of one pixel in saturated colours. */
function drawLines(): Picture {
  const pixels = Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
    if (y < 60) return x % 5 === 0 ? [255, 0, 0] : [0, 0, 255];
    if (y < 120) return y % 3 === 0 ? [255, 255, 0] : [255, 0, 255];
    return (x + 2 * y) % 7 === 0 ? [0, 255, 0] : [0, 0, 0];
  });
  return { data: Uint8Array.from(pixels.flat()), ...SIZE };
}

/** Draws letters with the fonts of librsvg, so without Kinora. */
async function drawLetters(): Promise<Picture> {
  const lines = TEXT.match(/.{1,36}/g) ?? [];
  const text = lines.map((line, at) => `<text x="7.3" y="${31 + 21 * at}">${line}</text>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><rect width="100%" height="100%" fill="${BLUE}"/><g font-size="14" font-family="sans-serif" fill="${RED}">${text}</g></svg>`;
  return decode(Buffer.from(svg));
}

async function pictureErrors(kinora: Kinora, picture: Picture, output: object): Promise<Errors> {
  const path = await kinora.render(await editWithPicture(kinora, picture, output), 'out.png');
  return errorsOf(await decode(path), picture);
}

async function editWithPicture(kinora: Kinora, picture: Picture, output: object): Promise<object> {
  await toSharp(picture).png().toFile(join(kinora.folder, 'picture.png'));
  const clip = { asset: { type: 'image', src: 'picture.png' }, start: 0, length: 1, fit: 'none' };
  const timeline = { background: '#808080', tracks: [{ clips: [clip] }] };
  return { timeline, output: { size: SIZE, fps: 25, ...output } };
}

function editWithText(output: object): object {
  const asset = { type: 'rich-text', text: TEXT, font: { size: 14, color: RED } };
  const timeline = { background: BLUE, tracks: [{ clips: [{ asset, start: 0, length: 0.2 }] }] };
  return { timeline, output: { size: SIZE, fps: 25, ...output } };
}

interface Errors {
  readonly mean: number;
  readonly most: number;
}

/** Returns the errors in pixels of a picture inside a larger or smaller one, at the place where they are least. */
function bestErrors(found: Picture, expected: Picture): Errors {
  const size = {
    width: Math.min(found.width, expected.width),
    height: Math.min(found.height, expected.height),
  };
  const places = [0, 1].flatMap((x) => [0, 1].map((y) => ({ x, y })));
  const all = places.map(({ x, y }) => errorsOf(cut(found, x, y, size), cut(expected, 0, 0, size)));
  return all.reduce((best, each) => (each.mean < best.mean ? each : best));
}

/** Returns a part of a picture. Beyond its edges, the outermost pixels repeat. */
function cut({ data, width, height }: Picture, x: number, y: number, size: Omit<Picture, 'data'>): Picture {
  const part = new Uint8Array(3 * size.width * size.height);
  for (let row = 0; row < size.height; row++) {
    for (let column = 0; column < size.width; column++) {
      const from = 3 * (Math.min(height - 1, row + y) * width + Math.min(width - 1, column + x));
      part.set(data.subarray(from, from + 3), 3 * (row * size.width + column));
    }
  }
  return { data: part, ...size };
}

function errorsOf(found: Picture, expected: Picture): Errors {
  if (found.width !== expected.width || found.height !== expected.height)
    throw new Error(
      `The picture has ${found.width}x${found.height}, not ${expected.width}x${expected.height}.`,
    );
  let [sum, most] = [0, 0];
  for (const [at, value] of expected.data.entries()) {
    const off = Math.abs(value - (found.data[at] ?? 0));
    sum += off;
    if (off > most) most = off;
  }
  return { mean: sum / expected.data.length, most };
}

/**
 * Returns the mean distance of the pixels of letters from the nearest mixture of red and blue, in steps of
 * 255. Every pixel that is not blue counts as one of a letter.
 */
function distanceFromMixtures({ data }: Picture): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (red < 32 && blue > 223) continue;
    const share = Math.min(255, Math.max(0, (red + 255 - blue) / 2));
    sum += Math.hypot(red - share, green, blue - (255 - share));
    count++;
  }
  if (count < 500) throw new Error('The picture has no letters.');
  return sum / count;
}

function toSharp({ data, width, height }: Picture): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function decode(file: string | Buffer): Promise<Picture> {
  const { data, info } = await sharp(file)
    .flatten()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
