import { join } from 'node:path';
import { fillRect, makeClip, type Painter } from '../../test/media/clips.ts';
import { editOf, type Size } from '../edits.ts';
import type { Kinora, Picture } from '../measure.ts';
import type { Row, Sheet } from '../sheet.ts';

const SIZE: Size = { width: 96, height: 64 };
const COUNT = 14;

interface Case {
  /** Frames per second of the film, as a fraction. */
  readonly film: readonly [number, number];
  /** Frames per second of the output, as the edit says it and as a fraction. */
  readonly fps: number;
  readonly output: readonly [number, number];
  readonly trim: number;
  readonly speed?: number;
}

const CASES: readonly Case[] = [
  { film: [25, 1], fps: 25, output: [25, 1], trim: 0 },
  { film: [25, 1], fps: 25, output: [25, 1], trim: 0.5 },
  { film: [25, 1], fps: 25, output: [25, 1], trim: 0.333 },
  { film: [25, 1], fps: 25, output: [25, 1], trim: 0.517 },
  { film: [30000, 1001], fps: 29.97, output: [30000, 1001], trim: 0.25 },
  { film: [24000, 1001], fps: 25, output: [25, 1], trim: 0 },
  { film: [30000, 1001], fps: 25, output: [25, 1], trim: 0.1 },
  { film: [50, 1], fps: 25, output: [25, 1], trim: 0.01 },
  { film: [60, 1], fps: 24, output: [24, 1], trim: 0.7 },
  { film: [24, 1], fps: 60, output: [60, 1], trim: 0.21 },
  { film: [25, 1], fps: 25, output: [25, 1], trim: 0.333, speed: 0.5 },
  { film: [25, 1], fps: 25, output: [25, 1], trim: 0.333, speed: 1.5 },
];

/** Numbered frames of films at several rates, trims and speeds. */
export const frameTiming: Sheet = {
  name: 'frame-timing',
  heading: 'Pictures in time',
  text: 'Each picture shows the number of its frame in the film, and the caption says which one is expected: the last one that is nearest to this output frame or to an earlier one. The steps of the numbers are as even as the rates allow.',
  async draw(kinora) {
    const rows: Row[] = [];
    for (const timing of CASES) {
      const { film, fps, trim, speed = 1 } = timing;
      const rate = film[0] / film[1];
      const name = `${rate.toFixed(2)} to ${fps} per second, trim ${trim}, speed ${speed}`;
      const frames = await renderNumbers(kinora, timing);
      const cells = frames.map((picture, index) => ({
        caption: `expected ${expectedAt(index, timing)}`,
        picture,
      }));
      rows.push({ name, cells });
    }
    return rows;
  },
};

async function renderNumbers(kinora: Kinora, { film, fps, trim, speed }: Case): Promise<Picture[]> {
  const [clock, tick] = film;
  const src = `numbers-${clock}-${tick}.mp4`;
  const ticks = Array.from({ length: 90 }, (_, index) => index * tick);
  await makeClip(join(kinora.folder, src), { ...SIZE, clock, ticks, timescale: clock, paint, crf: 0 });
  const asset = { type: 'video', src, trim, ...(speed !== undefined && { speed }) };
  const edit = editOf([{ asset, start: 0, length: 1 }], { size: SIZE, output: { fps } });
  const file = await kinora.render(edit, 'numbers.mp4');
  return kinora.frames(file, { from: 0, count: COUNT });
}

/**
 * Returns the number of the film's frame that output frame `index` must show (contract C21): the nearest to
 * its time, but none that is more than half an output frame early.
 */
function expectedAt(index: number, { film, output, trim, speed = 1 }: Case): number {
  const [step, frame] = [output[1] / output[0], film[1] / film[0]];
  const early = Math.min((step * speed) / 2, frame / 2);
  return Math.floor((index * step * speed + trim + early) / frame - 1e-6);
}

/** The bars of each digit: top, upper right, lower right, bottom, lower left, upper left, middle. */
const DIGITS = [
  '1111110',
  '0110000',
  '1101101',
  '1111001',
  '0110011',
  '1011011',
  '1011111',
  '1110000',
  '1111111',
  '1111011',
];
const BARS = [
  [4, 0, 16, 4],
  [20, 4, 4, 16],
  [20, 24, 4, 16],
  [4, 40, 16, 4],
  [0, 24, 4, 16],
  [0, 4, 4, 16],
  [4, 20, 16, 4],
] as const;

/** Paints the number of a frame, below 1000, in light bars on dark. */
const paint: Painter = (planes, index) => {
  fillRect(planes, [0, 0, planes.width, planes.height], [40, 140, 118]);
  for (const [place, digit] of `${index}`.padStart(3, '0').split('').entries()) {
    for (const [at, [x, y, width, height]] of BARS.entries())
      if (DIGITS[Number(digit)]?.[at] === '1')
        fillRect(planes, [6 + 30 * place + x, 10 + y, width, height], [235, 128, 128]);
  }
};
