import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { BLEND_MODES, type BlendMode } from '../../../base/vocabulary/blend-modes.ts';
import { splitColours } from './colour-planes.ts';
import { rgbToYuv } from './bt709.ts';
import type { AlphaPlanes } from './paint.ts';
import { mixImage } from './mix-image.ts';

const MODES = BLEND_MODES.filter((mode): mode is BlendMode => mode !== 'normal');
type Operation = SKRSContext2D['globalCompositeOperation'];

/** The names of the modes in the canvas of Skia, with which Chromium draws pages. */
const CANVAS_NAMES: Partial<Record<BlendMode, Operation>> = { add: 'lighter' };
const LEVELS = [0, 37, 64, 110, 128, 180, 255];
const SIZE = { width: LEVELS.length ** 2, height: LEVELS.length ** 2 };
type Colour = readonly [number, number, number];

/** Pairs of colours: those below change from row to row, those above from column to column. */
function colourAt(index: number, turn: number): Colour {
  const [one, two] = [LEVELS[index % LEVELS.length]!, LEVELS[Math.floor(index / LEVELS.length)]!];
  const three = LEVELS[(3 * index + turn) % LEVELS.length]!;
  return turn === 0 ? [one, two, three] : [three, one, two];
}

function drawCanvas(mode: BlendMode): Uint8ClampedArray {
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  const fill = (colour: Colour, ...rect: [number, number, number, number]): void => {
    context.fillStyle = `rgb(${colour.join(' ')})`;
    context.fillRect(...rect);
  };
  for (let row = 0; row < SIZE.height; row++) fill(colourAt(row, 0), 0, row, SIZE.width, 1);
  context.globalCompositeOperation = CANVAS_NAMES[mode] ?? (mode as Operation);
  for (let column = 0; column < SIZE.width; column++) fill(colourAt(column, 1), column, 0, 1, SIZE.height);
  return context.getImageData(0, 0, SIZE.width, SIZE.height).data;
}

function paint(at: (row: number, column: number) => Colour): Uint8Array {
  const data = new Uint8Array(4 * SIZE.width * SIZE.height).fill(255);
  for (let row = 0; row < SIZE.height; row++)
    for (let column = 0; column < SIZE.width; column++)
      data.set(at(row, column), 4 * (row * SIZE.width + column));
  return data;
}

const below = splitColours({ ...SIZE, data: paint((row) => colourAt(row, 0)) });
const above = splitColours({ ...SIZE, data: paint((_, column) => colourAt(column, 1)) });
const area = { x: 0, y: 0, ...SIZE };

it.each(MODES)('mixes %s as Skia does', (mode) => {
  const expected = drawCanvas(mode);
  const mixed = mixImage(
    { planes: below, alpha: undefined },
    { planes: above, x: 0, y: 0 },
    area,
    mode,
  )!.planes;
  let most = 0;
  for (let at = 0; at < SIZE.width * SIZE.height; at++)
    for (const [channel, plane] of [mixed.v, mixed.y, mixed.u].entries())
      most = Math.max(most, Math.abs(plane.data[at]! - expected[4 * at + channel]!));
  expect(most).toBeLessThanOrEqual(2);
});

describe('mixing', () => {
  const clear = { data: new Uint8Array(SIZE.width * SIZE.height), stride: SIZE.width };

  it('changes nothing where nothing is below', () => {
    const mixed = mixImage(
      { planes: below, alpha: clear },
      { planes: above, x: 0, y: 0 },
      area,
      'multiply',
    )!.planes;
    expect([mixed.y.data, mixed.u.data, mixed.v.data]).toEqual([above.y.data, above.u.data, above.v.data]);
  });

  it('is limited to its area', () => {
    const part = { x: 5, y: 7, width: 11, height: 13 };
    const { planes, x, y } = mixImage(
      { planes: below, alpha: undefined },
      { planes: above, x: 0, y: 0 },
      part,
      'screen',
    )!;
    expect([x, y, planes.width, planes.height]).toEqual([5, 7, 11, 13]);
    expect(
      mixImage({ planes: below, alpha: undefined }, { planes: above, x: 90, y: 0 }, part, 'screen'),
    ).toBeUndefined();
  });

  it.each(MODES)('mixes %s in the colours of videos as in those of stills', (mode) => {
    const [one, other]: [Colour, Colour] = [
      [200, 90, 40],
      [60, 140, 220],
    ];
    const video = (colour: Colour) => {
      const [y, u, v] = rgbToYuv(...colour).map(Math.round) as [number, number, number];
      const plane = (value: number, count: number) => ({
        data: new Uint8Array(count).fill(value),
        stride: Math.sqrt(count),
      });
      return { width: 4, height: 4, y: plane(y, 16), u: plane(u, 4), v: plane(v, 4) };
    };
    const still = (colour: Colour) =>
      splitColours({ width: 1, height: 1, data: Uint8Array.from([...colour, 255]) });
    const mix = (planes: AlphaPlanes, backdrop: AlphaPlanes) =>
      mixImage(
        { planes: backdrop, alpha: undefined },
        { planes, x: 0, y: 0 },
        { x: 0, y: 0, width: 4, height: 4 },
        mode,
      )!.planes;
    const inStill = mix(still(other), still(one));
    const expected = rgbToYuv(inStill.v.data[0]!, inStill.y.data[0]!, inStill.u.data[0]!);
    const inVideo = mix(video(other), video(one));
    for (const [index, plane] of [inVideo.y, inVideo.u, inVideo.v].entries())
      expect(Math.abs(plane.data[0]! - expected[index]!)).toBeLessThanOrEqual(2);
  });
});
