import { join } from 'node:path';
import { makeClip } from '../../test/media/clips.ts';
import type { Kinora, Measure } from '../measure.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** A picture in front of a screen: the object, its share, and the light on the screen. */
interface Scene {
  readonly colour: Rgb;
  readonly share: (x: number, y: number) => number;
  readonly light: (x: number, y: number) => number;
}

const SIZE = { width: 320, height: 180 };
const SCREEN: Rgb = [0, 177, 64];
const even = (): number => 1;
const uneven = (x: number, y: number): number => 1.1 - 0.5 * (((x - 130) / 240) ** 2 + ((y - 70) / 150) ** 2);
const disc =
  (softness: number) =>
  (x: number, y: number): number =>
    Math.min(1, Math.max(0, (60 - Math.hypot(x - 160, y - 90)) / softness + 0.5));

/** The chroma key with its defaults: alpha beside the true one, and neighbouring colours. */
export const MEASURES: readonly Measure[] = [
  alphaMeasure('skin, even screen', { colour: [205, 155, 125], share: disc(4), light: even }),
  alphaMeasure('white, uneven screen', { colour: [240, 240, 240], share: disc(4), light: uneven }),
  alphaMeasure('dark cloth, uneven screen', { colour: [8, 16, 24], share: disc(4), light: uneven }),
  alphaMeasure('grey, edge of 10 pixels, even screen', {
    colour: [128, 128, 128],
    share: disc(10),
    light: even,
  }),
  {
    name: 'Largest step between dark colours with green spill that differ by 2, of 255',
    limit: 12,
    measure: largestStep,
  },
];

function alphaMeasure(what: string, scene: Scene): Measure {
  return {
    name: `RMS error of the alpha of the default key within 3 pixels of the edge: ${what}, of 255`,
    limit: 16,
    measure: (kinora) => alphaError(kinora, scene),
  };
}

async function alphaError(kinora: Kinora, { colour, share, light }: Scene): Promise<number> {
  const src = await paintClip(kinora, (x, y) => {
    const part = share(x, y);
    return [0, 1, 2].map(
      (index) => part * (colour[index] ?? 0) + (1 - part) * light(x, y) * (SCREEN[index] ?? 0),
    );
  });
  const white = await keyedOver(kinora, src, '#ffffff');
  const black = await keyedOver(kinora, src, '#000000');
  let [sum, count] = [0, 0];
  for (let y = 3; y < SIZE.height - 3; y++) {
    for (let x = 3; x < SIZE.width - 3; x++) {
      if (!isNearEdge(share, x, y)) continue;
      // The green of white minus that of black is the light that shines through.
      const at = 3 * (y * SIZE.width + x) + 1;
      const alpha = 255 - ((white[at] ?? 0) - (black[at] ?? 0));
      sum += (alpha - 255 * share(x, y)) ** 2;
      count++;
    }
  }
  return Math.sqrt(sum / count);
}

function isNearEdge(share: Scene['share'], x: number, y: number): boolean {
  const around = [share(x - 3, y), share(x + 3, y), share(x, y - 3), share(x, y + 3), share(x, y)];
  return Math.max(...around) > 0.01 && Math.min(...around) < 0.99;
}

async function keyedOver(kinora: Kinora, src: string, background: string): Promise<Uint8Array> {
  const asset = { type: 'video', src, chromaKey: { color: '#00b140' } };
  const edit = {
    timeline: { background, tracks: [{ clips: [{ asset, start: 0, length: 0.4 }] }] },
    output: { format: 'mp4', size: SIZE, fps: 25 },
  };
  return (await kinora.frame(edit, 0)).data;
}

/** Keys patches of 10x10 pixels, whose colours go from one dark green to the next. */
async function largestStep(kinora: Kinora): Promise<number> {
  const src = await paintClip(kinora, (x, y) => {
    const [column, row] = [Math.floor(x / 10), Math.floor(y / 10)];
    return [row % 3, 10 + column, 10 + 2 * row];
  });
  const data = await keyedOver(kinora, src, '#000000');
  const at = (column: number, row: number): number => 3 * ((10 * row + 5) * SIZE.width + 10 * column + 5);
  let largest = 0;
  for (let row = 0; row < 18; row++) {
    for (let column = 1; column < 32; column++) {
      for (let part = 0; part < 3; part++) {
        const step = (data[at(column, row) + part] ?? 0) - (data[at(column - 1, row) + part] ?? 0);
        largest = Math.max(largest, Math.abs(step));
      }
    }
  }
  return largest;
}

/** Makes a lossless clip in 4:2:0 of a picture, and returns its path. */
async function paintClip(
  kinora: Kinora,
  colourAt: (x: number, y: number) => readonly number[],
): Promise<string> {
  const path = join(kinora.folder, 'key.mp4');
  await makeClip(path, {
    ...SIZE,
    clock: 25,
    ticks: Array.from({ length: 12 }, (_, index) => index),
    crf: 0,
    paint: ({ y: lumas, u: us, v: vs }) => {
      for (let y = 0; y < SIZE.height; y++) {
        for (let x = 0; x < SIZE.width; x++) {
          const [luma, u, v] = toYuv(colourAt(x, y));
          lumas.data[y * lumas.stride + x] = luma;
          if (x % 2 === 1 || y % 2 === 1) continue;
          const at = (y / 2) * us.stride + x / 2;
          us.data[at] = u;
          vs.data[at] = v;
        }
      }
    },
  });
  return path;
}

/** BT.709, limited range. */
function toYuv([red = 0, green = 0, blue = 0]: readonly number[]): [number, number, number] {
  const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return [
    Math.round(16 + (219 / 255) * luma),
    Math.round(128 + ((224 / 255) * (blue - luma)) / 1.8556),
    Math.round(128 + ((224 / 255) * (red - luma)) / 1.5748),
  ];
}
